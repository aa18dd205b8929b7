import { z } from 'zod'
import { catalogue, type Family } from '../../proxy/upstream/catalogue.ts'
import { loyaltyEvents, type LoyaltyEventName } from '../../proxy/upstream/loyalty-events.schema.ts'
import type { Said } from './mutants.ts'
import { claims, events, everyEvent } from './operations.ts'

/** What a document or an assumption promises of a place: that something is there and true, or only that it is true where it is there. */
export type Extent = 'always' | 'where it is there' | undefined

/** What is promised of each place of what is said. */
export function promisedBy(operation: string, status: Said['status']): (place: string, value: unknown) => Extent {
  if (claims.includes(operation)) return promisedInClaim(operation)
  if (events.includes(operation)) return promisedInEvent(operation)
  return Number(status) < 300 ? promisedIn(operation) : promisedInRefusal(operation, Number(status))
}

const alwaysWhere = (isIt: boolean): Extent => (isIt ? 'always' : undefined)

/** Families whose documents list every field of every answer. */
const listed = new Set(['protection'])
/** Operations of theirs of whose answer no document lists a field (P112, P130). */
const silent = new Set(['refundInsurance', 'addInsurance'])

/** Of a cancellation its dates and its source are certain (A39). */
const cancellation = /^body\.payload\.(status|switchToFreeTier|nextSegmentId|updatedAt|effectiveCancellationDate)$/
/** Around a record that changed, or an order, only the ids are certain (A55). */
const times = /^body\.payload\.(createdAt|updatedAt)$/

/** Places that a service may leave out, by operation or event; what it says there is true all the same. */
const optional: Readonly<Record<string, RegExp>> = {
  // P18: only for shops on one platform.
  quote: /^variant$/,
  // A79, A80, A81, A83.
  lookUpOrder:
    /^(shop_order_id|created_at|currency|is_protected|shipments\.\*\.(tracking_company|created_at|delivered_at|estimated_delivery_at)|packages\.\*\.(carrier|shop_shipment_ids)|.*line_items\.\*\.image_url)$/,
  'customer.updated': times,
  'customer.ordered': times,
  'customer.cancellation_requested': cancellation,
  'customer.confirmed_cancellation': cancellation,
}

/** The field names that a schema holds at any depth; nothing where it is open. */
function namesIn(schema: z.ZodType): Set<string> | undefined {
  const names = new Set<string>()
  let isOpen = false
  const visit = (schema: unknown): void => {
    if (schema === null || typeof schema !== 'object') return
    const { properties, ...rest } = schema as { properties?: Record<string, unknown> }
    // A record whose fields the document names itself, such as spend by period (L53).
    isOpen ||= 'propertyNames' in rest
    for (const [name, one] of Object.entries(properties ?? {})) {
      names.add(name)
      visit(one)
    }
    for (const one of Object.values(rest)) visit(one)
  }
  visit(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  return isOpen ? undefined : names
}

/**
 * What is promised of a successful answer. Answers may hold more than the tables of the services, and a service that leaves that out does nothing
 * wrong; of an operation that only says that it was taken in, no field is promised.
 */
function promisedIn(verb: string): (place: string, value: unknown) => Extent {
  const [family, { answers }] = Object.entries(catalogue as Record<string, Family>).find(([, { operations }]) => verb in operations)!
  const names = listed.has(family) ? undefined : namesIn(answers[verb]!)
  if (silent.has(verb)) return () => undefined
  return (place, value) => {
    if (optional[verb]?.test(place)) return 'where it is there'
    if (!names) return 'always'
    const [envelope, ...fields] = place.split('.').filter((part) => part !== '*')
    if (envelope === 'message') return 'always'
    // A5: a list stands in `data`, or in it under a name of its own.
    if (names.size > 0 && fields.length < 2 && Array.isArray(value)) return 'always'
    return alwaysWhere(fields.length > 0 ? names.has(fields.at(-1)!) : names.size > 0 && envelope !== 'data' && names.has(envelope!))
  }
}

/**
 * What is promised of a refusal: the loyalty service always says why (A3), the protection service with 422 alone (P144 to P146). Of the track
 * interface no document shows a refusal (P148).
 */
function promisedInRefusal(verb: string, status: number): (place: string) => Extent {
  const saysWhy = status === 422 && !(verb in catalogue.track.operations)
  return (place) => alwaysWhere(place === 'message' || (saysWhy && /^error(\.|$)/.test(place)))
}

/** What each claim is sent with: by POST to its address (P123 to P128), with the key (A91), its head and its lines (A92, A94, A96). */
function promisedInClaim(verb: string): (place: string) => Extent {
  const line = [
    'shop_line_item_id',
    'quantity_to_issue',
    ...(verb === 'reorderClaim' ? [] : ['to_issue_amount', 'to_issue_amount.cents', 'to_issue_amount.currency']),
  ]
  const head = ['method', 'path', 'headers.content-type', 'headers.x-api-key', 'body.shop_order_id', 'body.refundable', 'body.refundable.id', 'body.line_items']
  const always = new Set([...head, ...line.map((name) => `body.line_items.*.${name}`)])
  // A94: without an address the goods go to where the first ones went.
  const mayBeThere = /^body\.(refundable\.type|shipping_address\.\w+)$/
  return (place) => (always.has(place) ? 'always' : mayBeThere.test(place) ? 'where it is there' : undefined)
}

/** What an event is told with: the frame is the same for all (A52, A53), the payload is the record that changed (A55). */
function promisedInEvent(topic: string): (place: string) => Extent {
  if (topic === everyEvent) {
    const frame =
      /^(?:method|path|headers\.(?:content-type|x-loyalty-webhook-token)|body\.(?:payload|token|metadata(?:\.(?:id|topic|retryCount|version|triggeredAt))?))$/
    return (place) => alwaysWhere(frame.test(place))
  }
  const names = namesIn(loyaltyEvents[topic as LoyaltyEventName].payload)!
  return (place) => {
    if (!place.startsWith('body.payload.') || !names.has(place.split('.').at(-1)!)) return undefined
    return optional[topic]?.test(place) ? 'where it is there' : 'always'
  }
}

/**
 * Whether the service makes that text up, and says it nowhere else: another one is as good, and only two that are the same are wrong. Of a quote
 * its id (P15), of a claim its own (A99).
 */
export const isMadeUp = (operation: string, place: string) =>
  (operation === 'quote' && place === 'id') || place === 'body.refundable.id' || place === 'body.metadata.id'
