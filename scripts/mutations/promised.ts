import { z } from 'zod'
import { catalogue, type Family } from '../../proxy/upstream/catalogue.ts'
import { loyaltyEvents, type LoyaltyEventName } from '../../proxy/upstream/loyalty-events.schema.ts'
import type { Said } from './mutant.ts'
import { claims, events, everyEvent } from './operations.ts'

/** What a document or an assumption promises of a place: that it is there and its value is true, or only that its value is true if it is there. */
export type Extent = 'always' | 'where it is there' | undefined

/** Returns what is promised of each place of a response or request. */
export function promisedBy(operation: string, status: Said['status']): (place: string, value: unknown) => Extent {
  if (claims.includes(operation)) return promisedInClaim(operation)
  if (events.includes(operation)) return promisedInEvent(operation)
  return Number(status) < 300 ? promisedIn(operation) : promisedInRefusal(operation, Number(status))
}

const alwaysWhere = (isIt: boolean): Extent => (isIt ? 'always' : undefined)

/** Families whose documents list every field of every response. */
const listed = new Set(['protection'])
/** Operations of these families whose response fields no document lists (P112, P130). */
const silent = new Set(['refundInsurance', 'addInsurance'])

/** The fields of a cancellation that a service may leave out: only its dates and its source are certain (A39). */
const cancellation = /^body\.payload\.(status|switchToFreeTier|nextSegmentId|updatedAt|effectiveCancellationDate)$/
/** The fields around a changed record or an order that a service may leave out: only the ids are certain (A55). */
const times = /^body\.payload\.(createdAt|updatedAt)$/

/** Places that a service may leave out, by operation or event. If such a place is there, its value must still be true. */
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

/** Returns the field names that a schema contains at any depth, or nothing if the schema is open. */
function namesIn(schema: z.ZodType): Set<string> | undefined {
  const names = new Set<string>()
  let isOpen = false
  const visit = (schema: unknown): void => {
    if (schema === null || typeof schema !== 'object') return
    const { properties, ...rest } = schema as { properties?: Record<string, unknown> }
    // A record whose own document names its fields, such as spend by period (L53).
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
 * Returns what is promised of a successful response. Responses may contain more than the tables of the services, and a service that leaves such extra
 * fields out is not wrong. Of an operation that only confirms the receipt, no field is promised.
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
    // A5: a list stands directly in `data`, or in `data` under its own name.
    if (names.size > 0 && fields.length < 2 && Array.isArray(value)) return 'always'
    return alwaysWhere(fields.length > 0 ? names.has(fields.at(-1)!) : names.size > 0 && envelope !== 'data' && names.has(envelope!))
  }
}

/**
 * Returns what is promised of a refusal: the loyalty service always gives the reason (A3), the protection service only with 422 (P144 to P146).
 * No document shows a refusal of the track interface (P148).
 */
function promisedInRefusal(verb: string, status: number): (place: string) => Extent {
  const saysWhy = status === 422 && !(verb in catalogue.track.operations)
  return (place) => alwaysWhere(place === 'message' || (saysWhy && /^error(\.|$)/.test(place)))
}

/** Returns the promised places of a claim: POST to its address (P123 to P128), the key (A91), its head and its lines (A92, A94, A96). */
function promisedInClaim(verb: string): (place: string) => Extent {
  const line = [
    'shop_line_item_id',
    'quantity_to_issue',
    ...(verb === 'reorderClaim' ? [] : ['to_issue_amount', 'to_issue_amount.cents', 'to_issue_amount.currency']),
  ]
  const head = ['method', 'path', 'headers.content-type', 'headers.x-api-key', 'body.shop_order_id', 'body.refundable', 'body.refundable.id', 'body.line_items']
  const always = new Set([...head, ...line.map((name) => `body.line_items.*.${name}`)])
  // A94: without an address the goods go to the address of the first delivery.
  const mayBeThere = /^body\.(refundable\.type|shipping_address\.\w+)$/
  return (place) => (always.has(place) ? 'always' : mayBeThere.test(place) ? 'where it is there' : undefined)
}

/** Returns the promised places of an event: the frame is the same for all (A52, A53), the payload is the changed record (A55). */
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
 * Returns whether the service makes up this text and shows it nowhere else. Another text is just as good, and only two equal texts are wrong.
 * Such texts are the id of a quote (P15) and the id of a claim (A99).
 */
export const isMadeUp = (operation: string, place: string) =>
  (operation === 'quote' && place === 'id') || place === 'body.refundable.id' || place === 'body.metadata.id'
