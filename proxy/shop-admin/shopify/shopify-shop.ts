import type { Observe } from '../../upstream/transport.ts'
import type { Shop } from '../shop.ts'
import { createAdmin, type AdminSettings } from './admin.ts'
import { createCredit } from './credit.ts'
import { removeOrderKey, writeOrderKey } from './order-key.ts'
import { listOrders, readImages } from './orders.ts'
import { createRefund } from './refund.ts'
import { createReorder } from './reorder.ts'

/** Creates the shop on Shopify, by its Admin API. `scopes.ts` lists the scopes that the app needs. */
export function createShopifyShop(settings: AdminSettings, observe?: Observe): Required<Shop> {
  const admin = createAdmin(settings, observe)
  return {
    refund: (request) => createRefund(admin, request),
    reorder: (request) => createReorder(admin, request),
    credit: (request) => createCredit(admin, request),
    pictures: (order) => readImages(admin, order),
    orderKeys: { write: (order, key) => writeOrderKey(admin, order, key), remove: (order) => removeOrderKey(admin, order) },
    orders: (from, to) => listOrders(admin, from, to),
    fault: () => admin.fault(),
    close: () => admin.close(),
  }
}
