import { z } from 'zod'
import { entries, flag, id, text } from './reading.schema.ts'

/*
 * The track interface's words. Only the named fields of `protection-api.md` section 2 are certain; shapes are A79 to A87,
 * so everything is optional but what a screen cannot do without, and whatever else comes is kept.
 */

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
export const trackLineItemDtoSchema = z.looseObject({ shop_line_item_id: id.nullish(), name: text, quantity: z.number().nullish(), image_url: text })

/** A82; the time may stand under any of three names. */
export const trackEventDtoSchema = z.looseObject({
  status: z
    .string()
    .nullish()
    .transform((status) => status ?? ''),
  message: text,
  created_at: text,
  occurred_at: text,
  datetime: text,
  location: z.looseObject({ city: text, province_code: text, postal_code: text, country_code: text }).nullish(),
  source: text,
})

/** A81; `events` is empty while enrichment is pending. */
export const trackShipmentDtoSchema = z.looseObject({
  shop_shipment_id: id.nullish(),
  tracking_number: text,
  tracking_url: text,
  tracking_company: text,
  status: text,
  enrichment_status: z.string().nullish(),
  created_at: text,
  estimated_delivery_at: text,
  delivered_at: text,
  events: entries(trackEventDtoSchema),
  line_items: entries(trackLineItemDtoSchema),
})

/** A83 to A85. */
export const trackPackageDtoSchema = z.looseObject({
  tracking_number: text,
  carrier: text,
  carrier_code: text,
  tracking_links: entries(z.looseObject({ carrier: text, url: text })),
  current_status: text,
  current_status_label: text,
  estimated_delivery_at: text,
  estimated_delivery: z.looseObject({ from: text, to: text }).nullish(),
  timeline: entries(trackEventDtoSchema),
  line_items: entries(trackLineItemDtoSchema),
  shop_shipment_ids: entries(id),
})

/** A79. */
export const trackOrderDtoSchema = z.looseObject({
  key: text,
  shop_order_id: id.nullish(),
  order_number: id.nullish(),
  created_at: text,
  financial_status: text,
  currency: text,
  shipping_address: z.looseObject({ city: text, province_code: text, country_code: text }).nullish(),
  is_protected: z.boolean().nullish(),
  has_shippable_items: flag(true),
  has_fulfillment_without_tracking: flag(false),
  unfulfilled_line_items: entries(trackLineItemDtoSchema),
  shipments: z.array(trackShipmentDtoSchema),
  packages: entries(trackPackageDtoSchema),
})

const enrichmentEntry = z.looseObject({ shop_shipment_id: id.nullish(), tracking_number: text, enrichment_status: z.string() })

/** A map of id to status, or to what else is known of the shipment, as the list that it stands for (A87). */
function toEntries(shipments: unknown): unknown {
  if (shipments === null || typeof shipments !== 'object' || Array.isArray(shipments)) return shipments
  return Object.entries(shipments).map(([shop_shipment_id, told]: [string, unknown]) =>
    typeof told === 'object' ? { shop_shipment_id, ...told } : { shop_shipment_id, enrichment_status: told },
  )
}

/** Whatever is not `pending` is settled (A86); whether all are, an answer that does not say lets us see. */
export const enrichmentDtoSchema = z
  .looseObject({ shipments: z.preprocess(toEntries, entries(enrichmentEntry)), all_settled: z.boolean().nullish() })
  .transform(({ all_settled, ...answer }) => ({
    ...answer,
    all_settled: all_settled ?? answer.shipments.every(({ enrichment_status }) => enrichment_status !== 'pending'),
  }))

export const trackAnswers = { lookUpOrder: trackOrderDtoSchema, lookUpEnrichment: enrichmentDtoSchema }

export type Lookup = z.infer<typeof lookupSchema>
export type TrackOrderDto = z.infer<typeof trackOrderDtoSchema>
export type TrackShipmentDto = z.infer<typeof trackShipmentDtoSchema>
export type TrackPackageDto = z.infer<typeof trackPackageDtoSchema>
export type TrackEventDto = z.infer<typeof trackEventDtoSchema>
export type TrackLineItemDto = z.infer<typeof trackLineItemDtoSchema>
export type EnrichmentDto = z.infer<typeof enrichmentDtoSchema>
