import type { OrderAction } from '../../../src/contract/order-protection.ts'
import type { TrackedOrder } from '../../../src/contract/tracking.ts'
import type { TrackOrderDto } from '../../upstream/track.ts'
import { protectionStatusOf, type StatusQueue } from './protection-status.ts'

/** The state of an order's protection, and what its owner may do about it. */
export type TrackedProtection = Required<Pick<TrackedOrder, 'protection' | 'may'>>

/** Looks that up; resolves to undefined if it is not available in time. */
export type ProtectionLookup = (order: TrackOrderDto) => Promise<TrackedProtection | undefined>

/** Milliseconds that an order may wait for it. */
const timeout = 1_000

/** Creates the look-up; its `may` lists only the actions that the merchant allows. */
export const createProtectionLookup =
  (queue: StatusQueue, allowed: ReadonlySet<string>): ProtectionLookup =>
  async (order) => {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, timeout, undefined).unref())
    const status = await Promise.race([late, protectionStatusOf(order, queue).catch(() => undefined)])
    if (!status) return undefined
    const { state, refund, may } = status
    return { protection: { state, refund }, may: may.filter((action: OrderAction) => allowed.has(action)) }
  }
