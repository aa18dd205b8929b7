import type { EngineLog } from '../jobs/engine-log.ts'
import type { JobContext, Outcome } from '../jobs/handler.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Job } from '../jobs/job.ts'
import type { PlatformName } from '../config/merchant-settings.ts'
import type { OrderList } from '../shop-admin/shop.ts'
import type { Quotes } from '../identity/sealed-quotes.ts'
import { readPayload } from './payload.ts'
import type { Platform } from './platform.ts'
import { reconcileOrder } from './reconcile-order.ts'
import { shopify } from './shopify.ts'
import { woocommerce } from './woocommerce.ts'

/** The counts of one reconciliation of the orders of an interval. */
export interface ReconcileCounts {
  orders: number
  /** Orders that were incomplete or failed, and were reported again; without those that a person handles or handled. */
  sent: number
}

/** The last reconciliation of all orders of a platform, under `reconciled:PLATFORM`. */
export interface ReconciledFacts extends ReconcileCounts {
  /** Milliseconds since 1970. Earlier changes are not searched for, because nothing reconciled them at that time either. */
  since: number
  /** All changes until then are reconciled. */
  until: number
  /** When the reconciliation ended. */
  at: number
}

interface ReconcileBody {
  platform: PlatformName
  /** Milliseconds since 1970: the end of the interval in which the orders were made or changed. */
  until: number
  every: number
  /** Where the next slice starts, and the counts so far; absent at the start. */
  from?: number
  found?: ReconcileCounts
}

/** The name of the fact that stores the last reconciliation of a platform. */
export const reconciledFact = (platform: PlatformName) => `reconciled:${platform}`

/** The job that reconciles a platform's orders until this time. Each time is reconciled once, whichever instance adds the job. */
export const reconcileJob = ({ platform, ...body }: ReconcileBody): Job => ({
  kind: 'reconcile',
  orderingKey: `reconcile:${platform}`,
  priority: 0,
  subject: `reconcile:${platform}`,
  businessKey: null,
  body: JSON.stringify({ platform, ...body } satisfies ReconcileBody),
  collapse: 'ever',
})

/** Milliseconds: the interval of one attempt, and how far a reconciliation goes back after an outage. */
const sliceLength = 6 * 3_600_000
const longestLookBack = 30 * 24 * 3_600_000

const platforms: Record<PlatformName, Platform> = { shopify, woocommerce }

interface ReconcileParts {
  lists: Partial<Record<PlatformName, OrderList>>
  store: Pick<Queue, 'list' | 'fact'>
  quotes: Pick<Quotes, 'open'>
  log: Pick<EngineLog, 'info'>
}

/**
 * Reconciles all orders that a platform has created or changed since the last reconciliation, and again those of the interval before: an order that
 * was left out because the list changed during the reading is found the next time. Missing orders are reported as if their webhook came now.
 */
export const reconcileHandler =
  ({ lists, store, quotes, log }: ReconcileParts) =>
  async ({ platform, until, every, from, found = { orders: 0, sent: 0 } }: ReconcileBody, context: JobContext): Promise<Outcome> => {
    const list = lists[platform]
    if (!list) return { state: 'failed', note: `the orders of ${platform} can no longer be listed: set RECONCILE_EVERY=off, or set the key again` }
    const last = await context.fact<ReconciledFacts>(reconciledFact(platform))
    const since = last?.since ?? until
    // A reconciliation an interval or more in the future was made before the clock was set back, so these orders are reconciled anyway.
    if (last && last.until >= until && last.until < until + every) return { state: 'superseded', notes: ['these orders were looked at already'] }
    const start = from ?? Math.max(since, Math.min(last?.until ?? until, until) - every, until - longestLookBack)
    const end = Math.min(start + sliceLength, until)
    const jobs: Job[] = []
    const counts = { ...found }
    if (end > start) {
      for await (const { text } of list.orders(new Date(start), new Date(end))) {
        context.signal.throwIfAborted()
        const payload = readPayload(text)
        if (!payload || !isOf(platforms[platform].timesOf(payload), start, end)) continue
        const reconciliation = await reconcileOrder(platforms[platform], payload, store, quotes)
        counts.orders += 1
        if (reconciliation.lost.length === 0) continue
        counts.sent += 1
        jobs.push(...reconciliation.lost)
      }
    }
    if (end < until)
      return { state: 'delivered', result: { ...counts }, followUps: [...jobs, reconcileJob({ platform, until, every, from: end, found: counts })] }
    const facts: ReconciledFacts = { since, until, at: Date.now(), ...counts }
    log.info({ platform, until: new Date(until), ...counts }, 'orders reconciled')
    const note = `${counts.orders} orders looked at, ${counts.sent} of them reported again`
    return { state: 'delivered', notes: [note], result: { ...counts }, followUps: jobs, facts: { [reconciledFact(platform)]: facts } }
  }

const isOf = (times: readonly (number | undefined)[], from: number, to: number) => times.some((time) => time !== undefined && time >= from && time <= to)
