import type { OrderAction, OrderProtection } from '../../../src/contract/order-protection.ts'
import { inactiveStates } from '../../claims/check-claim.ts'
import type { Claims } from '../../claims/claim-store.ts'
import { protectionOffFact, type ProtectionOffFacts } from '../../reports/refund-facts.ts'
import { orderFact, type OrderFacts } from '../../reports/report-facts.ts'
import { findRemoval, takesProtectionOff, type PlatformRefund, type RefundLine } from '../../reports/protection-payment.ts'
import type { StoredJob } from '../../jobs/job.ts'
import type { Queue } from '../../jobs/queue.ts'
import type { TrackOrderDto } from '../../upstream/track.ts'

/** The state of an order's protection, from the service's response and the stored facts. */
export interface ProtectionStatus extends OrderProtection {
  /** The actions that are possible now, whether or not the merchant allows them. */
  may: OrderAction[]
  /** The charge that pays for the protection, if the platform can refund it. */
  charge: RefundLine | undefined
  /** The latest job that protects the order after the fact, and the latest job that removes the protection. */
  addition: StoredJob | undefined
  removal: StoredJob | undefined
  /** Whether the service protected the order after the fact some time ago. If it no longer says so, that protection was removed again. */
  isAdditionOver: boolean
}

/** Whether a person at the shop has dropped a job, to handle it by hand. */
export const isDropped = ({ state }: StoredJob) => state === 'dropped'

/** The store, as far as the status needs it. */
export type StatusQueue = Pick<Queue, 'fact' | 'list' | 'now'> & Pick<Claims, 'claimsOf'>

/** Computes the status; undefined if the service does not say whether the order is protected. */
export async function protectionStatusOf(order: TrackOrderDto, queue: StatusQueue): Promise<ProtectionStatus | undefined> {
  const { shop_order_id: id, is_protected: isProtected } = order
  if (!id || isProtected == null) return undefined
  const [known, off, [addition], refunds, claims, now] = await Promise.all([
    queue.fact<OrderFacts>(orderFact(id)),
    queue.fact<ProtectionOffFacts>(protectionOffFact(id)),
    queue.list({ businessKey: id, kind: 'add-protection', limit: 1 }),
    queue.list({ businessKey: id, kind: 'platform-refund' }),
    queue.claimsOf(id),
    queue.now(),
  ])
  const removal = findRemoval(refunds)
  const state = stateOf(isProtected, known, addition, off !== undefined || takesProtectionOff(removal, addition))
  const charge = known?.protected ? known.charge : undefined
  const isAdditionOver = isOver(addition, now)
  // Protection that a claim uses, or has used, is not refunded.
  const hasClaim = claims.some((claim) => !inactiveStates.has(claim.state))
  return {
    state,
    refund: state === 'protected' ? moneyOf(charge) : state === 'unprotected' ? null : moneyOf(removedLine(removal, off)),
    may: [
      ...(state === 'unprotected' && canBeProtected(order, known) && !isAdditionOver ? (['protect-later'] as const) : []),
      ...(state === 'protected' && charge && !hasClaim && isPaid(order, known) && !isScanned(order) && !isEnrichmentPending(order)
        ? (['unprotect'] as const)
        : []),
    ],
    charge,
    addition,
    isAdditionOver,
    removal,
  }
}

/** Milliseconds after a report until the service's response reflects it. */
const settling = 60_000

const isOver = (addition: StoredJob | undefined, now: number) => addition?.state === 'delivered' && now - (addition.settledAt ?? 0) > settling

/** The job that protects the order and is waiting or was just delivered: a repeated request needs no second one. */
export function openAddition({ state, addition, isAdditionOver }: ProtectionStatus): StoredJob | undefined {
  if (state === 'removing' || state === 'removed' || (state !== 'protected' && isAdditionOver)) return undefined
  return addition?.state === 'waiting' || addition?.state === 'delivered' ? addition : undefined
}

/** The charge that was given back; the fact is kept longer than the job. */
const removedLine = (removal: StoredJob | undefined, off: ProtectionOffFacts | undefined): RefundLine | undefined =>
  removal ? (JSON.parse(removal.body) as PlatformRefund).lines[0] : off?.lines[0]

const moneyOf = (share: RefundLine | undefined) => share?.presented ?? share?.amount ?? null

function stateOf(isProtected: boolean, known: OrderFacts | undefined, addition: StoredJob | undefined, isRemovedSince: boolean): OrderProtection['state'] {
  if (isProtected) return isRemovedSince ? 'removing' : 'protected'
  if (known?.refunded) return 'removed'
  if (isRemovedSince) return 'removing'
  return addition?.state === 'waiting' ? 'protecting' : 'unprotected'
}

/**
 * Whether the order can be protected, as far as the proxy can tell. The service checks the rest, such as the age of the order (A65). Once a
 * carrier has the order, the shopper may already know what happens to it.
 */
function canBeProtected(order: TrackOrderDto, known: OrderFacts | undefined): boolean {
  const { has_shippable_items, financial_status } = order
  if (known?.protected || !has_shippable_items || /^(refunded|voided)$/i.test(financial_status ?? '')) return false
  return !isScanned(order) && !isEnrichmentPending(order)
}

/** Whether there is a payment to refund from. */
const isPaid = ({ financial_status }: TrackOrderDto, known: OrderFacts | undefined) =>
  known?.financial_status === 'paid' && !/^(pending|refunded|voided)$/i.test(financial_status ?? '')

/** Statuses of a parcel that its carrier does not have yet (section 3). Any other status, also an unknown one, counts as a scan. */
const unscanned = new Set(['label_printed', 'label_purchased', 'confirmed', ''])

/** Whether a carrier has scanned any part of the order. */
const isScanned = ({ packages, shipments }: TrackOrderDto) =>
  [
    ...packages.flatMap(({ current_status, timeline }) => [current_status, ...timeline.map(({ status }) => status)]),
    ...shipments.flatMap(({ status, events }) => [status, ...events.map((event) => event.status)]),
  ].some((status) => !unscanned.has(status ?? ''))

/** Whether a request to a carrier is pending, so that its scans are not known yet (A86). */
export const isEnrichmentPending = ({ shipments }: TrackOrderDto) => shipments.some(({ enrichment_status }) => enrichment_status === 'pending')
