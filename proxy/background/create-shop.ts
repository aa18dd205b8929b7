import type { Config } from '../config/config.ts'
import type { Observe } from '../upstream/transport.ts'
import { createDemoShop } from '../shop-admin/demo-shop.ts'
import type { Shop } from '../shop-admin/shop.ts'
import type { OnMissingScopes } from '../shop-admin/shopify/access-token.ts'
import { createShopifyShop } from '../shop-admin/shopify/shopify-shop.ts'
import { createUrlShop } from '../shop-admin/url-shop.ts'

type ShopConfig = Pick<Config, 'claims' | 'shopifyAdmin' | 'allowedOrigins' | 'merchantKeys'>

/** Creates the shop that moves money and goods, if one is set up. Pictures and orders always come from the platform, which alone has them. */
export function createShop(config: ShopConfig, observe?: Observe, onMissingScopes?: OnMissingScopes): Shop | undefined {
  const { claims, shopifyAdmin, allowedOrigins, merchantKeys } = config
  const platform = shopifyAdmin && createShopifyShop({ ...shopifyAdmin, onMissingScopes }, observe)
  const own =
    claims?.resolver === 'demo'
      ? createDemoShop({ baseUrl: allowedOrigins[0]!, key: merchantKeys[0] ?? '' }, observe)
      : claims?.resolver === 'url'
        ? createUrlShop(claims, observe)
        : undefined
  if (!platform || !own) return own ?? platform
  return { ...platform, ...own, close: async () => void (await Promise.all([own.close?.(), platform.close()])) }
}
