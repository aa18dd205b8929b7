import { z } from 'zod'
import { catalogue, type Family } from '../../proxy/upstream/catalogue.ts'
import { loyaltyEvents, type LoyaltyEventName } from '../../proxy/upstream/loyalty-events.schema.ts'
import type { Message } from './mutant.ts'
import { claims, events, everyEvent } from './operations.ts'

/** The guarantee for a field by a document or an assumption: present with a correct value, or correct if present. */
export type Guarantee = 'always' | 'if present' | undefined

/** Returns the guarantee for each field of a response or request. */
export function guaranteesOf(operation: string, status: Message['status']): (place: string, value: unknown) => Guarantee {
  if (claims.includes(operation)) return claimGuarantees(operation)
  if (events.includes(operation)) return eventGuarantees(operation)
  return Number(status) < 300 ? successGuarantees(operation) : refusalGuarantees(operation, Number(status))
}

const alwaysIf = (isGuaranteed: boolean): Guarantee => (isGuaranteed ? 'always' : undefined)

/** Families whose documents list every field of every response. */
const listed = new Set(['protection'])
/** Operations of these families whose response fields no document lists (P112, P130). */
const silent = new Set(['refundInsurance', 'addInsurance'])

/** The fields of a cancellation that a service may leave out: only its dates and its source are certain (A39). */
const cancellation = /^body\.payload\.(status|switchToFreeTier|nextSegmentId|updatedAt|effectiveCancellationDate)$/
/** The fields around a changed record or an order that a service may leave out: only the ids are certain (A55). */
const times = /^body\.payload\.(createdAt|updatedAt)$/

/** Optional fields by operation or event. If such a field is present, its value must still be correct. */
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
 * Returns the guarantees for a successful response. Responses may contain fields beyond the tables of the services; such extra fields have no
 * guarantee. An operation that only confirms the receipt has no guaranteed field.
 */
function successGuarantees(verb: string): (place: string, value: unknown) => Guarantee {
  const [family, { answers }] = Object.entries(catalogue as Record<string, Family>).find(([, { operations }]) => verb in operations)!
  const names = listed.has(family) ? undefined : namesIn(answers[verb]!)
  if (silent.has(verb)) return () => undefined
  return (place, value) => {
    if (optional[verb]?.test(place)) return 'if present'
    if (!names) return 'always'
    const [envelope, ...fields] = place.split('.').filter((part) => part !== '*')
    if (envelope === 'message') return 'always'
    // A5: a list stands directly in `data`, or in `data` under its own name.
    if (names.size > 0 && fields.length < 2 && Array.isArray(value)) return 'always'
    return alwaysIf(fields.length > 0 ? names.has(fields.at(-1)!) : names.size > 0 && envelope !== 'data' && names.has(envelope!))
  }
}

/**
 * Returns the guarantees for a refusal: the loyalty service always gives the reason (A3), the protection service only with 422 (P144 to P146).
 * No document shows a refusal of the track interface (P148).
 */
function refusalGuarantees(verb: string, status: number): (place: string) => Guarantee {
  const hasReason = status === 422 && !(verb in catalogue.track.operations)
  return (place) => alwaysIf(place === 'message' || (hasReason && /^error(\.|$)/.test(place)))
}

/** Returns the guaranteed fields of a claim: POST to its address (P123 to P128), the key (A91), its head and its lines (A92, A94, A96). */
function claimGuarantees(verb: string): (place: string) => Guarantee {
  const line = [
    'shop_line_item_id',
    'quantity_to_issue',
    ...(verb === 'reorderClaim' ? [] : ['to_issue_amount', 'to_issue_amount.cents', 'to_issue_amount.currency']),
  ]
  const head = ['method', 'path', 'headers.content-type', 'headers.x-api-key', 'body.shop_order_id', 'body.refundable', 'body.refundable.id', 'body.line_items']
  const always = new Set([...head, ...line.map((name) => `body.line_items.*.${name}`)])
  // A94: without an address the goods go to the address of the first delivery.
  const optionalFields = /^body\.(refundable\.type|shipping_address\.\w+)$/
  return (place) => (always.has(place) ? 'always' : optionalFields.test(place) ? 'if present' : undefined)
}

/** Returns the guaranteed fields of an event: the frame is the same for all (A52, A53), the payload is the changed record (A55). */
function eventGuarantees(topic: string): (place: string) => Guarantee {
  if (topic === everyEvent) {
    const frame =
      /^(?:method|path|headers\.(?:content-type|x-loyalty-webhook-token)|body\.(?:payload|token|metadata(?:\.(?:id|topic|retryCount|version|triggeredAt))?))$/
    return (place) => alwaysIf(frame.test(place))
  }
  const names = namesIn(loyaltyEvents[topic as LoyaltyEventName].payload)!
  return (place) => {
    if (!place.startsWith('body.payload.') || !names.has(place.split('.').at(-1)!)) return undefined
    return optional[topic]?.test(place) ? 'if present' : 'always'
  }
}

/**
 * Returns whether the service chooses this id freely and shows it nowhere else. Any other id is correct too, but two equal ids are wrong.
 * Such ids are the id of a quote (P15) and the id of a claim (A99).
 */
export const isArbitrary = (operation: string, place: string) =>
  (operation === 'quote' && place === 'id') || place === 'body.refundable.id' || place === 'body.metadata.id'
