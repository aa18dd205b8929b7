import type { Config } from '../config/config.ts'
import { orderActsOf } from '../config/order-acts.ts'
import type { EngineWatch } from '../jobs/engine.ts'
import type { Claims } from '../claims/claim-store.ts'
import type { Depth } from '../jobs/reading.ts'
import type { Redemptions } from '../routes/redemptions/redemption-store.ts'
import type { Revocations } from '../identity/revocations.ts'
import type { TryCounts } from '../identity/limit-store.ts'
import type { Notice, Queue } from '../jobs/job.ts'
import type { Observe } from '../upstream/transport.ts'

/** A queue that is being worked, here or in a thread of its own. */
export interface OpenQueue extends Queue, Claims, Redemptions, Revocations, TryCounts {
  /** Rejects while nothing can be stored. */
  check(): Promise<void>
  /** What is not done, for the operator's monitoring. */
  depth(): Promise<Depth[]>
  /** Takes nothing new, gives what is under way some seconds, and closes the store: all within ten. */
  close(): Promise<void>
}

/** Whom a queue tells what happens. */
export interface QueueListeners {
  /** Takes the lines of its log. */
  log: { write(line: string): void }
  observe: Observe
  watch: Required<EngineWatch>
  onNotice: (notice: Notice) => void
}

/** Whether anything here gives rise to works, or has to be known to be done once; without, nothing of the queue is loaded. */
export function needsQueue(config: Config): boolean {
  const { merchantKeys, shopify, woocommerce, loyalty, loyaltyWebhookTokens, claims, assertionKeys, shoppersMay, track, store } = config
  const isOnce = loyalty !== undefined && (shoppersMay.has('redeem') || assertionKeys.length > 0)
  const isTold = merchantKeys.length > 0 || shopify !== undefined || woocommerce !== undefined || loyaltyWebhookTokens.length > 0
  // Misses are counted where several instances see them.
  const isShared = track !== undefined && 'url' in store
  return isTold || isOnce || isShared || claims !== undefined || orderActsOf(config).size > 0
}

/**
 * Opens the store of these settings and works what it holds: in a thread of its own, so that what waits for a disk delays nobody, or in
 * this one. Rejects with a {@link ConfigError} where the store cannot be used.
 */
export async function openQueue(config: Config, listeners: QueueListeners, { thread = true } = {}): Promise<OpenQueue> {
  const { store } = config
  // Held by this thread, so that it stays held while the other one is started again.
  const lock = 'folder' in store ? (await import('../store/folder-lock.ts')).lockFolder(store.folder) : undefined
  try {
    const queue = await (thread ? (await import('./thread.ts')).startThread(config, listeners) : (await import('./run-jobs.ts')).workQueue(config, listeners))
    return { ...queue, close: () => queue.close().finally(() => lock?.release()) }
  } catch (error) {
    lock?.release()
    throw error
  }
}
