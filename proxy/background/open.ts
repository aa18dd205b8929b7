import type { Config } from '../config/config.ts'
import { orderActsOf } from '../config/order-acts.ts'
import type { OpenQueue, QueueListeners } from './background.ts'

/** Whether anything here gives rise to jobs, or has to be known to be done once; without, nothing of the queue is loaded. */
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
    const queue = await (thread ? (await import('./thread.ts')).startThread(config, listeners) : (await import('./run-jobs.ts')).runJobs(config, listeners))
    return { ...queue, close: () => queue.close().finally(() => lock?.release()) }
  } catch (error) {
    lock?.release()
    throw error
  }
}
