import '@shopify/ui-extensions'

declare module './src/profile.tsx' {
  const shopify: import('@shopify/ui-extensions/customer-account.profile.block.render').Api
  const globalThis: { shopify: typeof shopify }
}

declare module './src/order-index.tsx' {
  const shopify: import('@shopify/ui-extensions/customer-account.order-index.block.render').Api
  const globalThis: { shopify: typeof shopify }
}
