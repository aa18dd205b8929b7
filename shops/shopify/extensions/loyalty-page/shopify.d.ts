import '@shopify/ui-extensions'

declare module './src/loyalty-page.tsx' {
  const shopify: import('@shopify/ui-extensions/customer-account.page.render').Api
  const globalThis: { shopify: typeof shopify }
}
