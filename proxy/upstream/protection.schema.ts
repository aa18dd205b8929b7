import { z } from 'zod'
import { moneySchema } from '../../src/contract/money.schema.ts'

/*
 * The protection service's own words, in the insured naming of its detailed reference; `naming.ts` speaks the other one (A72).
 * What we send is checked strictly; what we read keeps whatever else the service says.
 */

/** Never negative (A74). */
const price = moneySchema.refine(({ cents }) => cents >= 0, { path: ['cents'], message: 'is negative' })
const text = (longest = 255) => z.string('is required').min(1, 'is required').max(longest, `is longer than ${longest} characters`) // A74
const url = z.url({ protocol: /^https?$/, error: 'is no http address' }).max(2048, 'is longer than 2048 characters')
const dateTime = z.iso.datetime({ offset: true, error: 'is no ISO 8601 date and time' })
const int32 = z.int('is no whole number').min(0, 'is negative').max(2_147_483_647, 'does not fit 32 bits')
const phone = z.string('is required').regex(/^\+?[0-9][0-9 ().\-/]{4,30}$/, 'is no phone number')
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

export const financialStatuses = ['pending', 'paid', 'refunded', 'voided'] as const

/** The twelve of section 3; closed for what is sent, open for what is read (A71). */
export const eventStatuses = [
  'label_printed',
  'label_purchased',
  'attempted_delivery',
  'ready_for_pickup',
  'carrier_picked_up',
  'confirmed',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'delayed',
  'failure',
  'picked_up',
] as const

export const customerSchema = z.looseObject({
  shop_customer_id: text(),
  first_name: text(),
  last_name: text(),
  email: z.email('is no e-mail address').optional(),
  phone_number: phone.optional(),
})

export const addressSchema = z.looseObject({
  address1: text(),
  address2: z.string().max(255).optional(),
  /** ISO 3166-2; empty where a country has no subdivisions in addresses. */
  province_code: z.string('is required').regex(/^([A-Z]{2}-[A-Z0-9]{1,3})?$/, 'is no ISO 3166-2 code such as "US-KY"'),
  city: text(),
  postal_code: z.string('is required').max(32),
  country_code: z.string('is required').refine((code) => /^[A-Z]{2}$/.test(code) && regions.of(code) !== undefined, 'is no ISO 3166 code such as "US"'),
  phone_number: phone,
})

export const lineItemSchema = z.looseObject({
  shop_line_item_id: text(),
  shop_product_id: text(),
  shop_variant_id: text(),
  name: text(),
  unit_price: price,
  total_price: price,
  total_price_presentment: price.optional(),
  quantity: int32,
  image_url: url,
  grams: int32,
  is_insured: z.boolean('is required'),
  refunded_quantity: int32.optional(),
  refunded_price: price.optional(),
  refunded_price_presentment: price.optional(),
})

const lineItems = z.array(lineItemSchema, 'is required').max(500, 'has more than 500 lines') // A74

const orderFields = {
  shop_order_number: text(),
  subtotal_price: price,
  total_discounts_price: price,
  total_shipping_price: price,
  total_tax_price: price,
  total_price: price,
  financial_status: z.enum(financialStatuses, `is none of ${financialStatuses.join(', ')}`),
  customer: customerSchema,
  shipping_address: addressSchema,
  line_items: lineItems,
}

const presentmentFields = {
  subtotal_price_presentment: price.optional(),
  total_discounts_price_presentment: price.optional(),
  total_shipping_price_presentment: price.optional(),
  total_tax_price_presentment: price.optional(),
  total_price_presentment: price.optional(),
  amount_insured: price.optional(),
  amount_insured_presentment: price.optional(),
}

export const orderSchema = z.looseObject({
  shop_order_id: text(),
  ...orderFields,
  ...presentmentFields,
  /** From the quote; a quote is spent by the order that carries it (A67). */
  purchased_quote_token: text(2048).optional(),
  created_at: dateTime,
})

export const orderUpdateSchema = z.looseObject({ shopOrderId: text(), ...orderFields })

export const shipmentSchema = z.looseObject({
  shop_shipment_id: text(),
  shop_order_id: text(),
  tracking_number: z.string('is required').max(255), // may be blank: A90
  tracking_url: url.optional(),
  tracking_company: text(),
  line_items: lineItems,
  created_at: dateTime,
})

export const shipmentUpdateSchema = shipmentSchema.extend({ shopShipmentId: text() })

export const shipmentEventDtoSchema = z.looseObject({
  shop_shipment_event_id: text(),
  status: z.enum(eventStatuses, `is none of ${eventStatuses.join(', ')}`),
  message: z.string().max(2048).optional(),
  estimated_delivery_at: dateTime.optional(),
  created_at: dateTime,
})

export const shipmentEventSchema = shipmentEventDtoSchema.extend({ shopShipmentId: text() })

/** What each operation takes, checked before anything is sent, and by whoever plays the service. */
export const protectionInputs = {
  quote: z.looseObject({ cart: z.looseObject({ amount_insured: price }, 'is required') }),
  createOrder: orderSchema,
  updateOrder: orderUpdateSchema,
  refundInsurance: z.looseObject({ shopOrderId: text(), amount_refunded: price.optional() }), // A63
  addInsurance: z.looseObject({ shopOrderId: text() }),
  createShipment: shipmentSchema,
  updateShipment: shipmentUpdateSchema,
  createShipmentEvent: shipmentEventSchema,
}

export const quoteDtoSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  token: z.string().min(1),
  price: z.looseObject({ cents: z.int().min(0), currency: z.string() }),
  variant: z.looseObject({ id: z.union([z.int(), z.string()]), sku: z.string().nullish() }).nullish(),
})

const accepted = z.unknown()

/** What has to be in an answer before it is believed; the rest is kept as it came. */
export const protectionAnswers = {
  quote: quoteDtoSchema,
  createOrder: z.looseObject({ shop_order_id: z.coerce.string() }),
  updateOrder: accepted,
  refundInsurance: accepted, // A63: the reply is not relied on
  addInsurance: accepted,
  createShipment: accepted,
  updateShipment: accepted,
  createShipmentEvent: accepted,
}

export type QuoteDto = z.infer<typeof quoteDtoSchema>
export type OrderInput = z.infer<typeof orderSchema>
export type OrderUpdateInput = z.infer<typeof orderUpdateSchema>
export type ShipmentInput = z.infer<typeof shipmentSchema>
export type ShipmentUpdateInput = z.infer<typeof shipmentUpdateSchema>
export type ShipmentEventDto = z.infer<typeof shipmentEventDtoSchema>
export type ShipmentEventInput = z.infer<typeof shipmentEventSchema>
export type LineItemDto = z.infer<typeof lineItemSchema>

/** An order as the service answers it: what was reported, without the token, and what was paid for protection (A75). */
export type OrderDto = OrderInput & { insurance_paid?: z.infer<typeof moneySchema> | undefined }
