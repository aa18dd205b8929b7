import type { Job } from '../jobs/job.ts'
import type { PaymentFacts } from '../reports/refund-facts.ts'
import { hashOf } from '../reports/hash.ts'
import type { OrderFacts, ShipmentFacts } from '../reports/report-kinds.ts'
import type { SealedQuote } from '../identity/sealed-quotes.ts'
import { keepFields, type KeptFields } from './kept-fields.ts'
import { readPayload, type Part } from './payload.ts'

/** What a platform sent in place of an order. */
export interface WebhookError {
  /** As the platform names it: `woocommerce_rest_cannot_view`. */
  code: string
  /** What it means, and what to do about it. */
  says: string
}

/** What a mapping needs to know beside the payload. */
export interface Surroundings {
  /** For orders that come without a number. */
  fallbackPhone: string | undefined
  /** The picture of an order's line. */
  picture(line: string): string
  /** What the service has of the order; undefined before it was reported. */
  order: OrderFacts | undefined
  /** The same of the shipment. */
  shipment: ShipmentFacts | undefined
  /** When the platform called the shipment off, as `cancelledFact` keeps it. */
  cancelled: number | undefined
  /** Nothing of the order ships, so it is not reported. */
  digital: boolean
  /** The quotes of ours among the tokens that the payload carries, by the token as it is written there. */
  quotes: ReadonlyMap<string, SealedQuote>
}

/** What a payload comes to. */
export type Mapping =
  | {
      jobs: Job[]
      /** For the merchant. */
      notes?: string[]
      facts?: Record<string, unknown>
      wakes?: string[]
    }
  | { superseded: string }
  /** It cannot be said before something else has come. */
  | { waitsFor: string; note: string }
  /** A person has to do something about it. */
  | { held: string }

/** One kind of thing that a platform tells. */
export interface Topic {
  /** As the platform's header names it: `orders/create`. */
  name: string
  /** How else the path may name it. */
  aliases?: readonly string[]
  /** The order that it is about. */
  orderOf(payload: Part): string | undefined
  /** The shipment that it is about. */
  shipmentOf?(payload: Part): string | undefined
  /** The shop that it is about, where the body says so itself. */
  shopOf?(payload: Part): string | undefined
  /** It tells that an order was made: what tells of its changes is never older. */
  creates?: boolean
  /** Whether pictures are needed. */
  pictured?: boolean
  /** What may be tokens of sealed quotes, as it is written in the payload. */
  tokensIn?(payload: Part): string[]
  /** Reads the payment status and the refunds of an order. Throws an `Unmappable` where a field cannot be read. */
  paymentOf?(payload: Part): Omit<PaymentFacts, 'version'>
  /** What of the body is stored, and so all that `map` can read: no more of a person than is needed. */
  fields: KeptFields | ((payload: Part) => KeptFields)
  /** Throws an `Unmappable` for what cannot be reported as it is. */
  map(payload: Part, around: Surroundings): Mapping
}

/** A platform whose webhooks are understood. Header names are lower-case; the first that is there counts. */
export interface Platform {
  name: 'shopify' | 'woocommerce'
  headers: {
    signature: readonly string[]
    topic: readonly string[]
    /** Names each delivery, where the platform gives each a name of its own; else its body alone tells it from others. */
    delivery?: readonly string[]
    shop?: readonly string[]
  }
  topics: readonly Topic[]
  /** The topic whose body is an order as it is now, as lists of orders have it too. */
  listed: string
  /** When an order was placed and changed last, in milliseconds. */
  timesOf(order: Part): (number | undefined)[]
  /** What a listed order has inside that the platform tells of by itself, such as its parcels. */
  partsOf?(order: Part): { topic: string; payload: Part }[]
  /** The error that a body holds in place of an order, where the platform may send one. */
  errorIn?(payload: Part): WebhookError | undefined
  /** Whether an unsigned body without a topic only asks if somebody is there. */
  isPing?(body: string): boolean
}

/** The same topic whatever stands between its words: `orders/create`, `orders-create`, `customers/data_request`. */
export const topicKey = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** The topic that a path or header names. */
export const findTopic = ({ topics }: Platform, name: string) =>
  topics.find((topic) => [topic.name, ...(topic.aliases ?? [])].some((one) => topicKey(one) === topicKey(name)))

/** Under which name it is kept that nothing of an order ships. */
export const digitalFact = (order: string) => `digital:${order}`

/** Under which name it is kept how new an order is that could not be reported. */
export const heldFact = (order: string) => `held:${order}`

/** The platform whose words these are: each has fields that the other has not. */
export const platformOf = (order: Part, platforms: readonly Platform[]) => platforms.find((platform) => platform.timesOf(order)[0] !== undefined)

/** What is stored of a webhook. */
export interface WebhookBody {
  platform: Platform['name']
  topic: string
  /** The kept fields, as JSON; empty where the body could not be read. */
  text: string
  /** As in `OrderReport`: the state in whose place this one is to be reported. */
  over?: string
  /** Of a body that is no JSON object: how long it was, and the id that seems to stand in it. */
  unreadable?: { bytes: number; id?: string }
}

/** The fields of a payload that are stored. */
export const keptOf = ({ fields }: Topic, payload: Part) => keepFields(payload, typeof fields === 'function' ? fields(payload) : fields)

/**
 * The job that translates what a platform has told into reports. Its subject is the order, parcel or refund of this id, whichever topic tells
 * of it: each tells how all of that is now. Of a body that cannot be read only what names it is stored; its handler says so.
 */
export function webhookJob(
  platform: Platform,
  topic: Topic,
  given: Part | string,
  about: { order?: string | undefined; id?: string | undefined; over?: string | undefined } = {},
): Job {
  const read = typeof given === 'string' ? readPayload(given) : given
  const payload = read?.isObject() ? read : undefined
  const text = payload ? JSON.stringify(keptOf(topic, payload)) : ''
  // The kept fields of two bodies without an id may be equal, though each body is about an order of its own.
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
    lane: order === undefined ? `webhook:${mark}` : `order:${order}`,
    rank: 0,
    subject: `${platform.name}/${thing}:${id ?? mark}`,
    order: order ?? null,
    body: JSON.stringify(body),
    collapse: 'ever',
  }
}

function describe(text: string): NonNullable<WebhookBody['unreadable']> {
  const id = /"id"\s*:\s*"?([\w-]{1,64})/.exec(text)?.[1]
  return { bytes: Buffer.byteLength(text), ...(id !== undefined && { id }) }
}
