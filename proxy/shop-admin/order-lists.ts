import type { Config } from '../config/config.ts'
import type { Observe } from '../upstream/transport.ts'
import type { OrderList, Shop } from './shop.ts'
import { createWooCommerceOrders } from './woocommerce-orders.ts'

/** A platform whose webhooks are understood. */
export type PlatformName = 'shopify' | 'woocommerce'

/** The platforms that list their orders here. Closing a list of the shop is left to the shop. */
export const createOrderLists = (
  { woocommerceApi }: Pick<Config, 'woocommerceApi'>,
  shop: Shop | undefined,
  observe?: Observe,
): Partial<Record<PlatformName, OrderList>> => ({
  ...(shop?.orders && { shopify: { orders: shop.orders.bind(shop) } }),
  ...(woocommerceApi && { woocommerce: createWooCommerceOrders(woocommerceApi, observe) }),
})
