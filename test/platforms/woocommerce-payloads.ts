import type { Payload } from './payloads.ts'

/** An address in Portland, as WooCommerce writes it. */
export const wooAddress = {
  first_name: 'Mira',
  last_name: 'Okafor',
  company: '',
  address_1: '2210 SE Clay Street',
  address_2: '',
  city: 'Portland',
  state: 'OR',
  postcode: '97214',
  country: 'US',
  phone: '',
}

/** An order of two mugs, as WooCommerce's webhooks write it. */
export const wooOrder = (id: bigint, changes: Payload = {}): Payload => ({
  id,
  parent_id: 0,
  number: '727',
  order_key: 'wc_order_58d2d042d1d',
  status: 'processing',
  currency: 'USD',
  date_created: '2026-11-20T10:00:00',
  date_created_gmt: '2026-11-20T15:00:00',
  date_modified_gmt: '2026-11-20T15:00:01',
  discount_total: '3.00',
  discount_tax: '0.00',
  shipping_total: '6.00',
  shipping_tax: '0.00',
  cart_tax: '1.35',
  total: '52.35',
  total_tax: '1.35',
  prices_include_tax: false,
  customer_id: 0,
  billing: { ...wooAddress, email: 'mira@example.com', phone: '+1 503 555 0118' },
  shipping: wooAddress,
  line_items: [
    {
      id: 315n,
      name: 'Stoneware mug',
      product_id: 93n,
      variation_id: 0,
      quantity: 2,
      subtotal: '48.00',
      subtotal_tax: '1.44',
      total: '45.00',
      total_tax: '1.35',
      sku: 'MUG-OAT',
      price: 22.5,
      image: { id: 5, src: 'https://shop.example/mug.jpg' },
      meta_data: [],
    },
  ],
  shipping_lines: [{ id: 317n, method_title: 'Flat rate', total: '6.00' }],
  fee_lines: [],
  refunds: [],
  meta_data: [],
  ...changes,
})

/** A fee for protection, as the plugin writes it. */
export const wooFee = (token: string, total = '1.50') => ({
  id: 318n,
  name: 'Shipment protection',
  total,
  total_tax: '0.00',
  meta_data: [{ id: 1, key: '_protection_quote', value: token }],
})
