import type { OrderAct, OrderProtection } from '../../../src/contract/order-protection.ts'
import { orderFact, type OrderFacts, type PlatformRefund, type RefundLine } from '../../reports/report-kinds.ts'
import type { KeptJob, Queue } from '../../jobs/job.ts'
import type { TrackOrderDto } from '../../upstream/track.ts'

/** How the protection of an order stands, by what the service says of it and what is stored here. */
export interface Standing extends OrderProtection {
  /** What is possible now, whether or not the merchant allows it. */
  may: OrderAct[]
  /** What pays for it, as far as the platform can give it back. */
  charge: RefundLine | undefined
  /** The latest wish to protect the order after the fact, and the latest to take protection off. */
  addition: KeptJob | undefined
  removal: KeptJob | undefined
  /** Whether the service has protected it after the fact some time ago: where it does not say so any more, somebody has taken that back. */
  isAdditionOver: boolean
}

/** Whether somebody at the shop has dealt with a job by themselves. */
export const isDropped = ({ state }: KeptJob) => state === 'dropped'

/** Undefined where the service does not say whether it holds the order as protected. */
export async function standingOf(order: TrackOrderDto, queue: Pick<Queue, 'fact' | 'list' | 'now'>): Promise<Standing | undefined> {
  const { shop_order_id: id, is_protected: isProtected } = order
  if (!id || isProtected == null) return undefined
  const [known, [addition], refunds, now] = await Promise.all([
    queue.fact<OrderFacts>(orderFact(id)),
    queue.list({ order: id, kind: 'add-protection', limit: 1 }),
    queue.list({ order: id, kind: 'platform-refund' }),
    queue.now(),
  ])
  const removal = refunds.find(({ body }) => (JSON.parse(body) as PlatformRefund).tell)
  const state = stateOf(isProtected, known, addition, removal)
  const charge = known?.protected ? known.charge : undefined
  const isAdditionOver = isOver(addition, now)
  return {
    state,
    refund:
      state === 'protected' ? moneyOf(charge) : state !== 'unprotected' && removal ? moneyOf((JSON.parse(removal.body) as PlatformRefund).lines[0]) : null,
    may: [
      ...(state === 'unprotected' && canBeProtected(order, known) && !isAdditionOver ? (['protect-later'] as const) : []),
      ...(state === 'protected' && charge && isPaid(order, known) && !isSeen(order) && !isAsked(order) ? (['unprotect'] as const) : []),
    ],
    charge,
    addition,
    isAdditionOver,
    removal,
  }
}

/** Milliseconds after which what the service says of an order holds what it was told of it. */
const settling = 60_000

const isOver = (addition: KeptJob | undefined, now: number) => addition?.state === 'delivered' && now - (addition.settledAt ?? 0) > settling

/** The wish that is being done, or was just now: whoever asks again wants no more than that. */
export function openAddition({ state, addition, isAdditionOver }: Standing): KeptJob | undefined {
  if (state === 'removing' || state === 'removed' || (state !== 'protected' && isAdditionOver)) return undefined
  return addition?.state === 'waiting' || addition?.state === 'delivered' ? addition : undefined
}

const moneyOf = (share: RefundLine | undefined) => share?.presented ?? share?.amount ?? null

function stateOf(isProtected: boolean, known: OrderFacts | undefined, addition: KeptJob | undefined, removal: KeptJob | undefined): OrderProtection['state'] {
  const isRemovedSince = removal && !isDropped(removal) && !(addition?.state === 'delivered' && addition.seq > removal.seq)
  if (isProtected) return isRemovedSince ? 'removing' : 'protected'
  if (known?.refunded) return 'removed'
  if (isRemovedSince) return 'removing'
  return addition?.state === 'waiting' ? 'protecting' : 'unprotected'
}

/**
 * As far as it can be told from here; what else there is against it, such as how long ago it was placed, the service says (A65). Once a
 * carrier has it, the shopper may know already what happens to it.
 */
function canBeProtected(order: TrackOrderDto, known: OrderFacts | undefined): boolean {
  const { has_shippable_items, financial_status } = order
  if (known?.protected || !has_shippable_items || /^(refunded|voided)$/i.test(financial_status ?? '')) return false
  return !isSeen(order) && !isAsked(order)
}

/** Whether there is a payment to give back from. */
const isPaid = ({ financial_status }: TrackOrderDto, known: OrderFacts | undefined) =>
  known?.financial_status === 'paid' && !/^(pending|refunded|voided)$/i.test(financial_status ?? '')

/** Statuses that a parcel has before its carrier does (section 3); any other, a new one too, tells that somebody has seen it. */
const unseen = new Set(['label_printed', 'label_purchased', 'confirmed', ''])

/** Whether a carrier has scanned any of it. */
const isSeen = ({ packages, shipments }: TrackOrderDto) =>
  [
    ...packages.flatMap(({ current_status, timeline }) => [current_status, ...timeline.map(({ status }) => status)]),
    ...shipments.flatMap(({ status, events }) => [status, ...events.map((event) => event.status)]),
  ].some((status) => !unseen.has(status ?? ''))

/** Whether a carrier is being asked, so that what it has scanned is not known yet (A86). */
export const isAsked = ({ shipments }: TrackOrderDto) => shipments.some(({ enrichment_status }) => enrichment_status === 'pending')
