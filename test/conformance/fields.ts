import { money, type Body } from './orders.ts'

/** A kind of value: what is none of it, each of which has to be refused. */
interface Kind {
  good: unknown
  bad: readonly unknown[]
}

const notText = [17, {}, ['a']]

/** The kinds of value that the field tables name. */
export const kinds = {
  text: { good: 'Some words — 語', bad: notText },
  money: {
    good: money(1234),
    bad: [12, '12', {}, { cents: 1200 }, { currency: 'USD' }, money(12.5), { cents: '1200', currency: 'USD' }, { cents: 1, currency: 'dollars' }],
  },
  dateTime: { good: '2026-01-31T12:34:56+02:00', bad: ['yesterday', 1_700_000_000, '2026-13-01T00:00:00Z'] },
  email: { good: 'grace.hopper+shop@example.com', bad: ['nobody', 'a@', ...notText] },
  phone: { good: '+44 20 7946 0958', bad: ['call me', ...notText] },
  url: { good: 'https://shop.example.com/a?b=c', bad: ['nowhere', 'javascript:alert(1)', ...notText] },
  /** No more than text, by the document. */
  link: { good: 'https://carrier.example.com/1?a=b', bad: notText },
  int32: { good: 3, bad: [1.5, '2', 2_147_483_648, null] },
  boolean: { good: false, bad: ['yes', 1] },
  financialStatus: { good: 'refunded', bad: ['unpaid', 'PAID', ''] },
  eventStatus: { good: 'out_for_delivery', bad: ['lost', 'DELIVERED', ''] },
  country: { good: 'CA', bad: ['ZZ', 'USA', 'us', 'United States', 1] },
  province: { good: 'US-NV', bad: ['US-ZZ', 'Kentucky', 'ZZ-KY', 3] },
  object: { good: undefined, bad: ['Ada', 7] },
  list: { good: undefined, bad: ['a mug', {}, 7] },
} as const satisfies Record<string, Kind>

/** A row of a field table: the number of its sentence, the field, the kind of its value, and whether it has to be there. */
export type Field = readonly [sentence: string, name: string, kind: keyof typeof kinds, required: boolean]

export const customerFields: readonly Field[] = [
  ['P45', 'shop_customer_id', 'text', true],
  ['P46', 'first_name', 'text', true],
  ['P47', 'last_name', 'text', true],
  ['P48', 'email', 'email', false],
  ['P49', 'phone_number', 'phone', false],
]

export const addressFields: readonly Field[] = [
  ['P50', 'address1', 'text', true],
  ['P51', 'address2', 'text', false],
  ['P52', 'province_code', 'province', true],
  ['P53', 'city', 'text', true],
  ['P54', 'postal_code', 'text', true],
  ['P55', 'country_code', 'country', true],
  ['P56', 'phone_number', 'phone', true],
]

export const lineItemFields: readonly Field[] = [
  ['P57', 'shop_line_item_id', 'text', true],
  ['P58', 'shop_product_id', 'text', true],
  ['P59', 'shop_variant_id', 'text', true],
  ['P60', 'name', 'text', true],
  ['P61', 'unit_price', 'money', true],
  ['P62', 'total_price', 'money', true],
  ['P63', 'total_price_presentment', 'money', false],
  ['P64', 'quantity', 'int32', true],
  ['P65', 'image_url', 'url', true],
  ['P66', 'grams', 'int32', true],
  ['P67', 'is_insured', 'boolean', true],
  ['P68', 'refunded_quantity', 'int32', false],
  ['P69', 'refunded_price', 'money', false],
  ['P70', 'refunded_price_presentment', 'money', false],
]

export const shipmentFields: readonly Field[] = [
  ['P71', 'shop_shipment_id', 'text', true],
  ['P72', 'shop_order_id', 'text', true],
  ['P73', 'tracking_number', 'text', true],
  ['P74', 'tracking_url', 'link', false],
  ['P75', 'tracking_company', 'text', true],
  ['P76', 'line_items', 'list', true],
  ['P77', 'created_at', 'dateTime', true],
]

export const eventFields: readonly Field[] = [
  ['P78', 'shop_shipment_event_id', 'text', true],
  ['P79', 'status', 'eventStatus', true],
  ['P80', 'message', 'text', false],
  ['P81', 'estimated_delivery_at', 'dateTime', false],
  ['P82', 'created_at', 'dateTime', true],
]

/** Whether a field has to be (R), may be (O) or is not (-) in the body of creation, in that of an update, and in answers. */
export type OrderField = readonly [sentence: string, name: string, kind: keyof typeof kinds, create: Presence, update: Presence, answer: Presence]
type Presence = 'R' | 'O' | '-'

export const orderFields: readonly OrderField[] = [
  ['P20', 'shop_order_id', 'text', 'R', '-', 'R'],
  ['P21', 'shop_order_number', 'text', 'R', 'R', 'R'],
  ['P22', 'subtotal_price', 'money', 'R', 'R', 'R'],
  ['P23', 'subtotal_price_presentment', 'money', 'O', '-', 'O'],
  ['P24', 'total_discounts_price', 'money', 'R', 'R', 'R'],
  ['P25', 'total_discounts_price_presentment', 'money', 'O', '-', 'O'],
  ['P26', 'total_shipping_price', 'money', 'R', 'R', 'R'],
  ['P27', 'total_shipping_price_presentment', 'money', 'O', '-', 'O'],
  ['P28', 'total_tax_price', 'money', 'R', 'R', 'R'],
  ['P29', 'total_tax_price_presentment', 'money', 'O', '-', 'O'],
  ['P30', 'total_price', 'money', 'R', 'R', 'R'],
  ['P31', 'total_price_presentment', 'money', 'O', '-', 'O'],
  ['P32', 'amount_insured', 'money', 'O', '-', 'O'],
  ['P33', 'amount_insured_presentment', 'money', 'O', '-', 'O'],
  ['P34', 'purchased_quote_token', 'text', 'O', '-', '-'],
  ['P36', 'created_at', 'dateTime', 'R', '-', 'R'],
  ['P37', 'financial_status', 'financialStatus', 'R', 'R', 'R'],
  ['P38', 'customer', 'object', 'R', 'R', 'R'],
  ['P39', 'shipping_address', 'object', 'R', 'R', 'R'],
  ['P40', 'line_items', 'list', 'R', 'R', 'R'],
]

/** A body without that field. */
export const without = (body: Body, name: string): Body => Object.fromEntries(Object.entries(body).filter(([field]) => field !== name))
