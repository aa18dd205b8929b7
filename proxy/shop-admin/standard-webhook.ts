import { createHmac } from 'node:crypto'

/**
 * The headers that sign a message by Standard Webhooks (https://github.com/standard-webhooks/standard-webhooks, specification 1.0.0):
 * a receiver with the secret can verify the sender and the time; the id is the same at every attempt.
 */
export function signWebhook(secret: string, { id, body, at = new Date() }: { id: string; body: string; at?: Date }): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

/** The key bytes: the base64 text after `whsec_`, or else the secret as it is written. */
const keyOf = (secret: string) => (secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret))
