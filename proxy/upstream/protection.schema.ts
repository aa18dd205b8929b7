import { z } from 'zod'
import type { Money } from '../../src/contract/money.schema.ts'
import { addressSchema } from './address.schema.ts'
import { anyText, dateTime, email, int32, is, oneOf, phone, price, text, url } from './field.schema.ts'

/*
 * The protection service's own words, in the insured naming of its detailed reference; `naming.ts` speaks the other one (A72).
 * What we send is checked strictly; what we read keeps whatever else the service says.
 */

/** The four of section 3. */
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

/** Who ordered. */
export const customerSchema = z.looseObject(
  {
    shop_customer_id: text(),
    first_name: text(),
    last_name: text(),
    email: email.optional(),
    phone_number: phone.optional(),
  },
  is('is no object'),
)

/** What was ordered of one product. */
export const lineItemSchema = z.looseObject(
  {
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
    is_insured: z.boolean(is('is neither true nor false')),
    refunded_quantity: int32.optional(),
    refunded_price: price.optional(),
    refunded_price_presentment: price.optional(),
  },
  is('is no object'),
)

const lineItems = z.array(lineItemSchema, is('is no list')).max(500, 'has more than 500 lines') // A74

const orderFields = {
  shop_order_number: text(),
  subtotal_price: price,
  total_discounts_price: price,
  total_shipping_price: price,
  total_tax_price: price,
  total_price: price,
  financial_status: oneOf(financialStatuses),
  customer: customerSchema,
  shipping_address: addressSchema,
  line_items: lineItems,
}

const creationFields = {
  subtotal_price_presentment: price.optional(),
  total_discounts_price_presentment: price.optional(),
  total_shipping_price_presentment: price.optional(),
  total_tax_price_presentment: price.optional(),
  total_price_presentment: price.optional(),
  amount_insured: price.optional(),
  amount_insured_presentment: price.optional(),
  /** From the quote; a quote is spent by the order that carries it (A67). */
  purchased_quote_token: text(2048).optional(),
  created_at: dateTime,
}

/** An order when it is reported first. */
export const orderSchema = z.looseObject({ shop_order_id: text(), ...orderFields, ...creationFields })

/** An order when it has changed: some fields are given once and for all, and mean nothing here (section 2). */
export const orderUpdateSchema = z.looseObject({ shopOrderId: text(), ...orderFields })

/** What means nothing in an update of an order, whatever it says. */
export const onlyOnCreation: readonly string[] = ['shop_order_id', ...Object.keys(creationFields)]

/** What only the service says of an order. */
export const onlyInAnswers: readonly string[] = ['insurance_paid']

/** A parcel, or several with a comma between their numbers (A83). */
export const shipmentSchema = z.looseObject({
  shop_shipment_id: text(),
  shop_order_id: text(),
  tracking_number: anyText(), // may be blank: A90
  tracking_url: anyText(2048).optional(),
  tracking_company: text(),
  line_items: lineItems,
  created_at: dateTime,
})

/** A shipment when it has changed: all of it again. */
export const shipmentUpdateSchema = shipmentSchema.extend({ shopShipmentId: text() })

/** Something that happened to a shipment. */
export const shipmentEventDtoSchema = z.looseObject({
  shop_shipment_event_id: text(),
  status: oneOf(eventStatuses),
  message: anyText(2048).optional(),
  estimated_delivery_at: dateTime.optional(),
  created_at: dateTime,
})

/** An event on its way to the shipment it belongs to. */
export const shipmentEventSchema = shipmentEventDtoSchema.extend({ shopShipmentId: text() })

/** What each operation takes, checked before anything is sent, and by whoever plays the service. */
export const protectionInputs = {
  quote: z.looseObject({ cart: z.looseObject({ amount_insured: price }, is('is no object')) }),
  createOrder: orderSchema,
  updateOrder: orderUpdateSchema,
  refundInsurance: z.looseObject({ shopOrderId: text(), amount_refunded: price.optional() }), // A63
  addInsurance: z.looseObject({ shopOrderId: text() }),
  createShipment: shipmentSchema,
  updateShipment: shipmentUpdateSchema,
  createShipmentEvent: shipmentEventSchema,
}

/** A quote, as far as it is relied on. */
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
  createOrder: accepted, // A56: its status says all
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
export type OrderDto = OrderInput & { insurance_paid?: Money | undefined }
