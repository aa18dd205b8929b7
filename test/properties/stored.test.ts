import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ZodType } from 'zod'
import { catalogue } from '../../proxy/upstream/catalogue.ts'
import { loyaltyInputs } from '../../proxy/upstream/loyalty-inputs.schema.ts'
import { inNaming, toInsuredNaming, toProtectedNaming } from '../../proxy/upstream/naming.ts'
import type { OrderInput, OrderUpdateInput, ShipmentEventInput, ShipmentInput, ShipmentUpdateInput } from '../../proxy/upstream/protection.ts'
import { protectionInputs } from '../../proxy/upstream/protection.schema.ts'
import { createClient } from '../../src/contract/client.ts'
import { mira, startServices } from '../conformance/stand-ins/start.ts'
import { runs } from './runs.ts'
import { sendableOf } from './sendable.ts'

const services = await startServices({ effectDelay: 0, deliveries: { timeoutMs: 1_000, waitsMs: [] } })
const { admin, protection, track } = services
const loyaltyTable = catalogue.loyalty.operations
const protectionTable = catalogue.protection.operations

/** The same prices in one currency, as an order's are. */
function inOneCurrency<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(inOneCurrency) as Value
  const entries = Object.entries(value).map(([name, inner]) => [name, name === 'currency' ? 'USD' : inOneCurrency(inner as unknown)] as const)
  return Object.fromEntries(entries) as Value
}

const any = <Input>(endpoint: { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: string }, schema: ZodType) =>
  sendableOf(endpoint, schema) as unknown as fc.Arbitrary<Input>

const anyOrder = any<OrderInput>(protectionTable.createOrder, protectionInputs.createOrder).map(inOneCurrency)
const anyUpdate = any<OrderUpdateInput>(protectionTable.updateOrder, protectionInputs.updateOrder).map(inOneCurrency)
const anyShipment = any<ShipmentInput>(protectionTable.createShipment, protectionInputs.createShipment)

/** An id that has not been used yet: any text, made unlike all others. */
let count = 0
const unused = (id: string) => `${id.slice(0, 200)} ${++count}`

/** What the service takes as an order without protection; a token has to come from a quote. */
function unprotected({ purchased_quote_token: _, ...order }: OrderInput): OrderInput {
  const { amount_insured: __, amount_insured_presentment: ___, ...fields } = order
  return { ...fields, shop_order_id: unused(order.shop_order_id), line_items: uninsured(order.line_items) }
}

/** Lines that an order or a shipment without protection may have. */
const uninsured = (lines: OrderInput['line_items']) => lines.map((line) => ({ ...line, is_insured: false }))

/** Everything of one object is in another. */
function assertHolds(whole: unknown, part: object) {
  const there = whole as Record<string, unknown>
  assert.deepEqual(Object.fromEntries(Object.keys(part).map((name) => [name, there[name]])), part)
}

test('an order is answered as it was reported, and found again by its number and address', async () => {
  const survives = fc.asyncProperty(anyOrder, async (reported) => {
    const order = unprotected({ ...reported, shop_order_number: unused(reported.shop_order_number).trim() })
    assertHolds(await protection.createOrder(order), order)
    assertHolds(await protection.createOrder(order), order)

    const { email } = order.customer
    if (!email) return
    const found = await track.lookUpOrder({ order_number: order.shop_order_number, email })
    assertHolds(found, {
      shop_order_id: order.shop_order_id,
      order_number: order.shop_order_number,
      shipping_address: order.shipping_address,
      customer: order.customer,
    })
    assert.equal((await track.lookUpOrder({ key: String(found.key) })).shop_order_id, order.shop_order_id)
  })
  await fc.assert(survives, runs(20))
})

test('a change of an order replaces what it says, and nothing else', async () => {
  const survives = fc.asyncProperty(anyOrder, anyUpdate, async (reported, changes) => {
    const order = unprotected(reported)
    await protection.createOrder(order)
    const { shopOrderId: _, ...fields } = { ...changes, line_items: uninsured(changes.line_items) }
    // The summary of an update names no phone number: where it is left out, the order keeps its own.
    const { phone_number } = order.shipping_address
    const changed = { ...order, ...fields, shipping_address: { phone_number, ...fields.shipping_address } }
    assertHolds(await protection.updateOrder({ ...fields, shopOrderId: order.shop_order_id }), changed)
  })
  await fc.assert(survives, runs(13))
})

test('an order answers in the naming in which it was requested', async () => {
  const client = createClient(inNaming(protectionTable, 'protected'), {
    baseUrl: `${services.address}/protection/api/v1`,
    headers: { 'X-API-Key': 'protection-key' },
  })
  const survives = fc.asyncProperty(
    anyOrder.filter(({ line_items }) => line_items.length > 0),
    async (reported) => {
      const order = unprotected(reported)
      const spoken = toProtectedNaming(order) as OrderInput
      const answer = await client.createOrder(spoken)
      assertHolds(answer, spoken)
      assertHolds(toInsuredNaming(answer), order)
    },
  )
  await fc.assert(survives, runs(10))
})

test('a shipment is answered as it was reported and as it was changed, and shown with its order', async () => {
  const update = any<ShipmentUpdateInput>(protectionTable.updateShipment, protectionInputs.updateShipment)
  const survives = fc.asyncProperty(anyOrder, anyShipment, update, async (reported, sent, changed) => {
    const order = unprotected(reported)
    await protection.createOrder(order)
    const about = { shop_shipment_id: unused(sent.shop_shipment_id), shop_order_id: order.shop_order_id }
    const shipment = { ...sent, ...about, line_items: uninsured(sent.line_items) }
    assertHolds(await protection.createShipment(shipment), shipment)

    const { shopShipmentId: _, ...fields } = {
      ...changed,
      ...about,
      line_items: uninsured(changed.line_items),
      tracking_number: `T${++count}`,
    }
    assertHolds(await protection.updateShipment({ ...fields, shopShipmentId: shipment.shop_shipment_id }), fields)

    const { shipments } = await track.lookUpOrder({ tracking_number: fields.tracking_number })
    assertHolds(shipments[0], {
      shop_shipment_id: shipment.shop_shipment_id,
      tracking_number: fields.tracking_number,
      tracking_company: fields.tracking_company,
      created_at: fields.created_at,
    })
  })
  await fc.assert(survives, runs(13))
})

test('an event is answered as it was reported, kept as it was, and refused the second time', async () => {
  const anyEvent = any<ShipmentEventInput>(protectionTable.createShipmentEvent, protectionInputs.createShipmentEvent)
  const survives = fc.asyncProperty(anyEvent, async (reported) => {
    const event = { ...reported, shopShipmentId: '58000100101', shop_shipment_event_id: unused(reported.shop_shipment_event_id) }
    const { shopShipmentId: _, ...fields } = event
    assertHolds(await protection.createShipmentEvent(event), fields)
    const [kept] = (await services.list<ShipmentEventInput>('events')).filter((one) => one.shop_shipment_event_id === event.shop_shipment_event_id)
    if (kept) assertHolds(kept, fields)
    await assert.rejects(protection.createShipmentEvent(event), { status: 409 })
  })
  await fc.assert(survives, runs(20))
})

test('a member keeps the names, notes and number that they are given', async () => {
  const update = any<{ firstName: string; lastName: string; notes: string | null; phoneNumber: string | null }>(
    loyaltyTable.updateMember,
    loyaltyInputs.updateMember,
  )
  const survives = fc.asyncProperty(update, async ({ firstName, lastName, notes, phoneNumber }) => {
    await admin.updateMember({ id: mira, firstName, lastName, notes, phoneNumber })
    assertHolds(await admin.getMember({ id: mira }), { firstName, lastName, notes, phoneNumber })
  })
  await fc.assert(survives, runs(30))
})

test('a note on credits is kept as it was written', async () => {
  const survives = fc.asyncProperty(any<{ note?: string }>(loyaltyTable.issueCredits, loyaltyInputs.issueCredits), async ({ note }) => {
    await admin.issueCredits({ id: mira, amount: 1, ...(note !== undefined && { note }) })
    services.pass(1)
    const { credits } = await admin.listCredits({ id: mira, limit: 1 })
    assert.equal(credits[0]?.note, note ?? null)
  })
  await fc.assert(survives, runs(20))
})

test('a webhook and a subscription keep their address and name', async () => {
  const name = any<{ name?: string }>(loyaltyTable.createSubscription, loyaltyInputs.createSubscription)
  const survives = fc.asyncProperty(name, async ({ name = 'unnamed' }) => {
    // Nobody outside is to be called.
    const callbackUrl = `http://127.0.0.1:9/?name=${encodeURIComponent(name)}`
    const webhook = await admin.createWebhook({ callbackUrl, name })
    const subscription = await admin.createSubscription({ topic: 'customer.updated', callbackUrl, name })
    const [webhooks, subscriptions] = await Promise.all([admin.listWebhooks({}), admin.listSubscriptions({})])
    assertHolds(
      webhooks.find(({ id }) => id === webhook.id),
      { callbackUrl, name },
    )
    assertHolds(
      subscriptions.find(({ id }) => id === subscription.id),
      { callbackUrl, name, topic: 'customer.updated' },
    )
    await admin.deleteWebhook({ id: webhook.id })
    await admin.deleteSubscription({ id: subscription.id, topic: subscription.topic })
  })
  await fc.assert(survives, runs(15))
})
