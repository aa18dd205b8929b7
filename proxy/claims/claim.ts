import { createHash } from 'node:crypto'
import { sameMoney, type Money } from '../../src/contract/money.ts'
import type { Job } from '../jobs/job.ts'
import type { CreditClaim, RefundClaim, ReorderClaim } from '../upstream/claims.ts'

/** What the service can ask to be done about a claim. */
export const resolutions = ['refund', 'reorder', 'store_credit'] as const
/** One of the ways to resolve a claim. */
export type Resolution = (typeof resolutions)[number]

/** A line of a claim; what is null was left unsaid. */
export interface ClaimLine {
  id: string
  quantity: number | null
  /** For all of the quantity, in the order's currency. */
  amount: Money | null
  /** The same in the customer's currency. */
  presented: Money | null
}

type RefundLine = RefundClaim['line_items'][number]

/** What the service asks to be done about a claim, in one form for all three ways. */
export interface Claim {
  /** Tells this claim, resolved in this way, from all others: `refund/8812734`. */
  key: string
  resolution: Resolution
  /** As the service names the claim; null where it does not. */
  id: string | null
  order: string
  /** By their ids; none where a store credit says its total alone. */
  lines: ClaimLine[]
  /** What to credit in all, where it is not the sum of the lines. */
  total: Money | null
  /** Where a reorder goes, if it is said. */
  address: NonNullable<ReorderClaim['shipping_address']> | null
}

/**
 * How far a claim has come: waiting for a person, under way, settled in one of two ways; outside of the bounds of its order, and
 * refused until it is asked for again and they leave room for it; or refused for good, since its order was erased.
 */
export const claimStates = ['awaiting', 'open', 'resolved', 'refused', 'outside', 'erased'] as const
/** One of the states of a claim. */
export type ClaimState = (typeof claimStates)[number]

/** What no store keeps as it is, halves of characters among it: two ids would be one. */
const unseen = /[\p{Cc}\p{Cs}]/u

/** The key of a claim of this id, resolved in this way (A99). */
export const keyOf = (resolution: Resolution, id: string) => `${resolution}/${id}`

/** Brings what the service sends into one form; `faults` names each field that contradicts another. */
export function toClaim(resolution: Resolution, input: RefundClaim | ReorderClaim | CreditClaim): { claim: Claim; hash: string; faults: string[] } {
  const order = input.shopOrderId
  const lines = (input.line_items ?? [])
    .map((line): ClaimLine => {
      const { shop_line_item_id: id, quantity_to_issue: quantity = null, to_issue_amount: amount = null } = line
      const { to_issue_amount_presentment: presented = null } = resolution === 'reorder' ? {} : (line as RefundLine)
      return { id, quantity, amount, presented }
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const { to_issue_amount, amount } = resolution === 'store_credit' ? (input as CreditClaim) : {}
  const total = to_issue_amount ?? amount ?? null
  const address = (resolution === 'reorder' && (input as ReorderClaim).shipping_address) || null
  const said = { resolution, order, lines, total, address }
  const hash = createHash('sha256').update(canonical(said)).digest('hex')
  const id = input.refundable?.id ?? null
  const faults = [
    ...(unseen.test(order) ? ['shop_order_id holds a character that cannot be seen'] : []),
    ...(id !== null && unseen.test(id) ? ['refundable.id holds a character that cannot be seen'] : []),
    ...(input.shop_order_id !== undefined && input.shop_order_id !== order ? ['shop_order_id is another than that of the path'] : []),
    ...lines.filter((line, index) => lines[index - 1]?.id === line.id).map((line) => `line_items name shop_line_item_id ${shown(line.id)} twice`),
    ...(to_issue_amount && amount && !sameMoney(to_issue_amount, amount) ? ['to_issue_amount and amount say different things'] : []),
  ]
  // Without an id, what it says is all that tells it from others.
  return { claim: { key: keyOf(resolution, id ?? `~${hash}`), id, ...said }, hash, faults }
}

/** An id as it may stand in a message: of a bearable length, and nothing in it that cannot be seen. */
export const shown = (id: string) => `"${id.replace(/[\p{C}]/gu, ' ').slice(0, 64)}"`

/** JSON with the fields of each object in one order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

/** In which lane the claims of an order are worked. */
export const laneOf = (order: string) => `claims:${order}`

/** Resolves a claim. Those of one order are worked one after another, so that no two pass a bound together. */
export const claimJob = (claim: Claim): Job => ({
  kind: 'claim',
  lane: laneOf(claim.order),
  rank: 0,
  subject: `claim:${claim.key}`,
  order: claim.order,
  body: JSON.stringify(claim),
  collapse: 'ever',
})

/** Gives back to its order what a claim has taken that somebody refuses after it was tried. */
export const voidClaimJob = ({ key, order }: Pick<Claim, 'key' | 'order'>): Job => ({
  kind: 'claim-void',
  lane: laneOf(order),
  rank: 0,
  subject: `claim:${key}`,
  order,
  body: JSON.stringify({ key, order }),
  collapse: 'ever',
  keepsBody: true,
})
