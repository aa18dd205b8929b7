import type { Config } from '../config/config.ts'
import { allowedActions, lackingActions, refundsByItself } from '../config/order-actions.ts'
import { failed, noted, passed, type Finding } from './finding.ts'

/** Checks who reports orders, who decides claims, and what shoppers may change. */
export const checkReporting = (config: Config): Finding[] => [checkOrders(config), checkClaims(config), ...checkOrderActions(config)]

function checkOrders({ merchantKeys, shopify, shopifyAdmin, woocommerce, fallbackPhone, protection, claims }: Config): Finding {
  const check = 'orders'
  const sources = [
    ...(shopify ? [`Shopify (${shopify.shop})`] : []),
    ...(woocommerce ? ['WooCommerce'] : []),
    ...(merchantKeys.length > 0 ? ["the merchant's backend"] : []),
  ]
  if (sources.length === 0)
    return noted(
      check,
      'no source of orders is set up, so no order is protected',
      'Set SHOPIFY_SHOP and SHOPIFY_APP_SECRETS, WOOCOMMERCE_SECRETS or MERCHANT_API_KEYS',
    )
  const reportedBy = `reported by ${sources.join(', ')}`
  if (!protection)
    return failed(check, `${reportedBy}, but no protection service is set up`, 'Set PROTECTION_BASE_URL and PROTECTION_API_KEY; reports wait until then')
  if (!fallbackPhone && (shopify ?? woocommerce)) {
    const remedy = 'Set FALLBACK_PHONE to a number of the shop'
    // The checkout of WooCommerce does not require a number by default, and orders of the back office may have none in any shop.
    if (woocommerce) return failed(check, `${reportedBy}; those of WooCommerce without a phone number, which its checkout does not require, are held`, remedy)
    return noted(check, `${reportedBy}; those without a phone number are held`, remedy)
  }
  if (shopify && !shopifyAdmin && !claims)
    return noted(
      check,
      `${reportedBy}; a person has to refund protection that the service refuses`,
      'Set SHOPIFY_CLIENT_ID to refund it automatically and to show pictures',
    )
  return passed(check, reportedBy)
}

function checkClaims({ claims }: Config): Finding {
  const check = 'claims'
  if (!claims) return noted(check, 'not resolved by the proxy', 'Set CLAIMS_API_KEYS and CLAIMS_RESOLVER to resolve them')
  const { resolver, mode, autoLimit } = claims
  if (mode === 'approve') return passed(check, `resolved by ${resolver} after a person approves each`)
  const limits = Object.keys(autoLimit)
  return limits.length > 0
    ? passed(check, `resolved by ${resolver}, small amounts in ${limits.join(', ')} automatically`)
    : noted(check, `resolved by ${resolver} after a person approves each`, 'CLAIMS_MODE=auto needs CLAIMS_AUTO_LIMIT, such as "50.00 USD"')
}

function checkOrderActions(config: Config): Finding[] {
  const allowed = allowedActions(config)
  if (allowed.length === 0) return []
  const check = 'after the order'
  const lacking = lackingActions(config).join(', ')
  const services = config.protection && config.track ? undefined : 'Set PROTECTION_BASE_URL, PROTECTION_API_KEY and TRACK_BASE_URL'
  const remedy = services ?? (refundsByItself(config) ? undefined : 'Set SHOPIFY_CLIENT_ID or CLAIMS_RESOLVER, so that protection can be refunded')
  if (remedy) return [noted(check, `SHOPPERS_MAY=${lacking} needs further settings`, remedy)]
  const reportedBy = config.shopify ?? config.woocommerce
  if (allowed.includes('unprotect') && !reportedBy)
    return [
      noted(
        check,
        `shoppers may: ${allowed.join(', ')}; but reports of the backend do not name the protection line, so protection cannot be removed`,
        'Let the platform send orders by webhook (SHOPIFY_SHOP, WOOCOMMERCE_SECRETS)',
      ),
    ]
  return [passed(check, `shoppers may: ${allowed.join(', ')}`)]
}
