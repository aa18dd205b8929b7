import type { PlatformName } from '../config/merchant-settings.ts'
import type { Job } from '../jobs/job.ts'
import type { Buyer } from '../order-keys/buyer-facts.ts'
import type { PaymentFacts } from '../reports/refund-facts.ts'
import { hashOf } from '../reports/hash.ts'
import type { OrderFacts, ShipmentFacts } from '../reports/report-facts.ts'
import type { SealedQuote } from '../identity/sealed-quotes.ts'
import { selectFields, type FieldSelection } from './stored-fields.ts'
import { readPayload, type Part } from './payload.ts'

/** An error that a platform sent in place of an order. */
export interface WebhookError {
  /** The platform's error code: `woocommerce_rest_cannot_view`. */
  code: string
  /** The meaning of the error, and the remedy. */
  says: string
}

/** What a mapping needs besides the payload. */
export interface MappingContext {
  /** The phone number for orders without one. */
  fallbackPhone: string | undefined
  /** The picture of an order's line. */
  picture(line: string): string
  /** The facts of the order that the service has; undefined before it was reported. */
  order: OrderFacts | undefined
  /** The facts of the shipment that the service has. */
  shipment: ShipmentFacts | undefined
  /** The version at which the platform cancelled the shipment, as `cancelledFact` stores it. */
  cancelled: number | undefined
  /** True if nothing of the order ships, so that it is not reported. */
  digital: boolean
  /** The proxy's own quotes among the tokens in the payload, by the token as it is written there. */
  quotes: ReadonlyMap<string, SealedQuote>
}

/** The result of mapping a payload. */
export type Mapping =
  | {
      jobs: Job[]
      /** For the merchant. */
      notes?: string[]
      facts?: Record<string, unknown>
      wakes?: string[]
    }
  | { superseded: string }
  /** It cannot be reported before something else is known. */
  | { waitsFor: string; note: string }
  /** It needs a person. */
  | { held: string }

/** A kind of webhook that a platform sends. */
export interface Topic {
  /** The name in the platform's header: `orders/create`. */
  name: string
  /** Other names in the path. */
  aliases?: readonly string[]
  /** The id of the order. */
  orderOf(payload: Part): string | undefined
  /** The id of the shipment. */
  shipmentOf?(payload: Part): string | undefined
  /** The shop, if the body names it. */
  shopOf?(payload: Part): string | undefined
  /** Why the body cannot be of this topic, the field first: the signature covers the body, and not the topic. */
  faultIn?(payload: Part): string | undefined
  /** The webhook reports a new order; webhooks about its changes are never older. */
  creates?: boolean
  /** Whether the mapping needs pictures. */
  pictured?: boolean
  /** The possible tokens of sealed quotes, as they are written in the payload. */
  tokensIn?(payload: Part): string[]
  /** Reads the payment status and the refunds of an order. Throws an `Unmappable` if a field cannot be read. */
  paymentOf?(payload: Part): Omit<PaymentFacts, 'version'>
  /** The fields of the body that are stored, and so all that `map` can read: no more personal data than needed. */
  fields: FieldSelection | ((payload: Part) => FieldSelection)
  /** Reads the buyer of an order from the stored fields; undefined if nothing could be looked up for them. */
  buyerOf?(payload: Part): Buyer | undefined
  /** Maps a payload to jobs. Throws an `Unmappable` for a payload that cannot be reported as it is. */
  map(payload: Part, mappingContext: MappingContext): Mapping
}

/** A platform whose webhooks the proxy understands. Header names are lower-case; the first one that is present counts. */
export interface Platform {
  name: PlatformName
  headers: {
    signature: readonly string[]
    topic: readonly string[]
    /** The delivery's id, if the platform gives each delivery its own; otherwise only the body identifies a delivery. */
    delivery?: readonly string[]
    shop?: readonly string[]
  }
  topics: readonly Topic[]
  /** The topic whose body is an order in its current state, in the form that lists of orders have too. */
  listed: string
  /** When an order was placed, and when it was changed last, in milliseconds. */
  timesOf(order: Part): (number | undefined)[]
  /** The parts of a listed order that have their own webhooks, such as its parcels. */
  partsOf?(order: Part): { topic: string; payload: Part }[]
  /** The error that a body holds in place of an order, if the platform may send one. */
  errorIn?(payload: Part): WebhookError | undefined
  /** Whether an unsigned body without a topic is only a ping. */
  isPing?(body: string): boolean
}

/** Normalizes a topic's name, so that the characters between its words make no difference: `orders/create`, `orders-create`, `customers/data_request`. */
export const topicKey = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** Finds the topic that a path or header names. */
export const findTopic = ({ topics }: Platform, name: string) =>
  topics.find((topic) => [topic.name, ...(topic.aliases ?? [])].some((one) => topicKey(one) === topicKey(name)))

/** The name of the fact that stores the version of an order that could not be reported. */
export const heldFact = (order: string) => `held:${order}`

/** The platform that wrote this order: each platform has fields that the others lack. */
export const platformOf = (order: Part, platforms: readonly Platform[]) => platforms.find((platform) => platform.timesOf(order)[0] !== undefined)

/** The stored part of a webhook. */
export interface WebhookBody {
  platform: Platform['name']
  topic: string
  /** The stored fields, as JSON; empty if the body could not be read. */
  text: string
  /** As in `OrderReport`: the state that this report replaces. */
  over?: string
  /** For a body that is not a JSON object: its length, and the id that it seems to contain. */
  unreadable?: { bytes: number; id?: string }
}

/** The fields of a payload that are stored. */
export const storedFieldsOf = ({ fields }: Topic, payload: Part) => selectFields(payload, typeof fields === 'function' ? fields(payload) : fields)

/**
 * The job that converts a platform's webhook to reports. Its subject is the order, parcel or refund of this id, the same for all topics, because
 * each webhook describes the whole current state. Of an unreadable body only what identifies it is stored; its handler reports that.
 */
export function webhookJob(
  platform: Platform,
  topic: Topic,
  given: Part | string,
  about: { order?: string | undefined; id?: string | undefined; over?: string | undefined } = {},
): Job {
  const read = typeof given === 'string' ? readPayload(given) : given
  const payload = read?.isObject() ? read : undefined
  const text = payload ? JSON.stringify(storedFieldsOf(topic, payload)) : ''
  // Two bodies without an id may have equal stored fields, though each is about its own order.
  const mark = hashOf(payload ? JSON.stringify(payload.value) : String(given))
  const { order = payload && topic.orderOf(payload), id = payload?.at('id').id() } = about
  const [thing] = topicKey(topic.name).split('-')
  const body: WebhookBody = {
    platform: platform.name,
    topic: topic.name,
    text,
    ...(about.over !== undefined && { over: about.over }),
    ...(!payload && { unreadable: describe(String(given)) }),
  }
  return {
    kind: 'webhook',
    orderingKey: order === undefined ? `webhook:${mark}` : `order:${order}`,
    priority: 0,
    subject: `${platform.name}/${thing}:${id ?? mark}`,
    businessKey: order ?? null,
    body: JSON.stringify(body),
    collapse: 'ever',
  }
}

function describe(text: string): NonNullable<WebhookBody['unreadable']> {
  const id = /"id"\s*:\s*"?([\w-]{1,64})/.exec(text)?.[1]
  return { bytes: Buffer.byteLength(text), ...(id !== undefined && { id }) }
}
