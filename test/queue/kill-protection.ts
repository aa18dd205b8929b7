import type { Quote } from '../../src/contract/protection.ts'
import type { OrderInput } from '../../proxy/upstream/protection.ts'
import { claimOf } from '../claims/claims-stack.ts'
import { orderOf, protectedOrderOf } from '../proxy/orders.ts'
import type { Chance } from './kill-chance.ts'

/** What becomes of an order and of its protection. */
export type Fate = 'unprotected' | 'protected' | 'taken off' | 'added' | 'token refused' | 'order refused'

/** What can become of an order that the merchant's backend reports, and of one of a platform; the usual more often. */
export const fates: Readonly<Record<'backend' | 'platform', readonly Fate[]>> = {
  backend: ['unprotected', 'unprotected', 'protected', 'protected', 'taken off', 'added', 'token refused', 'order refused'],
  platform: ['unprotected', 'unprotected', 'protected', 'protected', 'token refused', 'token refused', 'order refused'],
}

/** An order's fate, with the quote that its shopper bought where it has one. */
export interface Protection {
  fate: Fate
  quote?: Quote
}

/** What the carts of all stories come to, which is what is quoted. */
export const quoted = { cents: 4800, currency: 'USD' }

/** Whether the shopper of such an order buys protection with it. */
export const buysQuote = (fate: Fate) => fate !== 'unprotected' && fate !== 'added'

/** The order as the merchant's backend reports it first. */
export const orderWith = (order: string, { quote }: Protection): OrderInput => (quote ? protectedOrderOf(order, quote.token) : orderOf(order))

const resolutions = ['refund', 'reorder', 'store_credit'] as const

/** A claim as the service sends it, until it is resolved. */
export interface ClaimStory {
  resolution: (typeof resolutions)[number]
  id: string
  path: string
  body: object
}

/** A claim about one mug of an order that was sent. */
export function createClaim(order: string, chance: Chance): ClaimStory {
  const resolution = chance.one(resolutions)
  const id = `7${order}`
  const claim = claimOf(id, order)
  const line_items = claim.line_items.map(({ shop_line_item_id, quantity_to_issue: quantity }) => ({ shop_line_item_id, quantity }))
  const body = resolution === 'reorder' ? { ...claim, line_items, shipping_address: orderOf(order).shipping_address } : claim
  return { resolution, id, path: `/v1/claims/orders/${order}/${resolution}`, body }
}
