import type { LineItemDto, OrderInput, OrderUpdateInput } from '../upstream/protection.ts'
import { shippingGrams } from '../reports/shipping-weight.ts'
import { orderJob, refundProtectionJob } from '../reports/report-jobs.ts'
import type { ChargedLine } from '../reports/protection-payment.ts'
import { values } from './stored-fields.ts'
import { truncate, shareOf, Part } from './payload.ts'
import { phoneRemedy, toEmail, toNames, toPhone } from './contact-details.ts'
import { toCountryCode, toProvinceCode } from './region-codes.ts'
import { digitalFact, onDeliveryFact } from '../reports/report-facts.ts'
import type { Mapping, Platform, MappingContext, Topic } from './platform.ts'
import { boundOf, tokenNames, refundsWithoutGoods } from './protection-lines.ts'
import { wooErrorIn } from './webhook-error.ts'
import { createAmounts, type Amounts } from './woocommerce-amounts.ts'
import { hasOwnAddress, orderFields } from './woocommerce-fields.ts'
import { financialStatusOf, paymentOf, refundedOf } from './woocommerce-payment.ts'
import { shipmentJobs, shipmentsOf, toTime } from './woocommerce-shipments.ts'

const readdRemedy = 'add it to the order at the shop; its update is reported by itself'
/** The most grams that the service accepts: a 32-bit integer. */
const largestWeight = 2 ** 31 - 1

/** Shipping methods by which customers collect their goods: WooCommerce's own, its predecessor, and the one of its blocks. */
export const pickupMethods: ReadonlySet<string> = new Set(['local_pickup', 'legacy_local_pickup', 'pickup_location'])

const metaOf = (part: Part) => part.at('meta_data').items()
/** The tokens in the meta data of these parts of an order. */
const tokensOn = (parts: readonly Part[]): string[] =>
  parts
    .flatMap(metaOf)
    .filter((meta) => tokenNames.has(meta.at('key').text() ?? ''))
    .flatMap((meta) => meta.at('value').text() ?? [])

/** Maps an order, whichever topic brings it. */
function mapOrder(payload: Part, mappingContext: MappingContext): Mapping {
  const id = payload.at('id').needId()
  const version = toTime(payload.at('date_modified_gmt'))
  if (mappingContext.order?.version && version !== undefined && version < mappingContext.order.version) return { superseded: 'a later update was reported' }
  const amounts = createAmounts(payload)
  const { currency, money, total, undiscounted } = amounts
  const lines = payload.at('line_items').items()
  const fees = payload.at('fee_lines').items()
  // Only our plugin says of a line whether it ships. But an order has a shipping method if and only if one of its lines ships, or is collected.
  const isShipped = payload
    .at('shipping_lines')
    .items()
    .some((way) => !pickupMethods.has((way.at('method_id').text() ?? '').split(':')[0]!))
  const ships = (line: Part) => isShipped && (line.at('needs_shipping').isBoolean() ? line.at('needs_shipping').flag() : !isDigital(line))
  // Goods are never protection, whatever tokens they carry: shop and plugins write a line's meta fields from the shopper's input.
  const isProtection = (fee: Part) =>
    tokenOf(fee, mappingContext) !== undefined || (mappingContext.order?.paying != null && fee.at('id').id() === mappingContext.order.paying)
  const status = financialStatusOf(payload)
  const isRefunded = status === 'refunded'
  const charges = fees.filter(isProtection)
  const notes = goodsNotes([...lines, ...fees].filter((part) => !charges.includes(part)))
  const paid = isRefunded ? [] : charges.map((fee) => toCharged(fee, amounts, mappingContext))
  if (!lines.some(ships)) {
    return {
      jobs: refundsWithoutGoods(id, paid),
      notes: ['nothing in this order is shipped, so it is not reported', ...notes],
      facts: { [digitalFact(id)]: true },
      wakes: [`order:${id}`],
    }
  }
  const token = isRefunded ? undefined : charges.map((fee) => tokenOf(fee, mappingContext)).find((one) => one !== undefined)
  const toLine = (line: Part, insured: boolean, shipped: boolean): LineItemDto => {
    const quantity = countOf(line)
    return {
      shop_line_item_id: idOf(line),
      shop_product_id: idText(line.at('product_id')) ?? `custom:${idOf(line)}`,
      shop_variant_id: truncate(idText(line.at('variation_id')) ?? idText(line.at('product_id')) ?? line.at('sku').text() ?? `custom:${idOf(line)}`),
      name: truncate(line.at('name').text() ?? idOf(line)),
      unit_price: { cents: shareOf(undiscounted(line).cents, 1, quantity), currency },
      total_price: total(line),
      quantity,
      image_url: pictureOf(line) ?? mappingContext.picture(idOf(line)),
      grams: shipped ? gramsOf(line) : 0,
      is_insured: insured && shipped,
    }
  }
  const shared = {
    shop_order_number: truncate((payload.at('number').text() ?? id).replace(/^#(?=.)/, '')),
    subtotal_price: { cents: [...lines, ...fees].reduce((cents, line) => cents + money(line.at('total')).cents, 0), currency },
    total_discounts_price: money(payload.at('discount_total')),
    total_shipping_price: money(payload.at('shipping_total')),
    total_tax_price: money(payload.at('total_tax')),
    total_price: money(payload.at('total')),
    financial_status: status,
    customer: customerOf(payload, id),
    shipping_address: addressOf(payload, mappingContext),
  }
  const toLines = (insured: boolean) => [...lines.map((line) => toLine(line, insured, ships(line))), ...charges.map((fee) => toLine(fee, false, false))]
  const order: OrderInput = {
    shop_order_id: id,
    ...shared,
    ...(token !== undefined && { purchased_quote_token: token, amount_insured: amounts.sum(lines.filter(ships)) }),
    created_at: new Date(
      toTime(payload.at('date_created_gmt')) ?? payload.at('date_created_gmt').missing('an order has the time at which it was placed'),
    ).toISOString(),
    line_items: toLines(token !== undefined),
  }
  const update: OrderUpdateInput = { shopOrderId: id, ...shared, line_items: toLines(true) }
  const change = payload.at('change').id()
  const jobs = [
    orderJob({
      order,
      update,
      version,
      ...(change !== undefined && { change }),
      money: { total: shared.total_price, refunded: refundedOf(payload) },
      ...(charges.length > 0 && { paid: { lines: paid } }),
    }),
  ]
  jobs.push(
    ...shipmentJobs(
      payload,
      id,
      lines.filter(ships).map((line) => toLine(line, true, true)),
    ),
  )
  const isTakenOut = mappingContext.order?.paying != null && [...lines, ...fees].every((line) => idOf(line) !== mappingContext.order!.paying)
  if (isTakenOut || (isRefunded && (charges.length > 0 || mappingContext.order?.protected))) jobs.push(refundProtectionJob({ shopOrderId: id }))
  const facts = {
    ...(mappingContext.digital && { [digitalFact(id)]: null }),
    // Once an order is paid, the fact means nothing, so only unpaid orders write it. The gateway: class-wc-gateway-cod.php.
    ...(status === 'pending' && { [onDeliveryFact(id)]: payload.at('payment_method').text() === 'cod' ? true : null }),
  }
  return { jobs, notes, ...(Object.keys(facts).length > 0 && { facts }) }
}

/** The token of a quote that was sealed here, if a fee has one. */
const tokenOf = (fee: Part, { quotes }: MappingContext) => tokensOn([fee]).find((token) => quotes.has(token))

/** A fee for protection: its amount with tax, and the price that the quote of its token binds it to. */
function toCharged(fee: Part, { currency, money, total, undiscounted }: Amounts, mappingContext: MappingContext): ChargedLine {
  const tax = fee.at('total_tax').text() === undefined ? 0 : money(fee.at('total_tax')).cents
  const token = tokenOf(fee, mappingContext)
  const asked = undiscounted(fee)
  const quote = token === undefined ? undefined : mappingContext.quotes.get(token)
  const bound = quote && boundOf(quote, { price: total(fee), tax: money(fee.at('total')).cents + tax - total(fee).cents })
  return {
    id: idOf(fee),
    quantity: countOf(fee),
    amount: { cents: money(fee.at('total')).cents + tax, currency },
    asked,
    ...(token !== undefined && { token }),
    ...(bound ? { bound } : quote && { sealed: quote.price }),
  }
}

/** The merchant's note about lines and fees that carry the token's name and are not protection. */
function goodsNotes(parts: readonly Part[]): string[] {
  const marked = parts.filter((part) => tokensOn([part]).length > 0)
  if (marked.length === 0) return []
  const ids = marked.map((part) => part.at('id').id() ?? '?').slice(0, 5)
  return [`${ids.join(', ')} of this order: not treated as protection despite the meta field, because only a fee with a token that was sealed here is`]
}

/** Whether a plugin marks a line as goods that are not shipped: earlier versions of ours wrote `virtual`. */
const isDigital = (line: Part) => line.at('virtual').flag() || line.at('downloadable').flag()

const idOf = (line: Part) => line.at('id').needId()

/** An id; undefined for 0, which means none. */
const idText = (part: Part) => (part.text() === '0' ? undefined : part.id())

/** The quantity of a line; 1 for fees, which have none. */
const countOf = (line: Part) => (line.at('quantity').text() === undefined ? 1 : line.at('quantity').count())

/** The weight of one piece in grams, if a plugin adds it, as ours does: WooCommerce's core has no weights of lines. */
function gramsOf(line: Part): number {
  const grams = Math.round(Number(line.at('grams').text() ?? 0))
  return shippingGrams(grams > 0 && grams <= largestWeight ? grams : 0)
}

const pictureOf = (line: Part) => {
  const source = line.at('image').at('src').text()
  return source !== undefined && /^https?:\/\/\S{1,2040}$/.test(source) ? source : undefined
}

function customerOf(order: Part, id: string): OrderInput['customer'] {
  const billing = order.at('billing')
  const email = toEmail(billing.at('email').text())
  const phone = toPhone(billing.at('phone').text())
  return {
    shop_customer_id: idText(order.at('customer_id')) ?? `guest:${id}`,
    ...toNames(...[billing, order.at('shipping')].map((person) => ({ first: person.at('first_name').text(), last: person.at('last_name').text() }))),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone_number: phone }),
  }
}

/** The shipping address; it is empty if the order goes to the billing address, which is used then. */
function addressOf(order: Part, { fallbackPhone }: MappingContext): OrderInput['shipping_address'] {
  const billing = order.at('billing')
  const address = hasOwnAddress(order) ? order.at('shipping') : billing
  if (address.at('country').text() === undefined && address.at('address_1').text() === undefined) order.at('shipping').missing(readdRemedy)
  const country = toCountryCode(address.at('country'), readdRemedy)
  const second = address.at('address_2').text()
  return {
    address1: truncate(address.at('address_1').needText(readdRemedy)),
    ...(second !== undefined && { address2: truncate(second) }),
    province_code: toProvinceCode(country, readdRemedy, address.at('state')),
    city: truncate(address.at('city').text() ?? address.at('state').text() ?? country),
    postal_code: truncate(address.at('postcode').text() ?? '', 32),
    country_code: country,
    phone_number: toPhone(address.at('phone').text(), billing.at('phone').text()) ?? fallbackPhone ?? billing.at('phone').missing(phoneRemedy),
  }
}

const orderTopic = (name: string, ...aliases: string[]): Topic => ({
  name,
  aliases,
  orderOf: (payload) => payload.at('id').id(),
  pictured: true,
  fields: orderFields,
  tokensIn: (payload) => tokensOn(payload.at('fee_lines').items()),
  paymentOf,
  map: mapOrder,
})

const shipmentTopic = 'shipment.updated'

/** Maps one shipment of an order, whatever the version of the order is. */
function mapShipment(payload: Part, mappingContext: MappingContext): Mapping {
  const { order } = mappingContext
  const mapping = mapOrder(payload.at('order'), { ...mappingContext, order: order && { ...order, version: null } })
  const subject = `shipment:${payload.at('id').needId()}`
  return { jobs: 'jobs' in mapping ? mapping.jobs.filter((job) => job.subject === subject) : [] }
}

/**
 * WooCommerce (https://developer.woocommerce.com/docs/apis/rest-api/v3/webhooks/). Our plugin reports orders in the same form, and adds to each line
 * whether it ships and its weight, and to each order its shipments.
 */
export const woocommerce: Platform = {
  name: 'woocommerce',
  // `X-WC-Webhook-Delivery-ID` is the hash of the webhook and the second (`WC_Webhook::get_new_delivery_id`), so all orders of a second share one.
  // The body identifies a delivery. An order that returns to an earlier state has another `date_modified` or, within a second, another `change` of our
  // plugin, and so another body.
  headers: {
    signature: ['x-wc-webhook-signature'],
    topic: ['x-wc-webhook-topic'],
  },
  topics: [
    { ...orderTopic('order.created', 'orders-create'), creates: true },
    orderTopic('order.updated', 'orders-updated'),
    orderTopic('order.restored'),
    {
      name: shipmentTopic,
      fields: (payload) => ({ ...values('id'), order: orderFields(payload.at('order')) }),
      orderOf: (payload) => payload.at('order').at('id').id(),
      shipmentOf: (payload) => payload.at('id').id(),
      pictured: true,
      tokensIn: (payload) => tokensOn(payload.at('order').at('fee_lines').items()),
      map: mapShipment,
    },
    {
      name: 'order.deleted',
      fields: values('id'),
      orderOf: (payload) => payload.at('id').id(),
      map: () => ({ jobs: [], notes: ['the shop has deleted the order, which cannot be reported to the service'] }),
    },
  ],
  listed: 'order.updated',
  // An order brings its shipments with it. Reconciling reports a lost one alone.
  partsOf: (order) =>
    shipmentsOf(order)
      .filter((shipment) => !shipment.at('removed').flag())
      .map((shipment) => ({ topic: shipmentTopic, payload: new Part({ id: shipment.at('id').value, order: order.value }, '') })),
  timesOf: (order) => ['date_created_gmt', 'date_modified_gmt'].map((name) => toTime(order.at(name))),
  errorIn: wooErrorIn,
  isPing: (body) => /^webhook_id=\d+$/.test(body),
}
