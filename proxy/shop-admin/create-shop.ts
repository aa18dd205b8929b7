import type { Config } from '../config/config.ts'
import type { Observe } from '../upstream/transport.ts'
import { createDemoShop } from './demo-shop.ts'
import type { Shop } from './shop.ts'
import { createShopifyShop } from './shopify/shopify-shop.ts'
import { createUrlShop } from './url-shop.ts'

type ShopConfig = Pick<Config, 'claims' | 'shopifyAdmin' | 'allowedOrigins' | 'merchantKeys'>

/** Creates the shop that moves money and goods, if one is set up. Pictures and orders always come from the platform, which alone has them. */
export function createShop({ claims, shopifyAdmin, allowedOrigins, merchantKeys }: ShopConfig, observe?: Observe): Shop | undefined {
  if (claims?.resolver === 'demo') return createDemoShop({ baseUrl: allowedOrigins[0]!, key: merchantKeys[0] ?? '' }, observe)
  const platform = shopifyAdmin && createShopifyShop(shopifyAdmin, observe)
  if (claims?.resolver !== 'url') return platform
  const own = createUrlShop(claims, observe)
  return platform ? { ...platform, ...own, close: async () => void (await Promise.all([own.close?.(), platform.close()])) } : own
}
