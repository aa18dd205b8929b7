import '@shopify/shopify-api/adapters/node'
import { ApiVersion, LogSeverity, shopifyApi } from '@shopify/shopify-api'

/** Shopify's own library, which checks signatures by its documentation: a second opinion on our check. */
export const shopifyLibrary = (apiSecretKey: string, apiKey = 'key') =>
  shopifyApi({
    apiKey,
    apiSecretKey,
    hostName: 'proxy.example',
    apiVersion: ApiVersion.October25,
    isEmbeddedApp: false,
    logger: { level: LogSeverity.Error, log: () => {} },
  })
