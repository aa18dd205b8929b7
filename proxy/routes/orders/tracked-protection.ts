import type { OrderAct } from '../../../src/contract/order-protection.ts'
import type { TrackedOrder } from '../../../src/contract/tracking.ts'
import type { Queue } from '../../jobs/queue.ts'
import type { TrackOrderDto } from '../../upstream/track.ts'
import { standingOf } from './protection-status.ts'

/** The state of an order's protection, and what its owner may do about it. */
export type TrackedStanding = Required<Pick<TrackedOrder, 'protection' | 'may'>>

/** Looks that up; resolves to undefined if it is not available in time. */
export type ProtectionLookup = (order: TrackOrderDto) => Promise<TrackedStanding | undefined>

/** Milliseconds that an order may wait for it. */
const patience = 1_000

/** Creates the look-up; its `may` lists only the acts that the merchant allows. */
export const createProtectionLookup =
  (queue: Pick<Queue, 'fact' | 'list' | 'now'>, allowed: ReadonlySet<string>): ProtectionLookup =>
  async (order) => {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience, undefined).unref())
    const standing = await Promise.race([late, standingOf(order, queue).catch(() => undefined)])
    if (!standing) return undefined
    const { state, refund, may } = standing
    return { protection: { state, refund }, may: may.filter((act: OrderAct) => allowed.has(act)) }
  }
