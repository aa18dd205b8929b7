import type { OrderInput } from '../../upstream/protection.ts'
import { toMadeOrder, unknownOutcome } from '../shop-answers.ts'
import { ShopRefusal, type MadeOrder, type Shop } from '../shop.ts'
import { fromGid, refuseOn, toGid, type Admin, type UserError } from './admin.ts'

const readOrder = `query ($id: ID!, $lines: [ID!]!) {
  order(id: $id) {
    email
    presentmentCurrencyCode
    customer { id }
    shippingAddress { firstName lastName company address1 address2 city provinceCode zip countryCodeV2 phone }
  }
  nodes(ids: $lines) {
    ... on LineItem { id title requiresShipping variant { id } originalUnitPriceSet { presentmentMoney { amount currencyCode } } }
  }
}`
const createDraft = `mutation ($input: DraftOrderInput!) {
  draftOrderCreate(input: $input) { draftOrder { id } userErrors { field message } }
}`
const readDraft = `query ($id: ID!) { draftOrder(id: $id) { order { id } } }`
const completeDraft = `mutation ($id: ID!) {
  draftOrderComplete(id: $id) { draftOrder { order { id } } userErrors { field message } }
}`

interface PlacedAddress {
  countryCodeV2: string | null
  [field: string]: string | null
}

interface FirstOrder {
  order: { email: string | null; presentmentCurrencyCode: string; customer: { id: string } | null; shippingAddress: PlacedAddress | null } | null
  nodes: ({ id: string; title: string; requiresShipping: boolean; variant: { id: string } | null; originalUnitPriceSet: { presentmentMoney: object } } | null)[]
}

/**
 * Sends goods again at no cost: creates a draft with a full discount, then completes it. A draft becomes one order at most, and its id is stored
 * before it is completed. So an interruption in between leaves a draft that is never completed, not a second order.
 */
export async function createReorder(admin: Admin, request: Parameters<Shop['reorder']>[0]): Promise<MadeOrder> {
  const name = `draft:${request.key}`
  const draft = (await request.ledger.fact<string>(name)) ?? (await request.ledger.putIfAbsent(name, await draftOf(admin, request)))
  const { draftOrder } = await admin.ask<{ draftOrder: { order: { id: string } | null } | null }>(readDraft, { id: draft })
  if (!draftOrder) throw new ShopRefusal(`the draft ${fromGid(draft)} of the replacement is no longer in the shop`)
  const order = draftOrder.order ?? (await complete(admin, draft))
  return toMadeOrder(await admin.read(`orders/${fromGid(order.id)}.json`))
}

async function complete(admin: Admin, id: string): Promise<{ id: string }> {
  const { draftOrderComplete } = await admin.ask<{
    draftOrderComplete: { draftOrder: { order: { id: string } | null } | null; userErrors: UserError[] }
  }>(completeDraft, { id })
  refuseOn(draftOrderComplete.userErrors)
  const order = draftOrderComplete.draftOrder?.order
  if (!order) throw unknownOutcome('has completed a draft, and returned no order')
  return order
}

async function draftOf(admin: Admin, { key, order, note, lines, address }: Parameters<Shop['reorder']>[0]): Promise<string> {
  const ids = lines.map((line) => toGid('LineItem', line.id))
  const { order: first, nodes } = await admin.ask<FirstOrder>(readOrder, { id: toGid('Order', order), lines: ids })
  if (!first) throw new ShopRefusal(`there is no order ${order} in the shop`)
  const lineItems = lines.map(({ id, quantity }, index) => {
    const line = nodes.find((one) => one?.id === ids[index])
    if (!line) throw new ShopRefusal(`order ${order} has no line ${id} in the shop`)
    if (line.variant) return { variantId: line.variant.id, quantity }
    return { title: line.title, quantity, requiresShipping: line.requiresShipping, originalUnitPriceWithCurrency: line.originalUnitPriceSet.presentmentMoney }
  })
  const input = {
    lineItems,
    appliedDiscount: { title: 'Replacement', value: 100, valueType: 'PERCENTAGE' },
    tags: [tagOf(key)],
    note,
    presentmentCurrencyCode: first.presentmentCurrencyCode,
    ...(first.customer && { purchasingEntity: { customerId: first.customer.id } }),
    ...(first.email && { email: first.email }),
    ...shippingAddressOf(first.shippingAddress, address),
  }
  const { draftOrderCreate } = await admin.ask<{ draftOrderCreate: { draftOrder: { id: string } | null; userErrors: UserError[] } }>(createDraft, { input })
  refuseOn(draftOrderCreate.userErrors)
  if (!draftOrderCreate.draftOrder) throw unknownOutcome('answered neither a draft nor why there is none')
  return draftOrderCreate.draftOrder.id
}

/** Tags have at most 40 characters (https://shopify.dev/docs/api/admin-graphql/2026-07/objects/DraftOrder#field-DraftOrder.fields.tags). */
const tagOf = (key: string) => `claim:${key.replace(/^\w+\//, '').replaceAll(',', ' ')}`.slice(0, 40)

/** The shipping address: the confirmed address with the name of the first order's recipient, or else the first order's address. */
function shippingAddressOf(first: PlacedAddress | null, address: OrderInput['shipping_address'] | undefined) {
  if (!first && !address) return {}
  const { countryCodeV2: countryCode = null, ...rest } = first ?? {}
  if (!address) return { shippingAddress: { ...rest, countryCode } }
  const { address1, address2 = '', city, province_code, postal_code: zip, country_code, phone_number: phone } = address
  const provinceCode = province_code.replace(/^\w\w-/, '')
  return { shippingAddress: { ...rest, address1, address2, city, zip, phone, countryCode: country_code, ...(provinceCode && { provinceCode }) } }
}
