import { z } from 'zod'
import type { Money } from '../../src/contract/money.schema.ts'
import { addressSchema, updatedAddressSchema } from './address.schema.ts'
import { anyText, dateTime, email, int32, is, lines, oneOf, phone, price, text, url } from './field.schema.ts'
import { limits } from './limits.ts'

/*
 * The records of the protection service, in the insured naming of its detailed reference; `naming.ts` converts to the other one (A72).
 * Inputs are checked strictly; answers keep fields that no schema names.
 */

/** The four financial statuses of section 3. */
export const financialStatuses = ['pending', 'paid', 'refunded', 'voided'] as const

/** The twelve event statuses of section 3; requests may use only these, answers may have others (A71). */
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

/** The customer of an order. */
export const customerSchema = z.looseObject(
  {
    shop_customer_id: text().describe('Id of the customer, as the shop platform has it'),
    first_name: text().describe('First name'),
    last_name: text().describe('Last name'),
    email: email.optional().describe('E-mail address; with the order number it finds the order'),
    phone_number: phone.optional().describe('Phone number, such as +1 503 555 0118'),
  },
  is('is no object'),
)

/** A line of an order: one product and its quantity. */
export const lineItemSchema = z.looseObject(
  {
    shop_line_item_id: text().describe('Id of the line, as the shop platform has it'),
    shop_product_id: text().describe('Id of the product'),
    shop_variant_id: text().describe('Id or SKU of the variant'),
    name: text().describe('Name of product and variant for the customer'),
    unit_price: price.describe("Price of one unit, in the order's currency"),
    total_price: price.describe("Price of the line, in the order's currency"),
    total_price_presentment: price.optional().describe("Price of the line, in the customer's currency"),
    quantity: int32.describe('Quantity ordered'),
    image_url: url.describe('Address of a picture'),
    grams: int32.describe('Weight in grams'),
    is_insured: z.boolean(is('is neither true nor false')).describe('Whether the line can be protected: true if it is shipped, false for downloads'),
    refunded_quantity: int32.optional().describe('Quantity refunded'),
    refunded_price: price.optional().describe("Amount refunded for the line, in the order's currency"),
    refunded_price_presentment: price.optional().describe("Amount refunded for the line, in the customer's currency"),
  },
  is('is no object'),
)

const lineItems = lines(lineItemSchema)
const orderId = text().describe('Id of the order, as the shop platform has it')
const shipmentId = text().describe('Id of the shipment, as the shop platform has it')

const orderFields = {
  shop_order_number: text().describe('Number of the order for the customer, such as W-94713'),
  subtotal_price: price.describe('Sum of the lines, before shipping and taxes'),
  total_discounts_price: price.describe('Sum of the discounts'),
  total_shipping_price: price.describe('Price of shipping'),
  total_tax_price: price.describe('Sum of the taxes'),
  total_price: price.describe('Total that the customer pays'),
  financial_status: oneOf(financialStatuses).describe('Payment status'),
  customer: customerSchema.describe('Customer of the order'),
  shipping_address: addressSchema.describe('Delivery address'),
  line_items: lineItems.describe('Lines of the order'),
}

const creationFields = {
  subtotal_price_presentment: price.optional().describe("Sum of the lines, in the customer's currency"),
  total_discounts_price_presentment: price.optional().describe("Sum of the discounts, in the customer's currency"),
  total_shipping_price_presentment: price.optional().describe("Price of shipping, in the customer's currency"),
  total_tax_price_presentment: price.optional().describe("Sum of the taxes, in the customer's currency"),
  total_price_presentment: price.optional().describe("Total that the customer pays, in the customer's currency"),
  amount_insured: price.optional().describe('Sum of the protected lines; needs the token of a quote for this sum'),
  amount_insured_presentment: price.optional().describe("Sum of the protected lines, in the customer's currency"),
  /** The order with this token spends the quote (A67). */
  purchased_quote_token: text(limits.carriedToken).optional().describe('Token of the quote that the customer accepted; valid for one order'),
  created_at: dateTime.describe('Time at which the order was placed, such as 2026-03-01T09:30:00Z'),
}

/** The first report of an order. */
export const orderSchema = z.looseObject({ shop_order_id: orderId, ...orderFields, ...creationFields })

/** The report of a changed order, without the fields that only its first report has (section 2). */
export const orderUpdateSchema = z.looseObject({
  shopOrderId: orderId,
  ...orderFields,
  shipping_address: updatedAddressSchema.describe('Delivery address'),
})

/** Fields that have no meaning in an update of an order. */
export const onlyOnCreation: readonly string[] = ['shop_order_id', ...Object.keys(creationFields)]

/** Fields of an order that only answers of the service contain. */
export const onlyInAnswers: readonly string[] = ['insurance_paid']

/** A shipment: one parcel, or several with commas between their numbers (A83). */
export const shipmentSchema = z.looseObject({
  shop_shipment_id: shipmentId,
  shop_order_id: text().describe('Id of the order of the shipment, as the shop platform has it'),
  tracking_number: anyText().describe('Tracking numbers of the shipment, comma-separated; empty if it has none'), // may be blank: A90
  tracking_url: anyText(limits.url).optional().describe("Address of the courier's page about the shipment"),
  tracking_company: text().describe('Name of the courier, such as DHL Express'),
  line_items: lineItems.describe('Lines in the shipment'),
  created_at: dateTime.describe('Time at which the shipment was created, such as 2026-03-01T09:30:00Z'),
})

/** The report of a changed shipment: all fields again. */
export const shipmentUpdateSchema = shipmentSchema.extend({ shopShipmentId: shipmentId })

/** An event of a shipment. */
export const shipmentEventDtoSchema = z.looseObject({
  shop_shipment_event_id: text().describe('Id of the event, as the shop platform has it; a known id is refused'),
  status: oneOf(eventStatuses).describe('Kind of event'),
  message: anyText(limits.longText).optional().describe('Description of the event, such as "Departed facility"'),
  estimated_delivery_at: dateTime.optional().describe('Expected time of delivery, such as 2026-03-04T18:00:00Z'),
  created_at: dateTime.describe('Time of the event, such as 2026-03-01T09:30:00Z'),
})

/** An event, with the id of the shipment that it belongs to. */
export const shipmentEventSchema = shipmentEventDtoSchema.extend({ shopShipmentId: shipmentId })

/** The input schema of each operation. Inputs are checked before they are sent, and by the stand-in of the service. */
export const protectionInputs = {
  quote: z.looseObject({
    cart: z
      .looseObject({ amount_insured: price.describe('Amount to protect: the sum of the lines that are shipped') }, is('is no object'))
      .describe('Contents of the cart'),
  }),
  createOrder: orderSchema,
  updateOrder: orderUpdateSchema,
  refundInsurance: z.looseObject({ shopOrderId: orderId, amount_refunded: price.optional().describe('Amount refunded of the price of protection') }), // A63
  addInsurance: z.looseObject({ shopOrderId: orderId }),
  createShipment: shipmentSchema,
  updateShipment: shipmentUpdateSchema,
  createShipmentEvent: shipmentEventSchema,
}

/** The fields of a quote that are used. */
export const quoteDtoSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).optional().describe('Id of the quote'),
  token: z.string().min(1).describe('Token that the order has in `purchased_quote_token`'),
  price: z
    .looseObject({ cents: z.int().min(0).describe('Amount in the smallest unit of the currency'), currency: z.string().describe('ISO 4217 code such as USD') })
    .describe('Price of protection for the customer'),
  variant: z
    .looseObject({ id: z.union([z.int(), z.string()]).describe('Id of the variant'), sku: z.string().nullish().describe('SKU of the variant') })
    .nullish()
    .describe('Variant to put into the cart, on the one shop platform that needs one'),
})

const accepted = z.unknown()

/** The schema of each answer; other fields are kept unchanged. */
export const protectionAnswers = {
  quote: quoteDtoSchema,
  createOrder: accepted, // A56: only the status counts
  updateOrder: accepted,
  refundInsurance: accepted, // A63: the reply is not relied on
  addInsurance: accepted,
  createShipment: accepted,
  updateShipment: accepted,
  createShipmentEvent: accepted,
}

/** A quote as the service returns it. */
export type QuoteDto = z.infer<typeof quoteDtoSchema>
/** An order as it is reported. */
export type OrderInput = z.infer<typeof orderSchema>
/** A changed order as it is reported. */
export type OrderUpdateInput = z.infer<typeof orderUpdateSchema>
/** A shipment as it is reported. */
export type ShipmentInput = z.infer<typeof shipmentSchema>
/** A changed shipment as it is reported. */
export type ShipmentUpdateInput = z.infer<typeof shipmentUpdateSchema>
/** An event of a shipment as the service returns it. */
export type ShipmentEventDto = z.infer<typeof shipmentEventDtoSchema>
/** An event of a shipment as it is reported. */
export type ShipmentEventInput = z.infer<typeof shipmentEventSchema>
/** A line of an order. */
export type LineItemDto = z.infer<typeof lineItemSchema>

/** An order as the service returns it: the reported fields, without the token, and the price paid for protection (A75). */
export type OrderDto = OrderInput & { insurance_paid?: Money | undefined }
