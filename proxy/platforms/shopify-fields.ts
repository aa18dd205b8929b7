import { NamedEntries, protectionNames, values, type FieldSelection } from './stored-fields.ts'

const side = values('amount', 'currency_code')
const set = { shop_money: side, presentment_money: side }
/** An amount as text, and in both currencies. */
const amounts = (...names: string[]) =>
  Object.fromEntries(
    names.flatMap((name): [string, FieldSelection][] => [
      [name, 'value'],
      [`${name}_set`, set],
    ]),
  )
const written = new NamedEntries('name', protectionNames)

const line = {
  ...values('id', 'product_id', 'variant_id', 'sku', 'name', 'title', 'grams', 'quantity', 'current_quantity', 'requires_shipping', 'gift_card'),
  ...amounts('price'),
  discount_allocations: [{ ...amounts('amount'), ...values('discount_application_index') }],
  tax_lines: [amounts('price')],
  properties: written,
} as const satisfies FieldSelection

/** The fields that are read of an order. Of the billing address only names and the phone number are read, for orders that have none elsewhere. */
export const orderFields: FieldSelection = {
  ...values('id', 'name', 'order_number', 'currency', 'created_at', 'updated_at', 'financial_status', 'source_name', 'taxes_included'),
  ...values('email', 'contact_email', 'phone'),
  // Who knows the token of the checkout has made the order, so only its digest is stored.
  checkout_token: 'digest',
  ...amounts('subtotal_price', 'total_discounts', 'total_shipping_price', 'total_tax', 'total_price'),
  ...amounts('current_subtotal_price', 'current_total_discounts', 'current_shipping_price', 'current_total_tax', 'current_total_price'),
  customer: { ...values('id', 'email', 'phone', 'first_name', 'last_name', 'name'), default_address: values('phone') },
  shipping_address: values(
    ...(['first_name', 'last_name', 'name', 'phone', 'address1', 'address2', 'city', 'province', 'province_code', 'zip', 'country', 'country_code'] as const),
  ),
  billing_address: values('first_name', 'last_name', 'name', 'phone'),
  discount_applications: [values('value_type', 'target_selection')],
  line_items: [line],
  shipping_lines: [amounts('price')],
  refunds: [
    {
      refund_line_items: [{ ...values('line_item_id', 'quantity'), ...amounts('subtotal', 'total_tax') }],
      transactions: [values('kind', 'status', 'amount', 'currency')],
      order_adjustments: [{ ...values('kind'), ...amounts('amount', 'tax_amount') }],
    },
  ],
}

/** The fields that are read of a parcel. */
export const fulfillmentFields: FieldSelection = {
  ...values('id', 'order_id', 'status', 'created_at', 'updated_at', 'tracking_company', 'tracking_number', 'tracking_url'),
  tracking_numbers: ['value'],
  tracking_urls: ['value'],
  line_items: [line],
}

/** The fields that are read of an event of a parcel. */
export const fulfillmentEventFields: FieldSelection = values(
  ...(['id', 'order_id', 'fulfillment_id', 'status', 'message', 'estimated_delivery_at', 'happened_at', 'created_at'] as const),
)

/** The fields that are read of a refund. */
export const refundFields: FieldSelection = {
  ...values('id', 'order_id'),
  refund_line_items: [{ ...values('line_item_id', 'quantity'), line_item: line }],
}
