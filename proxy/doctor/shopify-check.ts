import type { Config } from '../config/config.ts'
import { createAdmin, type Admin } from '../shop-admin/shopify/admin.ts'
import { missingScopes, neededScopes } from '../shop-admin/shopify/scopes.ts'
import { failed, noted, passed, type Finding } from './finding.ts'
import { checkShopifySurfaces } from './shopify-surfaces-check.ts'
import { checkShopifyWebhooks } from './shopify-webhooks-check.ts'

const question = '{ shop { name } currentAppInstallation { accessScopes { handle } } }'

interface Answer {
  shop: { name: string }
  currentAppInstallation: { accessScopes: { handle: string }[] }
}

/**
 * Whether the Admin API of Shopify gives the proxy a token and accepts it, which scopes the app lacks, which webhooks come, and whether the shop shows UI
 * extensions.
 */
export async function checkShopify(config: Config): Promise<Finding[]> {
  const { shopifyAdmin, shopify } = config
  if (!shopifyAdmin) return shopify ? await checkShopifyWebhooks(config, undefined) : []
  const admin = createAdmin(shopifyAdmin)
  try {
    const access = await checkAccess(admin, config)
    if (access.verdict === 'failed') return [access]
    return [access, ...(await checkShopifyWebhooks(config, admin)), ...(await checkShopifySurfaces(admin))]
  } finally {
    await admin.close()
  }
}

async function checkAccess(admin: Admin, { shopify, shopifyAdmin }: Config): Promise<Finding> {
  const check = 'Shopify Admin API'
  try {
    const { shop, currentAppInstallation } = await admin.ask<Answer>(question, {})
    const missing = missingScopes(currentAppInstallation.accessScopes.map(({ handle }) => handle))
    const uses = missing.map((scope) => `${scope} (${neededScopes[scope]})`).join(', ')
    if (missing.length > 0)
      return noted(check, `reachable, but the app lacks ${uses}`, 'Add the scopes to shopify.app.toml, run shopify app deploy, and accept them in the shop')
    const says = `reachable; the app of ${shop.name} has all scopes`
    if (!shopify?.clientId) return noted(check, `${says}; UI extensions are off`, 'Set SHOPIFY_CLIENT_ID, by which the proxy knows the requests of extensions')
    return passed(check, `token` in shopifyAdmin!.access ? `${says}; its token is SHOPIFY_ADMIN_TOKEN, and SHOPIFY_CLIENT_ID serves UI extensions alone` : says)
  } catch (error) {
    return failed(check, (error as Error).message, 'Check SHOPIFY_SHOP, and that the app is installed there and belongs to the organisation of the shop')
  }
}
