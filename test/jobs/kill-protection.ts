import type { Quote } from '../../src/contract/protection.ts'
import type { OrderInput } from '../../proxy/upstream/protection.ts'
import { claimOf } from '../claims/claims-stack.ts'
import { orderOf, protectedOrderOf } from '../proxy/orders.ts'
import type { Chance } from './kill-chance.ts'

/** What happens to an order and its protection. */
export type Fate = 'unprotected' | 'protected' | 'taken off' | 'added' | 'token refused' | 'order refused'

/** The possible fates of an order of the merchant's backend and of an order of a platform; usual fates are listed more often. */
export const fates: Readonly<Record<'backend' | 'platform', readonly Fate[]>> = {
  backend: ['unprotected', 'unprotected', 'protected', 'protected', 'taken off', 'added', 'token refused', 'order refused'],
  platform: ['unprotected', 'unprotected', 'protected', 'protected', 'token refused', 'token refused', 'order refused'],
}

/** An order's fate, with the quote that its shopper bought, if any. */
export interface Protection {
  fate: Fate
  quote?: Quote
}

/** The cart total of every story: the amount to quote. */
export const quoted = { cents: 4800, currency: 'USD' }

/** Whether the shopper buys protection together with the order. */
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

/** Creates a claim about one mug of an order that was shipped. */
export function createClaim(order: string, chance: Chance): ClaimStory {
  const resolution = chance.one(resolutions)
  const id = `7${order}`
  const claim = claimOf(id, order)
  const line_items = claim.line_items.map(({ shop_line_item_id, quantity_to_issue: quantity }) => ({ shop_line_item_id, quantity }))
  const body = resolution === 'reorder' ? { ...claim, line_items, shipping_address: orderOf(order).shipping_address } : claim
  return { resolution, id, path: `/v1/claims/orders/${order}/${resolution}`, body }
}
