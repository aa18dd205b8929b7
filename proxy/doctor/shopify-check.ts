import type { Config } from '../config/config.ts'
import { createAdmin } from '../shop-admin/shopify/admin.ts'
import { missingScopes, neededScopes } from '../shop-admin/shopify/scopes.ts'
import { failed, noted, passed, type Finding } from './finding.ts'

const question = '{ shop { name } currentAppInstallation { accessScopes { handle } } }'

interface Answer {
  shop: { name: string }
  currentAppInstallation: { accessScopes: { handle: string }[] }
}

/** Whether the Admin API of Shopify gives the proxy a token and accepts it, and which scopes the app lacks. */
export async function checkShopifyAdmin({ shopifyAdmin }: Config): Promise<Finding[]> {
  if (!shopifyAdmin) return []
  const check = 'Shopify Admin API'
  const admin = createAdmin(shopifyAdmin)
  try {
    const { shop, currentAppInstallation } = await admin.ask<Answer>(question, {})
    const missing = missingScopes(currentAppInstallation.accessScopes.map(({ handle }) => handle))
    if (missing.length === 0) return [passed(check, `reachable; the app of ${shop.name} has all scopes`)]
    const uses = missing.map((scope) => `${scope} (${neededScopes[scope]})`).join(', ')
    return [noted(check, `reachable, but the app lacks ${uses}`, 'Add the scopes to shopify.app.toml, run shopify app deploy, and accept them in the shop')]
  } catch (error) {
    return [failed(check, (error as Error).message, 'Check SHOPIFY_SHOP, and that the app is installed there and belongs to the organisation of the shop')]
  } finally {
    await admin.close()
  }
}
