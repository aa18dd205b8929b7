/** The path where the proxy accepts the loyalty service's webhooks. */
export const loyaltyWebhookPath = '/v1/webhooks/loyalty'

/** The address to register at the service. */
export const webhookAddress = (publicUrl: string) => publicUrl + loyaltyWebhookPath

/** Whether a callback URL is this address, with or without slashes at its end. */
export const isAt = (address: string, callbackUrl: string) => callbackUrl.replace(/\/+$/, '') === address
