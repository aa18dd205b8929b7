import type { Config } from '../config/config.ts'
import { allowedActs, lackingActs, refundsByItself } from '../config/order-acts.ts'
import { failed, noted, passed, type Finding } from './check.ts'

/** Who tells of orders here, who decides about claims, and what shoppers may do about the protection of what they have bought. */
export const checkReporting = (config: Config): Finding[] => [checkOrders(config), checkClaims(config), ...checkOrderActs(config)]

function checkOrders({ merchantKeys, shopify, shopifyAdmin, woocommerce, fallbackPhone, protection, claims }: Config): Finding {
  const check = 'orders'
  const tellers = [
    ...(shopify ? [`Shopify (${shopify.shop})`] : []),
    ...(woocommerce ? ['WooCommerce'] : []),
    ...(merchantKeys.length > 0 ? ["the merchant's backend"] : []),
  ]
  if (tellers.length === 0)
    return noted(check, 'nobody tells of any, so that none is protected', 'Set SHOPIFY_SHOP and SHOPIFY_APP_SECRETS, WOOCOMMERCE_SECRETS or MERCHANT_API_KEYS')
  const told = `told of by ${tellers.join(', ')}`
  if (!protection)
    return failed(
      check,
      `${told}, but no protection service is set up to pass them on to`,
      'Set PROTECTION_BASE_URL and PROTECTION_API_KEY; what is taken in waits until then',
    )
  const platform = shopify ?? woocommerce
  if (platform && !fallbackPhone) return noted(check, `${told}; those without a phone number are held`, 'Set FALLBACK_PHONE to a number of the shop')
  if (shopify && !shopifyAdmin && !claims)
    return noted(
      check,
      `${told}; what is paid for protection that cannot be had is left to people`,
      'Set SHOPIFY_ADMIN_TOKEN to have it refunded, and pictures shown',
    )
  return passed(check, told)
}

function checkClaims({ claims }: Config): Finding {
  const check = 'claims'
  if (!claims) return noted(check, 'cannot be resolved through the proxy', 'Set CLAIMS_API_KEYS and CLAIMS_RESOLVER to have them resolved')
  const { resolver, mode, autoLimit } = claims
  if (mode === 'approve') return passed(check, `resolved through ${resolver}, each once somebody approves it`)
  const limits = Object.keys(autoLimit)
  return limits.length > 0
    ? passed(check, `resolved through ${resolver}, small ones in ${limits.join(', ')} by themselves`)
    : noted(check, `resolved through ${resolver}, each once somebody approves it`, 'CLAIMS_MODE=auto needs CLAIMS_AUTO_LIMIT, such as "50.00 USD"')
}

function checkOrderActs(config: Config): Finding[] {
  const allowed = allowedActs(config)
  if (allowed.length === 0) return []
  const check = 'after the order'
  const lacking = lackingActs(config).join(', ')
  const services = config.protection && config.track ? undefined : 'Set PROTECTION_BASE_URL, PROTECTION_API_KEY and TRACK_BASE_URL'
  const remedy =
    services ?? (refundsByItself(config) ? undefined : 'Set SHOPIFY_ADMIN_TOKEN or CLAIMS_RESOLVER, so that what protection cost can be given back')
  if (remedy) return [noted(check, `SHOPPERS_MAY=${lacking} is set, but not what it takes`, remedy)]
  const told = config.shopify ?? config.woocommerce
  if (allowed.includes('unprotect') && !told)
    return [
      noted(
        check,
        `shoppers may: ${allowed.join(', ')}; but what the backend reports does not say which line paid for protection, so that it stays on`,
        'Have the platform tell of orders by webhook (SHOPIFY_SHOP, WOOCOMMERCE_SECRETS)',
      ),
    ]
  return [passed(check, `shoppers may: ${allowed.join(', ')}`)]
}
