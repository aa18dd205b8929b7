import type { OrderAct } from '../../../src/contract/order-protection.ts'
import type { TrackedOrder } from '../../../src/contract/tracking.ts'
import type { Queue } from '../../jobs/job.ts'
import type { TrackOrderDto } from '../../upstream/track.ts'
import { standingOf } from './protection-status.ts'

/** How the protection of an order stands, and what its owner may do about it. */
export type TrackedStanding = Required<Pick<TrackedOrder, 'protection' | 'may'>>

/** Finds that out; nothing where it cannot be had in time. */
export type ProtectionLookup = (order: TrackOrderDto) => Promise<TrackedStanding | undefined>

/** Milliseconds that an order may be held back for it. */
const patience = 1_000

/** Tells what the merchant allows, and no more. */
export const createProtectionLookup =
  (queue: Pick<Queue, 'fact' | 'list' | 'now'>, allowed: ReadonlySet<string>): ProtectionLookup =>
  async (order) => {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience, undefined).unref())
    const standing = await Promise.race([late, standingOf(order, queue).catch(() => undefined)])
    if (!standing) return undefined
    const { state, refund, may } = standing
    return { protection: { state, refund }, may: may.filter((act: OrderAct) => allowed.has(act)) }
  }
