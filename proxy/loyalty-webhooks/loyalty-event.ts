import { createHash } from 'node:crypto'
import { isLosslessNumber, parse, stringify } from 'lossless-json'
import { loyaltyEvents } from '../upstream/loyalty-events.schema.ts'

/** A parsed delivery, the same for every format (A52). */
export interface LoyaltyEvent {
  /** Empty if the delivery names none. */
  topic: string
  /** The customer; null if the delivery names none. */
  customer: string | null
  /** The service's id of the event, the same for all attempts; absent if it sends none. */
  id: string | undefined
  /** SHA-256 of everything except what differs between two attempts. */
  hash: string
  /** Never stored. */
  token: string | undefined
  /** The JSON to store of the event: its topic, its ids and its time. */
  json: string
}

/** Topics besides those of the document, from public lists of the same service (A51). */
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

/** Whether events of this topic are processed. */
export const isKnownTopic = (topic: string) => known.has(topic)

/** Whether the topic is about the merchant's settings for all members. */
export const isAboutMerchant = (topic: string) => topic.startsWith('merchant.')

/** The ordering key of all events about a customer. */
export const orderingKeyOfCustomer = (customer: string) => `customer:${customer}`

/** Parses a delivery, in an envelope or flat (A52). Throws a `SyntaxError` if the text is not a JSON object. */
export function readEvent(text: string): LoyaltyEvent {
  // Numbers stay as they were written: an id may have more digits than JavaScript's numbers can hold.
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
    // Records hold names, addresses and the service's own secrets (A39), and unknown events may hold anything; none of it is needed.
    json: write({ topic, customer, id: firstName(named.id), triggeredAt: asTime(triggeredAt), createdAt: asTime(payload.createdAt) }),
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value)

/** The form of a name: ids are text or numbers (A10), and are used where control characters are not possible. */
const nameable = /^[^\p{Cc}\p{Cs}]{1,200}$/u

/** The first value that can be a name. */
const firstName = (...values: readonly unknown[]): string | undefined =>
  values.flatMap((value) => (typeof value === 'string' || isLosslessNumber(value) ? [value.toString()] : [])).find((name) => nameable.test(name))

/** A time as it was written; undefined if the field holds something else, as it may in an unknown event. */
const asTime = (value: unknown) => (isLosslessNumber(value) || (typeof value === 'string' && !Number.isNaN(Date.parse(value))) ? value : undefined)

const write = (value: unknown) => stringify(value) ?? ''
