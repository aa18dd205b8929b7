/** Pages of the platform by their own scheme, and where the demo has them. */
const pages: [RegExp, string][] = [
  [/^extension:loyalty-page\b.*/, '/shopify/account/loyalty'],
  [/^shopify:customer-account\/orders\/(\d+)$/, '/shopify/orders/$1'],
  [/^shopify:customer-account\/orders\/?$/, '/shopify/account/orders'],
  [/^shopify:customer-account\/profile\/?$/, '/shopify/account/profile'],
  [/^shopify:customer-account\/pages\/.*$/, '/shopify/account/loyalty'],
]

/** The address of the demo for an address that an extension uses (https://shopify.dev/docs/api/customer-account-ui-extensions/2026-07/target-apis/platform-apis/navigation-api). */
export function toAddress(href: string): string {
  const [pattern, address] = pages.find(([each]) => each.test(href)) ?? []
  return pattern ? href.replace(pattern, address!) : href
}
