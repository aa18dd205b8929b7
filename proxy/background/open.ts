import type { Worker } from 'node:worker_threads'
import type { Config } from '../config/config.ts'
import { possibleOrderActions } from '../config/order-actions.ts'
import type { OpenQueue, QueueListeners } from './background.ts'

/** Whether the settings need a queue: something creates jobs, must happen only once, or is counted by all instances. If not, no queue is loaded. */
export function needsQueue(config: Config): boolean {
  const { merchantKeys, shopify, woocommerce, loyalty, loyaltyWebhookTokens, claims, assertionKeys, shoppersMay, track, store, console } = config
  const needsExactlyOnce = loyalty !== undefined && (shoppersMay.has('redeem') || assertionKeys.length > 0)
  const hasReports = merchantKeys.length > 0 || shopify !== undefined || woocommerce !== undefined || loyaltyWebhookTokens.length > 0
  // Failed look-ups are counted in the store that several instances share.
  const sharesCounts = track !== undefined && 'url' in store
  return hasReports || needsExactlyOnce || sharesCounts || claims !== undefined || console !== undefined || possibleOrderActions(config).size > 0
}

/**
 * Opens the store of these settings and runs its jobs: in a separate thread, so that waits for a disk do not delay requests, or in this thread. The
 * separate thread may be given, once it has begun to load.
 * Rejects with a {@link ConfigError} if the store cannot be used.
 */
export async function openQueue(config: Config, listeners: QueueListeners, { thread = true }: { thread?: boolean | Worker } = {}): Promise<OpenQueue> {
  const { store } = config
  // This thread holds the lock, so that it stays locked while the other thread is restarted.
  const lock = 'folder' in store ? (await import('../store/folder-lock.ts')).lockFolder(store.folder) : undefined
  try {
    const queue = await (thread
      ? (await import('./thread.ts')).startThread(config, listeners, thread === true ? undefined : thread)
      : (await import('./run-jobs.ts')).runJobs(config, listeners))
    return { ...queue, close: () => queue.close().finally(() => lock?.release()) }
  } catch (error) {
    lock?.release()
    throw error
  }
}
