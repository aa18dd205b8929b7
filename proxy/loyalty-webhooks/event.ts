import { createHash } from 'node:crypto'
import { isLosslessNumber, parse, stringify } from 'lossless-json'
import { loyaltyEvents } from '../upstream/loyalty-events.schema.ts'

/** A delivery as it was read, whatever form it had (A52). */
export interface LoyaltyEvent {
  /** Empty where it names none. */
  topic: string
  /** Whom it is about; null where it names nobody. */
  customer: string | null
  /** As the service names it, the same over all tries; absent where it does not. */
  id: string | undefined
  /** SHA-256 of all but what differs between two tries. */
  hash: string
  /** Never kept. */
  token: string | undefined
  /** The JSON that the store keeps of the event: its topic, the ids in it, and its time. */
  kept: string
}

/** Names beside those of the document, from public lists of the same service (A51). */
const otherTopics = [
  'customer.joined.paid_tier',
  'customer.joined.free_tier',
  'customer.joined.free_trial',
  'customer.joined.lifetime_tier',
  'customer.changed_tier',
  'customer.payment_succeeded',
  'customer.payment_failed',
  'customer_billing.attempt.failed',
  'customer.payment_methods.updated',
  'customer.credits.expired',
  'customer.cancelled',
  'customer.pending_cancellation',
  'customer.resubscribed',
  'customer.merchant_cancel',
]
const known: ReadonlySet<string> = new Set([...Object.keys(loyaltyEvents), ...otherTopics])

/** Whether anything is done about an event of this name. */
export const isKnownTopic = (topic: string) => known.has(topic)

/** Whether it is about what the merchant has set up for all. */
export const isAboutMerchant = (topic: string) => topic.startsWith('merchant.')

/** The lane of all that is told of a customer. */
export const customerLane = (customer: string) => `customer:${customer}`

/** Reads a delivery, in an envelope or flat (A52). Throws a `SyntaxError` for what is no JSON object. */
export function readEvent(text: string): LoyaltyEvent {
  // Numbers stay as they were written: an id may have more digits than numbers here can hold.
  const body = parse(text)
  if (!isObject(body)) throw new SyntaxError('a delivery is a JSON object')
  const { token, retryCount: _, metadata, ...rest } = body
  const { retryCount: __, ...named } = isObject(metadata) ? metadata : {}
  const delivery = isObject(metadata) ? { ...rest, metadata: named } : body.metadata === undefined ? rest : { ...rest, metadata }
  const payload = [body.payload, body.data].find(isObject) ?? body
  const topic = firstName(named.topic, body.topic, body.event) ?? ''
  const people = [payload, payload.newData, payload.customer, payload.detail, body].filter(isObject)
  const customer = firstName(...people.map(({ customerId }) => customerId)) ?? null
  const triggeredAt = named.triggeredAt ?? named.triggerredAt ?? body.triggeredAt
  return {
    topic,
    customer,
    id: firstName(named.id),
    hash: createHash('sha256').update(write(delivery)).digest('hex'),
    token: typeof token === 'string' ? token : undefined,
    // Records hold names, addresses and secrets of the service's own (A39), and events of unknown names may hold anything: nobody needs it.
    kept: write({ topic, customer, id: firstName(named.id), triggeredAt: timeOf(triggeredAt), createdAt: timeOf(payload.createdAt) }),
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value)

/** Characters that a name may have: ids come as text and as numbers (A10), and go where control characters cannot. */
const nameable = /^[^\p{Cc}\p{Cs}]{1,200}$/u

/** The first that can be a name. */
const firstName = (...values: readonly unknown[]): string | undefined =>
  values.flatMap((value) => (typeof value === 'string' || isLosslessNumber(value) ? [value.toString()] : [])).find((name) => nameable.test(name))

/** A time as it was written; of an unknown event the field may hold anything. */
const timeOf = (value: unknown) => (isLosslessNumber(value) || (typeof value === 'string' && !Number.isNaN(Date.parse(value))) ? value : undefined)

const write = (value: unknown) => stringify(value) ?? ''
