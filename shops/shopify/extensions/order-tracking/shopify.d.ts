import '@shopify/ui-extensions'

declare module './src/order-tracking.tsx' {
  const shopify: import('@shopify/ui-extensions/customer-account.order-status.block.render').Api
  const globalThis: { shopify: typeof shopify }
}
