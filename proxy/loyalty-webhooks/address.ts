/** Where the proxy takes what the loyalty service tells. */
export const loyaltyWebhookPath = '/v1/webhooks/loyalty'

/** The address that the service has to know. */
export const webhookAddress = (publicUrl: string) => publicUrl + loyaltyWebhookPath

/** Whether an address is that one, with or without slashes at its end. */
export const isAt = (address: string, callbackUrl: string) => callbackUrl.replace(/\/+$/, '') === address
