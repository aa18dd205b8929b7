import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { Answer } from '../../../proxy/http/serve.ts'
import type { LineItemDto, OrderDto, OrderInput, OrderUpdateInput } from '../../../proxy/upstream/protection.ts'
import { sameMoney } from '../../../src/contract/money.ts'
import { onlyInAnswers, onlyOnCreation } from '../../../proxy/upstream/protection.schema.ts'
import type { World } from '../world.ts'
import { day } from '../day.ts'
import { Failure } from '../failure.ts'
import { lineCurrency, mixedCurrencies, mixedCurrenciesOfUpdate } from './currencies.ts'
import { currentStatus } from './events.ts'
import { insuredInVain, isShippable, presentmentLeft, priceLeft, sumOf } from './lines.ts'
import { spend, unspentQuote } from './quotes.ts'
import { addOrder, changeOrder, shipmentsOf } from './register.ts'
import type { Order, Quote } from './state.ts'
import { inWords } from './words.ts'

/** Makes a key that cannot be guessed and is safe in a link. */
export const newKey = () => randomBytes(24).toString('base64url')

/** Returns whether the order is protected now. */
export const isProtected = ({ protection }: Order) => protection !== null && !protection.refunded

/** Returns the order in the form of a response. The price of protection is included only if there is one (A75). */
function toOrderDto({ fields, protection }: Order): OrderDto {
  return { ...fields, ...(protection && { insurance_paid: protection.paid }) }
}

/** Returns the order with the service’s internal fields. */
export function toOrderView(order: Order) {
  const { key, flags, protection } = order
  return {
    ...toOrderDto(order),
    purchased_quote_token: protection?.token ?? null,
    is_protected: isProtected(order),
    protection_refunded: protection?.refunded ?? false,
    flags,
    key,
  }
}

/** Returns the order with that id, or throws the failure. */
export function orderOf({ state }: World, shopOrderId: string, otherwise = new Failure(404, 'Order not found')): Order {
  const order = state.orders.get(shopOrderId)
  if (!order) throw otherwise
  return order
}

/**
 * Accepts an order. The same order again gets the same response (A57). Insured lines need a token and an amount, and
 * a token needs an amount (section 2, A68). Other inconsistencies are accepted and flagged.
 */
export function createOrder({ state, options }: World, reported: OrderInput): OrderDto | Answer<OrderDto> {
  const known = state.orders.get(reported.shop_order_id)
  if (known && isDeepStrictEqual(known.reported, reported)) return new Answer(200, toOrderDto(known))
  const faults = known ? ['Shop order id has already been taken'] : []

  const { purchased_quote_token: token, ...rest } = reported
  const fields = without(rest, onlyInAnswers)
  const order: Order = { key: newKey(), reported, fields, protection: null, flags: oddities(reported) }
  const quote = token === undefined ? undefined : unspentQuote(state, token)
  const isInsured = fields.line_items.some(({ is_insured }) => is_insured)
  if (typeof quote === 'string') faults.push(quote)
  if (isInsured && token === undefined) faults.push('Purchased quote token is required where a line item is insured')
  if ((isInsured || token !== undefined) && !fields.amount_insured) faults.push('Amount insured is required')
  if (typeof quote === 'object' && isForAnother(quote, fields)) {
    if (options.refuseOtherAmounts) faults.push(otherAmount)
    else order.flags.push(otherAmount)
  }
  faults.push(...inWords(mixedCurrencies(fields)))
  if (faults.length > 0) throw new Failure(422, ...faults)
  if (typeof quote === 'object') {
    spend(state, quote, fields.shop_order_id)
    order.protection = { paid: quote.price, token: quote.token, refunded: false }
  }
  addOrder(state, order)
  return toOrderDto(order)
}

const otherAmount = 'Amount insured differs from the quote'

/** Returns whether a quote is for another amount than the order’s. A quote is in the shop’s currency or the customer’s; the order has its amount in both. */
function isForAnother({ amount }: Quote, { amount_insured, amount_insured_presentment }: OrderInput) {
  if (!amount_insured) return false
  const amounts = [amount_insured, amount_insured_presentment].filter((insured) => insured?.currency === amount.currency)
  return amounts.length === 0 || amounts.some((insured) => !sameMoney(amount, insured!))
}

/** Returns the inconsistencies of an order’s protection. Discounts may make the amount less than its lines; nothing makes it more. */
function oddities({ purchased_quote_token, amount_insured, line_items }: OrderInput): string[] {
  const insured = line_items.filter(({ is_insured }) => is_insured)
  if (purchased_quote_token !== undefined && insured.length === 0) return ['No line item is insured']
  if (!amount_insured || amount_insured.cents <= sumOf(insured.map(priceLeft), amount_insured.currency).cents) return []
  return ['Amount insured is more than its line items cost']
}

function without<Fields extends object>(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name))) as Fields
}

/** Replaces the fields of an update; accepts every change of `financial_status` (A69). An unprotected order cannot get insured lines. */
export function updateOrder(world: World, { shopOrderId, ...changes }: OrderUpdateInput): OrderDto {
  const order = orderOf(world, shopOrderId)
  const fields = without(changes, [...onlyOnCreation, ...onlyInAnswers])
  const faults = [...mixedCurrenciesOfUpdate(fields), ...(isProtected(order) ? [] : insuredInVain(fields.line_items))]
  if (faults.length > 0) throw new Failure(422, ...inWords(faults))
  // An address without a phone number keeps the former number.
  const { phone_number = order.fields.shipping_address.phone_number } = fields.shipping_address
  changeOrder(world.state, order, { ...fields, shipping_address: { ...fields.shipping_address, phone_number } })
  return toOrderDto(order)
}

/** Marks which lines of an order are insured from now on, also in its shipments. */
function insure({ state }: World, { fields }: Order, covers: (line: LineItemDto) => boolean) {
  for (const holder of [fields, ...shipmentsOf(state, fields.shop_order_id).map((shipment) => shipment.fields)])
    holder.line_items = holder.line_items.map((line) => ({ ...line, is_insured: covers(line) }))
}

/** Records that the price of protection was refunded. From then on no line is insured, and a repeat changes nothing (A63). */
export function refundProtection(world: World, shopOrderId: string): OrderDto {
  const order = orderOf(world, shopOrderId)
  if (!order.protection) throw new Failure(422, 'Order is not protected')
  order.protection.refunded = true
  insure(world, order, () => false)
  return toOrderDto(order)
}

/**
 * Protects the rest of an order after its purchase, at no cost to the shopper, if the order is eligible (A64, A65).
 * From then on all lines that ship are insured.
 */
export function addProtection(world: World, shopOrderId: string): OrderDto {
  const order = orderOf(world, shopOrderId)
  const { fields } = order
  const currency = lineCurrency(fields)
  const shippable = fields.line_items.filter(isShippable)
  const amount = sumOf(shippable.map(priceLeft), currency)
  const age = world.clock.now().getTime() - Date.parse(fields.created_at)
  const because = (reason: string) => new Failure(422, `Order is not eligible for protection: ${reason}`)
  if (isProtected(order)) throw because('it is already protected')
  if (fields.financial_status === 'refunded' || fields.financial_status === 'voided') throw because(`it is ${fields.financial_status}`)
  if (shippable.length === 0) throw because('nothing in it ships')
  if (amount.cents === 0) throw because('nothing is left of what ships in it')
  if (shipmentsOf(world.state, shopOrderId).some(({ events }) => ['delivered', 'picked_up'].includes(currentStatus(events) ?? '')))
    throw because('it is already delivered')
  if (age > (world.options.protectLaterDays ?? 14) * day) throw because('it was placed too long ago')
  // A tolerance of one day, because clocks differ.
  if (age < -day) throw because('it is dated in the future')
  fields.amount_insured = amount
  const presentment = shippable.flatMap((line) => presentmentLeft(line) ?? [])
  if (presentment.length === shippable.length) fields.amount_insured_presentment = sumOf(presentment, presentment[0]!.currency)
  else delete fields.amount_insured_presentment
  insure(world, order, isShippable)
  order.protection = { paid: { cents: 0, currency }, token: null, refunded: false }
  return toOrderDto(order)
}
