import { z } from 'zod'

/*
 * The track interface's words. Only the named fields of `protection-api.md` section 2 are certain; shapes are A79 to A87,
 * so everything is optional but what a screen cannot do without, and whatever else comes is kept.
 */

const id = z.union([z.string(), z.number()]).transform(String)
const text = z.string().nullish()

const asked = z.string('has to be given once, as text').max(2048, 'is longer than 2048 characters').optional()

/** `key` wins over `order_number` with `email`, which wins over `tracking_number` (section 4); we send exactly one. */
export const lookupSchema = z.looseObject({
  key: asked,
  order_number: asked,
  email: asked,
  tracking_number: asked,
})

export const trackInputs = { lookUpOrder: lookupSchema, lookUpEnrichment: lookupSchema }

/** A80, and the short form of a line in a package. */
export const trackLineItemDtoSchema = z.looseObject({ shop_line_item_id: id.optional(), name: text, quantity: z.number().nullish(), image_url: text })

/** A82; the time may stand under any of three names. */
export const trackEventDtoSchema = z.looseObject({
  status: z.string(),
  message: text,
  created_at: text,
  occurred_at: text,
  datetime: text,
  location: z.looseObject({ city: text, province_code: text, postal_code: text, country_code: text }).nullish(),
  source: text,
})

/** A81; `events` is empty while enrichment is pending. */
export const trackShipmentDtoSchema = z.looseObject({
  shop_shipment_id: id.optional(),
  tracking_number: text,
  tracking_url: text,
  tracking_company: text,
  status: text,
  enrichment_status: z.string().nullish(),
  created_at: text,
  estimated_delivery_at: text,
  delivered_at: text,
  events: z.array(trackEventDtoSchema).default([]),
  line_items: z.array(trackLineItemDtoSchema).default([]),
})

/** A83 to A85. */
export const trackPackageDtoSchema = z.looseObject({
  tracking_number: text,
  carrier: text,
  carrier_code: text,
  tracking_links: z.array(z.looseObject({ carrier: text, url: text })).default([]),
  current_status: text,
  current_status_label: text,
  estimated_delivery_at: text,
  estimated_delivery: z.looseObject({ from: text, to: text }).nullish(),
  timeline: z.array(trackEventDtoSchema).default([]),
  line_items: z.array(trackLineItemDtoSchema).default([]),
  shop_shipment_ids: z.array(id).default([]),
})

/** A79. */
export const trackOrderDtoSchema = z.looseObject({
  key: text,
  shop_order_id: id.optional(),
  order_number: id.optional(),
  created_at: text,
  financial_status: text,
  currency: text,
  shipping_address: z.looseObject({ city: text, province_code: text, country_code: text }).nullish(),
  is_protected: z.boolean().nullish(),
  has_shippable_items: z.boolean().default(true),
  has_fulfillment_without_tracking: z.boolean().default(false),
  unfulfilled_line_items: z.array(trackLineItemDtoSchema).default([]),
  shipments: z.array(trackShipmentDtoSchema),
  packages: z.array(trackPackageDtoSchema).default([]),
})

const enrichmentEntry = z.looseObject({ shop_shipment_id: id.optional(), tracking_number: text, enrichment_status: z.string() })

/** A87; `shipments` may also be a map of id to status. */
export const enrichmentDtoSchema = z.looseObject({
  shipments: z.preprocess(
    (value) =>
      value && typeof value === 'object' && !Array.isArray(value)
        ? Object.entries(value).map(([shop_shipment_id, enrichment_status]) => ({ shop_shipment_id, enrichment_status: enrichment_status as unknown }))
        : value,
    z.array(enrichmentEntry),
  ),
  all_settled: z.boolean(),
})

export const trackAnswers = { lookUpOrder: trackOrderDtoSchema, lookUpEnrichment: enrichmentDtoSchema }

export type Lookup = z.infer<typeof lookupSchema>
export type TrackOrderDto = z.infer<typeof trackOrderDtoSchema>
export type TrackShipmentDto = z.infer<typeof trackShipmentDtoSchema>
export type TrackPackageDto = z.infer<typeof trackPackageDtoSchema>
export type TrackEventDto = z.infer<typeof trackEventDtoSchema>
export type TrackLineItemDto = z.infer<typeof trackLineItemDtoSchema>
export type EnrichmentDto = z.infer<typeof enrichmentDtoSchema>
