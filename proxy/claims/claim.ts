import { createHash } from 'node:crypto'
import { sameMoney, type Money } from '../../src/contract/money.ts'
import type { Job } from '../jobs/job.ts'
import type { CreditClaim, RefundClaim, ReorderClaim } from '../upstream/claims.ts'

/** The ways to resolve a claim that the service can request. */
export const resolutions = ['refund', 'reorder', 'store_credit'] as const
/** One of the ways to resolve a claim. */
export type Resolution = (typeof resolutions)[number]

/** A line of a claim; null fields were not sent. */
export interface ClaimLine {
  id: string
  quantity: number | null
  /** For the whole quantity, in the order's currency. */
  amount: Money | null
  /** The same amount in the customer's currency. */
  presented: Money | null
}

type RefundLine = RefundClaim['line_items'][number]

/** A claim request, in one form for all three resolutions. */
export interface Claim {
  /** Identifies the claim together with its resolution: `refund/8812734`. */
  key: string
  resolution: Resolution
  /** The service's id of the claim; null if it sends none. */
  id: string | null
  order: string
  /** Sorted by id; empty if a store credit has only a total. */
  lines: ClaimLine[]
  /** The total to credit, if it is not the sum of the lines. */
  total: Money | null
  /** The shipping address of a reorder, if it is sent. */
  address: NonNullable<ReorderClaim['shipping_address']> | null
}

/**
 * The states of a claim. `awaiting`: waits for a person; `open`: is being resolved; `resolved`: the shop has done it; `failed`: it was approved, and the
 * shop could not do it; `refused`: a person has refused it; `outside`: exceeds the bounds of its order, and is refused until the service retries and the
 * bounds leave room; `erased`: refused for good, because its order was erased. The service gets a refusal for a failed claim, too.
 */
export const claimStates = ['awaiting', 'open', 'resolved', 'failed', 'refused', 'outside', 'erased'] as const
/** One of the states of a claim. */
export type ClaimState = (typeof claimStates)[number]

/** The answer to the service begins with these words; the reason of the person or of the shop follows. */
export const refusedPrefix = 'the shop refused: '

/** Control characters and lone surrogates. No store keeps them unchanged, so two ids could become one. */
const invisible = /[\p{Cc}\p{Cs}]/u

/** The key of a claim with this id and resolution (A99). */
export const keyOf = (resolution: Resolution, id: string) => `${resolution}/${id}`

/** Converts a request of the service to one form; `faults` names each field that contradicts another. */
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
  const content = { resolution, order, lines, total, address }
  const hash = createHash('sha256').update(canonical(content)).digest('hex')
  const id = input.refundable?.id ?? null
  const faults = [
    ...(invisible.test(order) ? ['shop_order_id holds a character that cannot be seen'] : []),
    ...(id !== null && invisible.test(id) ? ['refundable.id holds a character that cannot be seen'] : []),
    ...(input.shop_order_id !== undefined && input.shop_order_id !== order ? ['shop_order_id is not the one in the path'] : []),
    ...lines.filter((line, index) => lines[index - 1]?.id === line.id).map((line) => `line_items name shop_line_item_id ${shown(line.id)} twice`),
    ...(to_issue_amount && amount && !sameMoney(to_issue_amount, amount) ? ['to_issue_amount and amount say different things'] : []),
  ]
  // Without an id, only the hash of the contents identifies the claim.
  return { claim: { key: keyOf(resolution, id ?? `~${hash}`), id, ...content }, hash, faults }
}

/** An id for use in a message: at most 64 characters, none of them invisible. */
export const shown = (id: string) => `"${id.replace(/[\p{C}]/gu, ' ').slice(0, 64)}"`

/** JSON with the fields of each object sorted. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

/** The ordering key of an order's claims. */
export const orderingKeyOfClaims = (order: string) => `claims:${order}`

/** The body of the job that resolves a claim. */
export interface ClaimBody extends Claim {
  /** A person has approved the claim. The job is another one than that which left the claim to the person, and so no repeat of it. */
  approved?: true
}

/** The job that resolves a claim. Claims of one order run one after the other, so that two claims cannot both pass the same bound. */
export const claimJob = (claim: ClaimBody): Job => ({
  kind: 'claim',
  orderingKey: orderingKeyOfClaims(claim.order),
  priority: 0,
  subject: `claim:${claim.key}`,
  businessKey: claim.order,
  body: JSON.stringify(claim),
  collapse: 'ever',
})

/** The job that frees what a claim has taken of its order, if a person refuses the claim after it was tried. */
export const voidClaimJob = ({ key, order }: Pick<Claim, 'key' | 'order'>): Job => ({
  kind: 'claim-void',
  orderingKey: orderingKeyOfClaims(order),
  priority: 0,
  subject: `claim:${key}`,
  businessKey: order,
  body: JSON.stringify({ key, order }),
  collapse: 'ever',
  keepsBody: true,
})
