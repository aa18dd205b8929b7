import type { EngineLog } from '../jobs/engine.ts'
import type { JobContext, Outcome, Queue, Job } from '../jobs/job.ts'
import type { PlatformName } from '../shop-admin/order-lists.ts'
import type { OrderList } from '../shop-admin/shop.ts'
import type { Quotes } from '../identity/sealed-quotes.ts'
import { readPayload } from './payload.ts'
import type { Platform } from './platform.ts'
import { lookAt } from './reconciling.ts'
import { shopify } from './shopify.ts'
import { woocommerce } from './woocommerce.ts'

/** Counts of one look at the orders of an interval. */
export interface ReconcileCounts {
  orders: number
  /** Orders of which something was missing or had failed, and was reported again; not those that a person has or had. */
  sent: number
}

/** The last time that all orders of a platform were looked at, under `reconciled:PLATFORM`. */
export interface ReconciledFacts extends ReconcileCounts {
  /** Milliseconds since 1970: what was changed before is not looked for, since nobody looked for it then. */
  since: number
  /** What was changed until then was looked at. */
  until: number
  /** When that was done. */
  at: number
}

interface ReconcileBody {
  platform: PlatformName
  /** Milliseconds since 1970: which orders, by when they were made or changed. */
  until: number
  every: number
  /** Where it goes on, and what was found before; absent at the start. */
  from?: number
  found?: ReconcileCounts
}

/** Under which name it is kept when a platform's orders were looked at last. */
export const reconciledFact = (platform: PlatformName) => `reconciled:${platform}`

/** Has the orders of a platform looked at until this time. The same time is looked at once, whichever instance asks. */
export const reconcileJob = ({ platform, ...body }: ReconcileBody): Job => ({
  kind: 'reconcile',
  lane: `reconcile:${platform}`,
  rank: 0,
  subject: `reconcile:${platform}`,
  order: null,
  body: JSON.stringify({ platform, ...body } satisfies ReconcileBody),
  collapse: 'ever',
})

/** Milliseconds: what one try looks at, and how far back is looked after an outage. */
const slice = 6 * 3_600_000
const furthest = 30 * 24 * 3_600_000

const platforms: Record<PlatformName, Platform> = { shopify, woocommerce }

interface ReconcileParts {
  lists: Partial<Record<PlatformName, OrderList>>
  store: Pick<Queue, 'list' | 'fact'>
  quotes: Pick<Quotes, 'open'>
  log: Pick<EngineLog, 'info'>
}

/**
 * Looks at all orders that a platform has made or changed since the last look, and at those of one interval before again: what was left out
 * of a list because the list changed meanwhile is found the next time. What is missing is reported as if its webhook had come now.
 */
export const reconcileHandler =
  ({ lists, store, quotes, log }: ReconcileParts) =>
  async ({ platform, until, every, from, found = { orders: 0, sent: 0 } }: ReconcileBody, context: JobContext): Promise<Outcome> => {
    const list = lists[platform]
    if (!list) return { state: 'failed', note: `the orders of ${platform} cannot be listed any more: set RECONCILE_EVERY=off, or give the key back` }
    const last = await context.fact<ReconciledFacts>(reconciledFact(platform))
    const since = last?.since ?? until
    // A look that lies an interval or more ahead was made before the clock was set back: these orders are looked at all the same.
    if (last && last.until >= until && last.until < until + every) return { state: 'superseded', notes: ['these orders were looked at already'] }
    const start = from ?? Math.max(since, Math.min(last?.until ?? until, until) - every, until - furthest)
    const end = Math.min(start + slice, until)
    const jobs: Job[] = []
    const counts = { ...found }
    if (end > start) {
      for await (const { text } of list.orders(new Date(start), new Date(end))) {
        context.signal.throwIfAborted()
        const payload = readPayload(text)
        if (!payload || !isOf(platforms[platform].timesOf(payload), start, end)) continue
        const look = await lookAt(platforms[platform], payload, store, quotes)
        counts.orders += 1
        if (look.lost.length === 0) continue
        counts.sent += 1
        jobs.push(...look.lost)
      }
    }
    if (end < until) return { state: 'delivered', result: { ...counts }, then: [...jobs, reconcileJob({ platform, until, every, from: end, found: counts })] }
    const facts: ReconciledFacts = { since, until, at: Date.now(), ...counts }
    log.info({ platform, until: new Date(until), ...counts }, 'orders reconciled')
    const note = `${counts.orders} orders looked at, ${counts.sent} of them reported again`
    return { state: 'delivered', notes: [note], result: { ...counts }, then: jobs, facts: { [reconciledFact(platform)]: facts } }
  }

const isOf = (times: readonly (number | undefined)[], from: number, to: number) => times.some((time) => time !== undefined && time >= from && time <= to)
