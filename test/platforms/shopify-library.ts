import '@shopify/shopify-api/adapters/node'
import { ApiVersion, LogSeverity, shopifyApi } from '@shopify/shopify-api'

/** The platform's own library, which judges signatures as its documentation says; a second opinion on ours. */
export const shopifyLibrary = (apiSecretKey: string) =>
  shopifyApi({
    apiKey: 'key',
    apiSecretKey,
    hostName: 'proxy.example',
    apiVersion: ApiVersion.October25,
    isEmbeddedApp: false,
    logger: { level: LogSeverity.Error, log: () => {} },
  })
