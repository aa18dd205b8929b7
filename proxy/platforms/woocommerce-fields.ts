import { NamedEntries, protectionNames, values, type FieldSelection } from './stored-fields.ts'
import type { Part } from './payload.ts'
import { shipmentFields } from './woocommerce-shipments.ts'

const written = new NamedEntries('key', protectionNames)
const name = values('first_name', 'last_name')
const address = values('country', 'state', 'city', 'postcode', 'address_1', 'address_2')

const line = {
  ...values('id', 'name', 'product_id', 'variation_id', 'sku', 'quantity', 'grams', 'virtual', 'downloadable', 'needs_shipping'),
  ...values('subtotal', 'subtotal_tax', 'total', 'total_tax'),
  image: values('src'),
  meta_data: written,
} as const satisfies FieldSelection

/** Whether an order has its own shipping address; otherwise it goes to the billing address. */
export const hasOwnAddress = (order: Part) =>
  order.at('shipping').at('country').text() !== undefined && order.at('shipping').at('address_1').text() !== undefined

/** The fields that are read of an order. The billing address is one of them only if the order is sent there. */
export const orderFields = (order: Part): FieldSelection => ({
  ...values(
    'id',
    'change',
    'number',
    'status',
    'currency',
    'date_created_gmt',
    'date_modified_gmt',
    'date_paid_gmt',
    'date_paid',
    'prices_include_tax',
    'customer_id',
    'payment_method',
  ),
  ...values('discount_total', 'shipping_total', 'total_tax', 'total'),
  billing: { ...name, ...values('email', 'phone'), ...(!hasOwnAddress(order) && address) },
  shipping: { ...name, ...address, ...values('phone') },
  line_items: [line],
  fee_lines: [line],
  shipping_lines: [values('method_id')],
  refunds: [values('total')],
  meta_data: written,
  ...shipmentFields,
})
