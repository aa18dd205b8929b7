import { z } from 'zod'
import { limits } from './limits.ts'
import { entries, flag, id, text } from './lenient.schema.ts'

/*
 * The records of the track interface. Only the named fields of `protection-api.md` section 2 are certain; shapes are A79 to A87.
 * Therefore every field is optional, except those that a screen needs, and other fields are kept.
 */

const lookupField = z.string('has to be given once, as text').max(limits.url, `is longer than ${limits.url} characters`).optional()

/** `key` wins over `order_number` with `email`, which wins over `tracking_number` (section 4); we send exactly one. */
const lookupSchema = z.looseObject({
  key: lookupField.describe('Key of the order, which nobody can guess; used before the other proofs'),
  order_number: lookupField.describe('Number of the order, such as W-94713, with or without #; needs the e-mail address'),
  email: lookupField.describe('E-mail address of the order; needs the order number'),
  tracking_number: lookupField.describe('Tracking number of one shipment; used if no other proof is given'),
})

/** A look-up that can find something; a service refuses any other (A78). */
export const wholeLookupSchema = lookupSchema.superRefine(({ key, order_number, email, tracking_number }, context) => {
  const has = (value: string | undefined) => value !== undefined && value.trim() !== ''
  const lacks = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
  if (has(key) || has(tracking_number) || (has(order_number) && has(email))) return
  if (has(order_number)) lacks('email', 'is required with an order number')
  else if (has(email)) lacks('order_number', 'is required with an e-mail address')
  else lacks('key', 'is required, or an order number with its e-mail address, or a tracking number')
})

/** The courier's number; some services write it as a number. A number that JavaScript cannot hold exactly has already become text. */
const courierNumber = id.nullish()

/** The input schema of each operation. */
export const trackInputs = { lookUpOrder: lookupSchema, lookUpEnrichment: lookupSchema }

/** A line of a shipment (A80), and its short form in a package. */
export const trackLineItemDtoSchema = z.looseObject({
  shop_line_item_id: id.nullish().describe('Id of the line, as in the report of the order'),
  name: text.describe('Name of product and variant'),
  quantity: z.number().nullish().describe('Quantity'),
  image_url: text.describe('Address of a picture'),
})

/** An event (A82); its time may have any of three names. */
export const trackEventDtoSchema = z.looseObject({
  status: z
    .string()
    .nullish()
    .transform((status) => status ?? '')
    .describe('Kind of event, such as in_transit'),
  message: text.describe('Description by the source of the event'),
  created_at: text.describe('Time of the event, such as 2026-03-01T09:30:00Z'),
  occurred_at: text.describe('Another name of created_at'),
  datetime: text.describe('Another name of created_at'),
  location: z
    .looseObject({
      city: text.describe('Town or city'),
      province_code: text.describe('ISO 3166-2 code, or its last part'),
      postal_code: text.describe('Postal code'),
      country_code: text.describe('ISO 3166-1 alpha-2 code such as US'),
    })
    .nullish()
    .describe('Place of the event'),
  source: text.describe('Source of the event: merchant or carrier'),
})

/** A shipment (A81); `events` is empty while enrichment is pending. */
export const trackShipmentDtoSchema = z.looseObject({
  shop_shipment_id: id.nullish().describe('Id of the shipment, as it was reported'),
  tracking_number: courierNumber.describe('Tracking number'),
  tracking_url: text.describe("Address of the courier's page about it"),
  tracking_company: text.describe('Name of the courier'),
  status: text.describe('Kind of the latest event'),
  enrichment_status: z.string().nullish().describe('Whether the carrier has answered: `pending` means no, every other value means yes'),
  created_at: text.describe('Time at which the shipment was created'),
  estimated_delivery_at: text.describe('Expected time of delivery'),
  delivered_at: text.describe('Time of delivery'),
  events: entries(trackEventDtoSchema).describe('Events of the shipment; none until the carrier has answered'),
  line_items: entries(trackLineItemDtoSchema).describe('Contents'),
})

/** A package (A83 to A85). */
export const trackPackageDtoSchema = z.looseObject({
  tracking_number: courierNumber.describe('Tracking number'),
  carrier: text.describe('Name of the courier'),
  carrier_code: text.describe('Short name of the courier, for programs'),
  tracking_links: entries(
    z.looseObject({ carrier: text.describe('Name of the courier'), url: text.describe("Address of the courier's page about it") }),
  ).describe('Pages of every courier that has carried the package'),
  current_status: text.describe("Status in the courier's word"),
  current_status_label: text.describe('Status in words for the customer'),
  estimated_delivery_at: text.describe('Expected time of delivery'),
  estimated_delivery: z
    .looseObject({ from: text.describe('Earliest time'), to: text.describe('Latest time') })
    .nullish()
    .describe('Expected window of delivery'),
  timeline: entries(trackEventDtoSchema).describe('Events of the package'),
  line_items: entries(trackLineItemDtoSchema).describe('Contents'),
  shop_shipment_ids: entries(id).describe('Ids of the shipments that the package belongs to'),
})

/** A tracked order (A79). Shipments or packages may be missing if another field identifies the order. */
export const trackOrderDtoSchema = z
  .looseObject({
    key: text.describe('Key that finds this order without another proof'),
    shop_order_id: id.nullish().describe('Id of the order, as it was reported'),
    order_number: id.nullish().describe('Number of the order for the customer'),
    created_at: text.describe('Time at which the order was placed'),
    financial_status: text.describe('Payment status'),
    currency: text.describe('ISO 4217 code such as USD'),
    shipping_address: z
      .looseObject({
        city: text.describe('Town or city'),
        province_code: text.describe('ISO 3166-2 code such as US-KY'),
        country_code: text.describe('ISO 3166-1 alpha-2 code such as US'),
      })
      .nullish()
      .describe('Delivery address; without the street if only a tracking number is known'),
    is_protected: z.boolean().nullish().describe('Whether the order is protected'),
    has_shippable_items: flag(true).describe('Whether the order has anything to ship'),
    has_fulfillment_without_tracking: flag(false).describe('Whether a part was sent without a tracking number'),
    unfulfilled_line_items: entries(trackLineItemDtoSchema).describe('Lines that have not been sent'),
    shipments: entries(trackShipmentDtoSchema).describe('Shipments of the order'),
    packages: entries(trackPackageDtoSchema).describe('Packages of the order'),
  })
  .refine(
    (order) =>
      Boolean(order.shop_order_id ?? order.order_number) || [order.shipments, order.packages, order.unfulfilled_line_items].some(({ length }) => length > 0),
    'is no order',
  )

const enrichmentEntry = z.looseObject({
  shop_shipment_id: id.nullish().describe('Id of the shipment'),
  tracking_number: courierNumber.describe('Tracking number'),
  enrichment_status: z.string().describe('Whether the carrier has answered: `pending` means no, every other value means yes'),
})

/** Converts a map from shipment id to a status, or to an object, into a list of entries (A87). */
function toEntries(shipments: unknown): unknown {
  if (shipments === null || typeof shipments !== 'object' || Array.isArray(shipments)) return shipments
  return Object.entries(shipments).map(([shop_shipment_id, state]: [string, unknown]) =>
    typeof state === 'object' ? { shop_shipment_id, ...state } : { shop_shipment_id, enrichment_status: state },
  )
}

/** The state of enrichment. Every status except `pending` is settled (A86). If an answer lacks `all_settled`, the value comes from the statuses. */
export const enrichmentDtoSchema = z
  .looseObject({
    shipments: z.preprocess(toEntries, entries(enrichmentEntry)).describe('Progress of each shipment'),
    all_settled: z.boolean().nullish().describe('Whether no shipment is pending, so that the order can be looked up again'),
  })
  .transform(({ all_settled, ...answer }) => ({
    ...answer,
    all_settled: all_settled ?? answer.shipments.every(({ enrichment_status }) => enrichment_status !== 'pending'),
  }))

/** The schema of each answer. */
export const trackAnswers = { lookUpOrder: trackOrderDtoSchema, lookUpEnrichment: enrichmentDtoSchema }

/**
 * Fields without which a record is left out: an order that cannot be identified is useless, a package with an unreadable number must not look like
 * one without a number, and an item needs a name.
 */
export const trackEssential: ReadonlySet<string> = new Set(['shop_order_id', 'order_number', 'tracking_number', 'name'])

/** The input of a look-up. */
export type Lookup = z.infer<typeof lookupSchema>
/** An order as the track interface returns it. */
export type TrackOrderDto = z.infer<typeof trackOrderDtoSchema>
/** A shipment of a tracked order. */
export type TrackShipmentDto = z.infer<typeof trackShipmentDtoSchema>
/** A package of a shipment. */
export type TrackPackageDto = z.infer<typeof trackPackageDtoSchema>
/** An event of a package. */
export type TrackEventDto = z.infer<typeof trackEventDtoSchema>
/** A line of a tracked order. */
export type TrackLineItemDto = z.infer<typeof trackLineItemDtoSchema>
/** The state of the requests to the carriers. */
export type EnrichmentDto = z.infer<typeof enrichmentDtoSchema>
