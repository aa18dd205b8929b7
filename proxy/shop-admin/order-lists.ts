import type { Config } from '../config/config.ts'
import type { PlatformName } from '../config/merchant-settings.ts'
import type { Observe } from '../upstream/transport.ts'
import type { OrderList, Shop } from './shop.ts'
import { createWooCommerceOrders } from './woocommerce-orders.ts'

/** Creates the order lists of the platforms that are set up. The list of a shop is closed with the shop. */
export const createOrderLists = (
  { woocommerceApi }: Pick<Config, 'woocommerceApi'>,
  shop: Shop | undefined,
  observe?: Observe,
): Partial<Record<PlatformName, OrderList>> => ({
  ...(shop?.orders && { shopify: { orders: shop.orders.bind(shop) } }),
  ...(woocommerceApi && { woocommerce: createWooCommerceOrders(woocommerceApi, observe) }),
})
