import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { protection } from '../../src/contract/protection.ts'
import { openStores } from '../../proxy/background/stores.ts'
import { webhookTokenHeader } from '../../proxy/upstream/loyalty-events.schema.ts'
import { usd } from '../claims/claims-stack.ts'
import type { Resolver } from '../claims/resolver.ts'
import { until, type Stack } from '../stack.ts'
import { address, chargeOf, eventPayload, fulfillmentPayload, lineOf, orderPayload, type Payload } from './payloads.ts'
import { heldOrder, startRefundingStack } from './refunding.ts'
import { fact, fromShopify, retry, settled, shop, jobs } from './sending.ts'

const loyaltyToken = 'a-token-of-the-loyalty-service'
let resolver: Resolver
let stack: Stack
before(async () => ({ resolver, stack } = await startRefundingStack({ CLAIMS_MODE: 'approve', LOYALTY_WEBHOOK_TOKENS: loyaltyToken })))
after(async () => {
  await stack.stop()
  await resolver.stop()
})

afterEach(() => stack.mend())

let next = 6_100_000_000_000_000_000n
const newId = () => (next += 10n)

/** A protected order of a customer with this name, placed just now. */
async function bought(id: bigint, name: string): Promise<Payload> {
  const sealed = await stack.browser(protection).quoteProtection({ cents: 4800, currency: 'USD' })
  const now = new Date().toISOString()
  const email = `${name.toLowerCase()}@example.com`
  const shipping_address = {
    ...address,
    first_name: name,
    last_name: 'Quillfeather',
    name: `${name} Quillfeather`,
    address1: `7 ${name} Lane`,
    phone: '+15035550177',
  }
  return orderPayload(id, {
    created_at: now,
    updated_at: now,
    email,
    contact_email: email,
    customer: { id: 7_555n, email, first_name: name, last_name: 'Quillfeather', phone: '+15035550177' },
    shipping_address,
    billing_address: shipping_address,
    line_items: [lineOf(id + 1n), chargeOf(id + 2n, sealed)],
  })
}

const request = (orders: bigint[]) => ({ shop_id: 1n, shop_domain: shop, customer: { id: 7_555n, email: 'who@example.com' }, orders_to_redact: orders })
const later = (order: Payload, changes: Payload = {}) => ({ ...order, updated_at: new Date(Date.now() + 60_000).toISOString(), ...changes })

/** Waits until the order is erased. */
const erased = (id: bigint) =>
  until(
    () => fact(stack, `erased:${id}`),
    (found) => found !== undefined,
  )

/** Waits until a waiting redaction has a note that says what it waits for. */
const waitingRedaction = async () =>
  (await until(
    async () => (await jobs(stack, { kind: 'customer-redaction', states: ['waiting'] })).find(({ notes }) => notes.length > 0),
    (found) => found !== undefined,
  ))!

const redact = async (...orders: bigint[]) => assert.equal((await fromShopify(stack, 'customers/redact', request(orders))).status, 200)

/** All bytes of the store, after its log was copied into the file. */
async function bytes(): Promise<Buffer> {
  const folder = stack.settings.DATA_DIR!
  const beside = new DatabaseSync(join(folder, 'store.db'))
  beside.exec('pragma wal_checkpoint(truncate)')
  beside.close()
  const names = (await readdir(folder)).filter((name) => name.startsWith('store.db'))
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))))
}

async function ask(order: bigint, resolution: 'refund' | 'reorder', claim: string, name = '') {
  const body = {
    shop_order_id: String(order),
    refundable: { id: claim, type: 'Claim' },
    line_items: [{ shop_line_item_id: String(order + 1n), quantity_to_issue: 1, ...(resolution === 'refund' && { to_issue_amount: usd(2400) }) }],
    ...(resolution === 'reorder' && {
      shipping_address: {
        first_name: name,
        last_name: 'Quillfeather',
        address1: `7 ${name} Lane`,
        city: 'Portland',
        province_code: 'US-OR',
        postal_code: '97214',
        country_code: 'US',
        phone_number: '+15035550177',
      },
    }),
  }
  const answer = await fetch(`${stack.proxy}/v1/claims/orders/${order}/${resolution}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': 'claims-key-and-worthless' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, text: await answer.text() }
}

describe('a customer whose data has to be erased', () => {
  test('is erased by machine: the claim ends, and nothing about the customer is in the store', async () => {
    const id = newId()
    const order = await bought(id, 'Vesna')
    const parcel = fulfillmentPayload(id + 3n, order)
    await fromShopify(stack, 'orders/create', order)
    await fromShopify(stack, 'fulfillments/create', parcel)
    await fromShopify(stack, 'fulfillment_events/create', eventPayload(id + 4n, parcel, 'in_transit'))
    await settled(stack, String(id))
    const waiting = await ask(id, 'reorder', 'c-vesna', 'Vesna')
    assert.equal(waiting.status, 503, waiting.text)
    assert.ok((await bytes()).includes('Vesna'))
    const before = await heldOrder(stack, id)

    await redact(id)
    await erased(id)
    const ended = await ask(id, 'reorder', 'c-vesna', 'Vesna')
    const repeated = await ask(id, 'reorder', 'c-vesna', 'Vesna')

    const kept = await bytes()
    for (const word of ['Vesna', 'Quillfeather', 'vesna@example.com', '5550177']) assert.ok(!kept.includes(word), word)
    assert.equal(ended.status, 422)
    assert.match((JSON.parse(ended.text) as { error: string[] }).error.join(), /was erased by the shop on request/)
    assert.deepEqual(repeated, ended)
    assert.equal(await fact(stack, `order:${id}`), undefined)
    assert.equal(await fact(stack, `shipment:${id + 3n}`), undefined)
    assert.notEqual(await fact(stack, `erased:${id}`), undefined)
    assert.deepEqual(await heldOrder(stack, id), before)
  })

  test('stays erased when a late webhook arrives, which changes nothing and refunds nothing', async () => {
    const id = newId()
    const order = await bought(id, 'Odalys')
    await fromShopify(stack, 'orders/create', order)
    await settled(stack, String(id))
    const before = await heldOrder(stack, id)
    assert.equal(before!.is_protected, true)
    await redact(id)
    await erased(id)

    await fromShopify(stack, 'orders/updated', later(order, { note: 'late' }))
    await fromShopify(stack, 'fulfillments/create', fulfillmentPayload(id + 3n, order))
    await redact(id)
    const stood = await until(
      async () => (await jobs(stack, { businessKey: String(id), kind: 'webhook' })).map(({ state }) => state),
      (states) => states.length === 3 && !states.includes('waiting'),
    )

    assert.deepEqual(stood, ['superseded', 'superseded', 'delivered'])
    assert.deepEqual(await heldOrder(stack, id), before)
    assert.equal([...resolver.done.values()].filter(({ body }) => body.order_id === String(id)).length, 0)
    assert.equal(await fact(stack, `order:${id}`), undefined)
    assert.ok(!(await bytes()).includes('Odalys'))
  })

  test('is erased after all waiting reports are delivered', async () => {
    const id = newId()
    const order = await bought(id, 'Isaura')
    await stack.fault({ match: { path: '/protection' }, status: 503 })
    await fromShopify(stack, 'orders/create', order)
    const [undelivered] = await until(
      async () => (await jobs(stack, { businessKey: String(id), kind: 'order' })).filter(({ notes }) => notes.length > 0),
      ({ length }) => length === 1,
    )

    await redact(id)
    const redacting = await waitingRedaction()
    const body = (await jobs(stack, { businessKey: String(id), kind: 'order' }))[0]!.body
    await stack.mend()
    await retry(stack, undelivered!.id)
    await until(
      () => heldOrder(stack, id),
      (found) => found !== undefined,
    )
    await settled(stack, String(id))
    await retry(stack, redacting.id)
    await erased(id)

    assert.match(redacting.notes.join(), new RegExp(`order ${undelivered!.id} of order ${id} is waiting; waiting jobs end by themselves`))
    assert.ok(body.includes('Isaura'))
    assert.ok(!(await bytes()).includes('Isaura'))
  })

  test('is not erased while a job is held, and the redaction names that job', async () => {
    const id = newId()
    const order = await bought(id, 'Leocadia')
    await fromShopify(stack, 'orders/create', order)
    await settled(stack, String(id))
    await fromShopify(stack, 'orders/updated', later(order, { currency: 'XQZ' }))
    await settled(stack, String(id))
    const [held] = await jobs(stack, { businessKey: String(id), states: ['held'] })

    await redact(id)
    const redacting = await waitingRedaction()
    assert.match(redacting.notes.join(), new RegExp(`webhook ${held!.id} of order ${id} is held`))
    assert.deepEqual(redacting.result.open, [{ order: String(id), id: held!.id, kind: 'webhook', state: 'held' }])
    const stores = await openStores({ folder: stack.settings.DATA_DIR! })
    await stores.drop([held!.id], 'not wanted')
    await stores.close()
    await retry(stack, redacting.id)
    await erased(id)

    assert.ok(!(await bytes()).includes('Leocadia'))
  })

  test('has the loyalty events with their id erased, and no other customer has', async () => {
    for (const customerId of ['7666', '7667']) {
      const answer = await fetch(`${stack.proxy}/v1/webhooks/loyalty`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', [webhookTokenHeader]: loyaltyToken },
        body: JSON.stringify({ payload: { customerId }, metadata: { id: `event-of-${customerId}`, topic: 'customer.updated' } }),
      })
      assert.equal(answer.status, 200)
    }
    const storedEvents = async () =>
      (await jobs(stack, { kind: 'loyalty-event', states: ['delivered'] })).map(({ body }) => (JSON.parse(body) as { customer: string }).customer).sort()
    await until(storedEvents, ({ length }) => length === 2)

    await fromShopify(stack, 'customers/redact', { ...request([]), customer: { id: 7_666n } })

    await until(storedEvents, ({ length }) => length < 2)
    assert.deepEqual(await storedEvents(), ['7667'])
  })

  test('has the stored data of each order listed on request', async () => {
    const id = newId()
    await fromShopify(stack, 'orders/create', await bought(id, 'Tomasa'))
    await settled(stack, String(id))

    await fromShopify(stack, 'customers/data_request', { shop_domain: shop, customer: { id: 7_555n }, orders_requested: [id], data_request: { id: 1n } })
    const [asked] = await until(
      () => jobs(stack, { kind: 'data-request', states: ['held'] }),
      ({ length }) => length === 1,
    )

    const kept = asked!.result.kept as { order: string; what: string; state?: string; count?: number }[]
    assert.deepEqual(
      kept.map(({ order, what, state, count }) => [order, what, state, count]),
      [
        [String(id), 'job: order', 'delivered', 1],
        [String(id), 'job: webhook', 'delivered', 1],
        [String(id), `fact: buyer:${id}`, undefined, undefined],
        [String(id), `fact: order:${id}`, undefined, undefined],
        [String(id), `fact: payment:${id}`, undefined, undefined],
        [String(id), 'fact: number:1001', undefined, undefined],
      ],
    )
    assert.match(asked!.notes.join(), new RegExp(`queue list --state \\S+ --order ${id}`))
  })

  test('is erased with the whole shop, of which only the records of used quotes are left', async () => {
    const id = newId()
    await fromShopify(stack, 'orders/create', await bought(id, 'Nerea'))
    await settled(stack, String(id))

    assert.equal((await fromShopify(stack, 'shop/redact', { shop_id: 1n, shop_domain: shop })).status, 200)
    const [ended] = await until(
      () => jobs(stack, { kind: 'shop-redaction', states: ['held'] }),
      ({ length }) => length === 1,
    )

    assert.match(ended!.notes.join(), /all its orders are erased: stop this proxy, delete its store/)
    assert.equal(await fact(stack, `order:${id}`), undefined)
    const kept = await bytes()
    for (const word of ['Nerea', 'Tomasa', 'Quillfeather']) assert.ok(!kept.includes(word), word)
  })
})
