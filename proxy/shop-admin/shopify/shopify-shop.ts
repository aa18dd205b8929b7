import type { Observe } from '../../upstream/transport.ts'
import type { Shop } from '../shop.ts'
import { createAdmin } from './admin.ts'
import { createCredit } from './credit.ts'
import { listOrders, readImages } from './orders.ts'
import { createRefund } from './refund.ts'
import { createReorder } from './reorder.ts'

/**
 * Creates the shop on Shopify, by its Admin API. The app needs the scopes `read_orders`, `write_orders`, `write_draft_orders`, `read_products`,
 * `read_customers`, `read_store_credit_accounts`, `read_store_credit_account_transactions` and `write_store_credit_account_transactions`.
 */
export function createShopifyShop(settings: { baseUrl: string; token: string }, observe?: Observe): Required<Shop> {
  const admin = createAdmin(settings, observe)
  return {
    refund: (request) => createRefund(admin, request),
    reorder: (request) => createReorder(admin, request),
    credit: (request) => createCredit(admin, request),
    pictures: (order) => readImages(admin, order),
    orders: (from, to) => listOrders(admin, from, to),
    close: () => admin.close(),
  }
}
