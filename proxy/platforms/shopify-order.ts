import type { Money } from '../../src/contract/money.ts'
import type { LineItemDto, OrderInput, OrderUpdateInput } from '../upstream/protection.ts'
import type { Buyer } from '../order-keys/buyer-facts.ts'
import { shippingGrams } from '../reports/shipping-weight.ts'
import { orderJob, refundProtectionJob } from '../reports/report-jobs.ts'
import { truncate, type Part } from './payload.ts'
import { phoneRemedy, toEmail, toNames, toPhone } from './contact-details.ts'
import { toCountryCode, toProvinceCode } from './region-codes.ts'
import { digitalFact } from '../reports/report-facts.ts'
import type { Mapping, MappingContext } from './platform.ts'
import { refundsWithoutGoods } from './protection-lines.ts'
import { amountOf, fixedDiscountOf, firstAmountOf, lineTotalOf, type Side } from './shopify-money.ts'
import { financialStatusOf, unnamedOf } from './shopify-payment.ts'
import { goodsNotes, isProtectionLine, isProtectionRefunded, paidOf } from './shopify-protection.ts'
import { reductionOf, moneyOf, refundsOf, type Refunds } from './shopify-refunds.ts'

const readdRemedy = 'add it to the order at the platform; its update is reported by itself'
/** Whether a line ships in a parcel. */
export const ships = (line: Part) => line.at('requires_shipping').flag() && !line.at('gift_card').flag()

/** Maps an order in its current state, whichever topic brings it: each report is an upsert. */
export function mapOrder(payload: Part, mappingContext: MappingContext): Mapping {
  const id = payload.at('id').needId()
  const version = payload.at('updated_at').time() ?? payload.at('created_at').time()
  if (mappingContext.order?.version && version !== undefined && version < mappingContext.order.version) return { superseded: 'a later update was reported' }
  const currency = payload.at('currency').currency()
  const lines = payload.at('line_items').items()
  const refunds = refundsOf(payload, currency)
  const known = { ...mappingContext, placedAt: payload.at('created_at').time() }
  const paid = paidOf(payload, lines, refunds, currency, known)
  const notes = goodsNotes(lines, known)
  // Goods from a till are handed over there, unless the order has a shipping address.
  const isHandedOver = payload.at('source_name').text() === 'pos' && !payload.at('shipping_address').isObject()
  if (isHandedOver || !lines.some(ships)) {
    return {
      jobs: refundsWithoutGoods(id, paid.lines),
      notes: ['nothing in this order is shipped, so it is not reported', ...notes],
      // Wakes other jobs of the order, because they need not wait for its report.
      facts: { [digitalFact(id)]: true },
      wakes: [`order:${id}`],
    }
  }
  const token = paid.lines.find((line) => line.token !== undefined)?.token
  const shared = {
    shop_order_number: numberOf(payload, id),
    financial_status: financialStatusOf(payload),
    customer: customerOf(payload, id),
    shipping_address: addressOf(payload, mappingContext),
  }
  const toLines = (side: Side, insured: boolean) => lines.map((line) => toLineItem(line, { side, currency, refunds, mappingContext, insured }))
  const money = (name: string, side: Side) => amountOf(payload, name, side, currency)
  const order: OrderInput = {
    shop_order_id: id,
    ...shared,
    subtotal_price: money('subtotal_price', 'shop_money'),
    subtotal_price_presentment: money('subtotal_price', 'presentment_money'),
    total_discounts_price: money('total_discounts', 'shop_money'),
    total_discounts_price_presentment: money('total_discounts', 'presentment_money'),
    total_shipping_price: shippingOf(payload, 'shop_money', currency),
    total_shipping_price_presentment: shippingOf(payload, 'presentment_money', currency),
    total_tax_price: money('total_tax', 'shop_money'),
    total_tax_price_presentment: money('total_tax', 'presentment_money'),
    total_price: money('total_price', 'shop_money'),
    total_price_presentment: money('total_price', 'presentment_money'),
    ...(token !== undefined && {
      purchased_quote_token: token,
      amount_insured: insuredOf(lines, 'shop_money', currency),
      amount_insured_presentment: insuredOf(lines, 'presentment_money', currency),
    }),
    created_at: payload.at('created_at').needDateTime(),
    line_items: toLines('shop_money', token !== undefined),
  }
  // The update has its prices in the customer's currency, and describes the order in its current state.
  const now = (name: string) => firstAmountOf(payload, [`current_${name}`, name], 'presentment_money', currency)
  const update: OrderUpdateInput = {
    shopOrderId: id,
    ...shared,
    subtotal_price: now('subtotal_price'),
    total_discounts_price: now('total_discounts'),
    total_shipping_price: payload.at('current_shipping_price_set').isObject()
      ? amountOf(payload, 'current_shipping_price', 'presentment_money', currency)
      : shippingOf(payload, 'presentment_money', currency),
    total_tax_price: now('total_tax'),
    total_price: now('total_price'),
    // The job that sends the update knows whether the order is protected by then.
    line_items: toLines('presentment_money', true),
  }
  const protection = lines.filter((line) => isProtectionLine(line, known))
  const protectionDiscount = fixedDiscountOf(payload, protection, 'presentment_money', currency)
  const whole = moneyOf(payload, lines, refunds, currency)
  const jobs = [
    orderJob({
      order,
      update,
      version,
      money: whole.refunded.cents > 0 ? { ...whole, unnamed: unnamedOf(payload, whole) } : whole,
      ...(protection.length > 0 && { paid }),
      ...(protectionDiscount.cents > 0 && { borne: protectionDiscount }),
    }),
  ]
  if (isProtectionRefunded(protection, paid, mappingContext.order)) jobs.push(refundProtectionJob({ shopOrderId: id }))
  return {
    jobs,
    notes,
    ...(mappingContext.digital && { facts: { [digitalFact(id)]: null } }),
  }
}

function insuredOf(lines: readonly Part[], side: Side, currency: string): Money {
  const totals = lines.filter(ships).map((line) => lineTotalOf(line, side, currency))
  return { cents: totals.reduce((sum, { cents }) => sum + cents, 0), currency: totals[0]!.currency }
}

/** The shipping price; old payloads have no total of it. */
function shippingOf(order: Part, side: Side, currency: string): Money {
  if (order.at('total_shipping_price_set').isObject()) return amountOf(order, 'total_shipping_price', side, currency)
  const prices = order
    .at('shipping_lines')
    .items()
    .map((line) => amountOf(line, 'price', side, currency))
  return { cents: prices.reduce((sum, { cents }) => sum + cents, 0), currency: prices[0]?.currency ?? currency }
}

const numberOf = (order: Part, id: string) => truncate((order.at('name').text() ?? order.at('order_number').text() ?? id).replace(/^#(?=.)/, ''))

const emailOf = (order: Part) => toEmail(order.at('email').text(), order.at('contact_email').text(), order.at('customer').at('email').text())

/** The buyer of an order, from its stored fields, in which the token of the checkout is a digest. Without an e-mail address no order can be looked up. */
export function buyerOf(order: Part): Buyer | undefined {
  const email = emailOf(order)
  const placedAt = order.at('created_at').time()
  if (email === undefined || placedAt === undefined) return undefined
  return {
    checkout: order.at('checkout_token').text() ?? null,
    customer: order.at('customer').at('id').id() ?? null,
    number: numberOf(order, order.at('id').needId()),
    email,
    placedAt,
  }
}

function customerOf(order: Part, id: string): OrderInput['customer'] {
  const customer = order.at('customer')
  const email = emailOf(order)
  const phone = toPhone(customer.at('phone').text(), order.at('phone').text())
  return {
    shop_customer_id: customer.at('id').id() ?? `guest:${id}`,
    ...toNames(...[customer, order.at('shipping_address'), order.at('billing_address')].map(nameOf)),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone_number: phone }),
  }
}

const nameOf = (person: Part) => ({ first: person.at('first_name').text(), last: person.at('last_name').text(), full: person.at('name').text() })

function addressOf(order: Part, { fallbackPhone }: MappingContext): OrderInput['shipping_address'] {
  const address = order.at('shipping_address')
  if (!address.isObject()) address.missing(readdRemedy)
  const customer = order.at('customer')
  const country = toCountryCode(address.at('country_code'), readdRemedy)
  const [first, second] = [address.at('address1').text(), address.at('address2').text()]
  const address1 = first ?? second ?? address.at('address1').missing(readdRemedy)
  return {
    address1: truncate(address1),
    ...(first !== undefined && second !== undefined && { address2: truncate(second) }),
    province_code: toProvinceCode(country, readdRemedy, address.at('province_code'), address.at('province')),
    // Some orders omit the city if it equals the country, as in Singapore.
    city: truncate(address.at('city').text() ?? address.at('province').text() ?? address.at('country').text() ?? address.at('city').missing(readdRemedy)),
    postal_code: truncate(address.at('zip').text() ?? '', 32),
    country_code: country,
    phone_number:
      toPhone(
        address.at('phone').text(),
        customer.at('phone').text(),
        order.at('phone').text(),
        customer.at('default_address').at('phone').text(),
        order.at('billing_address').at('phone').text(),
      ) ??
      fallbackPhone ??
      address.at('phone').missing(phoneRemedy),
  }
}

interface LineContext {
  side: Side
  currency: string
  refunds: Refunds
  mappingContext: Pick<MappingContext, 'picture'>
  /** Whether the order is protected. */
  insured: boolean
}

const idOf = (line: Part) => line.at('id').needId()

/** Converts a line of an order to the service's form; an update has all money in the customer's currency. */
function toLineItem(line: Part, { side, currency, refunds, mappingContext, insured }: LineContext): LineItemDto {
  const id = idOf(line)
  const gone = reductionOf(line, refunds, currency)
  return {
    ...toGoods(line, id, mappingContext),
    is_insured: insured && ships(line),
    unit_price: amountOf(line, 'price', side, currency),
    total_price: lineTotalOf(line, side, currency),
    total_price_presentment: lineTotalOf(line, 'presentment_money', currency),
    quantity: line.at('quantity').count(),
    ...(gone.quantity > 0 && {
      refunded_quantity: gone.quantity,
      refunded_price: { ...amountOf(line, 'price', side, currency), cents: side === 'shop_money' ? gone.shop : gone.presented },
      refunded_price_presentment: { ...amountOf(line, 'price', 'presentment_money', currency), cents: gone.presented },
    }),
  }
}

/** The fields of a line that do not depend on its quantity. */
export function toGoods(line: Part, id: string, { picture }: Pick<MappingContext, 'picture'>) {
  const sku = line.at('sku').text()
  return {
    shop_line_item_id: id,
    // A line that was typed in at the till has no product.
    shop_product_id: line.at('product_id').id() ?? `custom:${id}`,
    shop_variant_id: truncate(line.at('variant_id').id() ?? sku ?? `custom:${id}`),
    name: truncate(line.at('name').text() ?? line.at('title').text() ?? sku ?? id),
    image_url: picture(id),
    grams: ships(line) ? shippingGrams(line.at('grams').count()) : 0,
    is_insured: ships(line),
  }
}
