import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toContent } from '../../src/protection/carts/shopify-map.ts'
import { until } from '../stack.ts'
import { chargeOf, fulfillmentPayload, lineOf, moneySet, orderPayload, refundPayload, type Payload } from './payloads.ts'
import { heldOrder, useRefundingStack } from './refunding.ts'
import { fromShopify, retry, settled, jobs } from './sending.ts'

const { started, newId, quote } = useRefundingStack(5_000_000_000_000_000_000n)
const known = (id: bigint) =>
  until(
    () => heldOrder(started.stack, id),
    (order) => order !== undefined,
  )
const toText = (cents: number) => (cents / 100).toFixed(2)

/** An order of two mugs and these lines for protection, placed just now. */
function bought(id: bigint, protectionLines: Payload[], changes: Payload = {}): Payload {
  const now = new Date().toISOString()
  return orderPayload(id, { created_at: now, updated_at: now, line_items: [lineOf(id + 1n), ...protectionLines], ...changes })
}

/** The lines of an order that the merchant's system has refunded, one list for each refund. */
const givenBack = (id: bigint) =>
  [...started.resolver.done.values()]
    .filter(({ body }) => body.order_id === String(id))
    .map(({ body }) => body.lines as { id: string; quantity: number; amount: { cents: number } }[])

const kindsOf = async (id: bigint) => (await jobs(started.stack, { businessKey: String(id) })).map(({ kind, state }) => `${kind} ${state}`).sort()

describe('protection that was paid in an order of Shopify', () => {
  test('is bought with the quote that the shopper agreed to, and nothing is refunded', async () => {
    const id = newId()
    const order = bought(id, [chargeOf(id + 2n, await quote(4800))])

    await fromShopify(started.stack, 'orders/create', order)
    await fromShopify(started.stack, 'fulfillments/create', fulfillmentPayload(id + 3n, order))

    const held = await known(id)
    assert.equal(held!.is_protected, true)
    assert.deepEqual(held!.amount_insured, { cents: 4800, currency: 'USD' })
    await settled(started.stack, String(id))
    assert.deepEqual(givenBack(id), [])
  })

  test('covers goods that are worth more in the order by the share that protection bears of a fixed discount, and no more', async () => {
    const allocated = (amount: string) => ({ discount_allocations: [{ amount, amount_set: moneySet(amount), discount_application_index: 0 }] })
    const tenOff = { value: '10.0', value_type: 'fixed_amount', target_selection: 'all', target_type: 'line_item', allocation_method: 'across' }
    const placed = async (more: number, discount: object = tenOff) => {
      const id = newId()
      const { shippable } = toContent(
        {
          currency: 'USD',
          items: [{ key: 'mugs', variant_id: 1, quantity: 2, final_line_price: 4800, requires_shipping: true }],
          cart_level_discount_applications: [{ ...tenOff, total_allocated_amount: 1000 }],
        },
        {},
      )
      const seal = await quote(shippable!.cents)
      // Each line bears a part of the discount in proportion to its price.
      const own = Math.round((1000 * seal.price.cents) / (4800 + seal.price.cents))
      const order = bought(id, [], {
        line_items: [lineOf(id + 1n, allocated(toText(1000 - own - more))), chargeOf(id + 2n, seal, allocated(toText(own)))],
        discount_applications: [discount],
      })
      await fromShopify(started.stack, 'orders/create', order)
      const held = await known(id)
      await settled(started.stack, String(id))
      return { covered: held!.is_protected, amount: held!.amount_insured?.cents, back: givenBack(id).length }
    }

    assert.deepEqual(await placed(0), { covered: true, amount: 3800, back: 0 })
    // A share may be rounded by one cent.
    assert.deepEqual(await placed(1), { covered: true, amount: 3800, back: 0 })
    assert.deepEqual(await placed(2), { covered: false, amount: undefined, back: 1 })
    assert.deepEqual(await placed(0, { ...tenOff, value_type: 'percentage' }), { covered: false, amount: undefined, back: 1 })
    assert.deepEqual(await placed(0, { ...tenOff, target_selection: 'entitled' }), { covered: false, amount: undefined, back: 1 })
  })

  test('is refunded once if it was bought twice', async () => {
    const id = newId()
    const seal = await quote(4800)
    const order = bought(id, [chargeOf(id + 2n, seal), chargeOf(id + 3n, seal)])

    await fromShopify(started.stack, 'orders/create', order)
    await fromShopify(started.stack, 'orders/updated', { ...order, tags: 'seen' })

    await until(
      () => kindsOf(id),
      (kinds) => kinds.includes('platform-refund delivered') && kinds.every((kind) => !kind.endsWith('waiting')),
    )
    assert.deepEqual(givenBack(id), [[{ id: String(id + 3n), quantity: 1, amount: seal.price, presented: seal.price }]])
    assert.equal((await known(id))!.is_protected, true)

    // The platform reports its refund; the order stays protected.
    await fromShopify(started.stack, 'refunds/create', refundPayload(id + 4n, order, [(order.line_items as Payload[])[2]!]))
    await settled(started.stack, String(id))
    assert.equal((await known(id))!.is_protected, true)
  })

  test('for another cart is refunded, and the order is reported without it', async () => {
    const id = newId()
    const cheap = await quote(1000)

    await fromShopify(started.stack, 'orders/create', bought(id, [chargeOf(id + 2n, cheap)]))

    assert.equal((await known(id))!.is_protected, false)
    await until(
      () => Promise.resolve(givenBack(id)),
      ({ length }) => length === 1,
    )
    await settled(started.stack, String(id))
    const [report] = await jobs(started.stack, { businessKey: String(id), kind: 'order' })
    assert.match(report!.notes.join(), /the quote covers 10\.00 USD, not 48\.00 USD/)
  })

  test('is refunded once, although the shop fails first and its answer is lost later', async () => {
    const id = newId()
    started.resolver.trouble(String(id + 2n), 'drop before', { status: 500 }, 'drop after')

    await fromShopify(started.stack, 'orders/create', bought(id, [chargeOf(id + 2n, await quote(900))]))

    await until(
      () => kindsOf(id),
      (kinds) => kinds.includes('platform-refund delivered'),
    )
    assert.equal(givenBack(id).length, 1)
    assert.equal(new Set(started.resolver.asked.filter(({ body }) => body.order_id === String(id)).map(({ body }) => body.key)).size, 1)
  })

  test('that the shop refuses to refund is listed as paid but unprotected, with the amount and the remedy', async () => {
    const id = newId()
    const cheap = await quote(1000)
    started.resolver.refuse(String(id), 'the payment is older than 180 days')

    await fromShopify(started.stack, 'orders/create', bought(id, [chargeOf(id + 2n, cheap)]))

    const held = await until(
      () => jobs(started.stack, { businessKey: String(id), states: ['held'] }),
      ({ length }) => length === 1,
    )
    assert.match(
      held[0]!.notes.join(),
      new RegExp(
        `^paid but unprotected: .*the payment is older than 180 days.* give back ${toText(cheap.price.cents)} USD of order ${id} .*at the platform, then drop this$`,
      ),
    )
  })

  test('that a person refunds by hand meanwhile is not refunded again', async () => {
    const id = newId()
    const charge = chargeOf(id + 2n, await quote(1000))
    const order = bought(id, [charge])
    started.resolver.refuse(String(id), 'the payment is older than 180 days')
    await fromShopify(started.stack, 'orders/create', order)
    const [held] = await until(
      () => jobs(started.stack, { businessKey: String(id), states: ['held'] }),
      ({ length }) => length === 1,
    )
    const asked = () => started.resolver.asked.filter(({ body }) => body.order_id === String(id)).length
    const before = asked()

    const updated_at = new Date(Date.now() + 2_000).toISOString()
    await fromShopify(started.stack, 'orders/updated', { ...order, updated_at, refunds: [refundPayload(id + 4n, order, [charge])] })
    await settled(started.stack, String(id))
    await retry(started.stack, held!.id)

    await until(
      () => kindsOf(id),
      (kinds) => kinds.includes('platform-refund superseded'),
    )
    assert.equal(asked(), before)
  })

  test('that the shop is too busy to refund is listed as paid but unprotected meanwhile', async () => {
    const id = newId()
    started.resolver.trouble(String(id + 2n), { status: 503 }, { status: 503 })

    await fromShopify(started.stack, 'orders/create', bought(id, [chargeOf(id + 2n, await quote(1000))]))

    const [waiting] = await until(
      () => jobs(started.stack, { businessKey: String(id), kind: 'platform-refund' }),
      ([job]) => (job?.notes.length ?? 0) > 0,
    )
    assert.match(
      waiting!.notes[0]!,
      new RegExp(`^paid but unprotected: .* USD of order ${id} \\(line ${id + 2n}\\) is not given back yet, since the shop does not`),
    )
  })

  test('is refunded if nothing of the order is shipped, and the order is not reported', async () => {
    const id = newId()
    const order = bought(id, [chargeOf(id + 2n, await quote(4800))], { shipping_address: null })
    order.line_items = (order.line_items as Payload[]).map((line) => ({ ...line, requires_shipping: false }))

    await fromShopify(started.stack, 'refunds/create', refundPayload(id + 4n, order, (order.line_items as Payload[]).slice(1)))
    await fromShopify(started.stack, 'orders/create', order)

    await until(
      () => Promise.resolve(givenBack(id)),
      ({ length }) => length === 1,
    )
    const kinds = await until(
      () => kindsOf(id),
      (all) => all.every((kind) => !kind.endsWith('waiting')),
    )
    assert.deepEqual(kinds, ['platform-refund delivered', 'webhook delivered', 'webhook delivered'])
    assert.equal(await heldOrder(started.stack, id), undefined)
  })

  test('ends at the service after the platform has refunded it, whichever of its webhooks comes first', async () => {
    for (const topics of [
      ['refunds/create', 'orders/create'],
      ['orders/create', 'refunds/create'],
      ['orders/create', 'orders/updated'],
      ['orders/create', 'orders/updated', 'refunds/create'],
    ]) {
      const id = newId()
      const line = chargeOf(id + 2n, await quote(4800))
      const order = bought(id, [line])
      const refund = refundPayload(id + 4n, order, [line])
      const refunded = { ...order, updated_at: new Date(Date.now() + 2_000).toISOString(), refunds: [refund] }

      for (const topic of topics) {
        await fromShopify(started.stack, topic, { 'refunds/create': refund, 'orders/create': order, 'orders/updated': refunded }[topic]!)
        await settled(started.stack, String(id))
      }

      await until(
        () => kindsOf(id),
        (kinds) => kinds.every((kind) => !kind.endsWith('waiting')),
      )
      assert.equal((await known(id))!.is_protected, false, topics.join())
      assert.deepEqual(givenBack(id), [])
    }
  })
})

describe('a privacy request of the platform', () => {
  test('is answered, shown to a person with the next steps, and stored without contact data of the customer', async () => {
    const customer = { id: 191167n, email: 'john@example.com', phone: '555-625-1199' }
    const requests = {
      'customers/data_request': {
        shop_id: 954889n,
        shop_domain: 'kiln-and-paper.myshopify.com',
        orders_requested: [299938n, 280263n],
        customer,
        data_request: { id: 9999n },
      },
      'customers/redact': { shop_id: 954889n, shop_domain: 'kiln-and-paper.myshopify.com', customer, orders_to_redact: [299938n] },
      'shop/redact': { shop_id: 954889n, shop_domain: 'kiln-and-paper.myshopify.com' },
    }

    for (const [topic, payload] of Object.entries(requests)) assert.equal((await fromShopify(started.stack, topic, payload)).status, 200, topic)
    assert.equal((await fromShopify(started.stack, 'customers/redact', requests['customers/redact'], { path: 'customers_redact' })).status, 200)
    assert.equal((await fromShopify(started.stack, 'customers/redact', { ...requests['customers/redact'], more: 1 }, { secret: 'not-the-secret' })).status, 401)

    const asked = async () => (await Promise.all(['data-request', 'customer-redaction', 'shop-redaction'].map((kind) => jobs(started.stack, { kind })))).flat()
    const ended = await until(asked, (all) => all.length === 3 && all.every(({ state, notes }) => state !== 'waiting' || notes.length > 0))
    const notes = ended.map((job) => job.notes.join()).join('\n')
    assert.match(
      notes,
      /a customer requests their stored data: .* "storefront-proxy queue list --state \S+ --order 299938", "\S+ queue list --state \S+ --order 280263"/,
    )
    assert.match(notes, /erased; ask the services to forget them, too/)
    // Each webhook of the redaction has its own job, whose body names the customer until the job is done.
    const webhooks = await until(
      () => jobs(started.stack, { kind: 'webhook' }),
      (all) => all.every(({ state }) => state !== 'waiting'),
    )
    const stored = JSON.stringify([...ended, ...webhooks])
    assert.doesNotMatch(stored, /john|555-625/)
    assert.ok(stored.includes('191167'))
  })

  test('is refused, with the name of the field, if its body is of another topic: the signature does not cover the topic', async () => {
    const shopFields = { shop_id: 954889n, shop_domain: 'kiln-and-paper.myshopify.com' }
    const customer = { id: 191168n }
    const toShow = { ...shopFields, customer, orders_requested: [299939n], data_request: { id: 10_000n } }
    const toErase = { ...shopFields, customer, orders_to_redact: [299939n] }
    const before = await jobs(started.stack, {})

    for (const [topic, payload, fault] of [
      ['shop/redact', toShow, 'customer belongs to another topic'],
      ['shop/redact', toErase, 'customer belongs to another topic'],
      ['shop/redact', { ...shopFields, orders_requested: [] }, 'orders_requested belongs to another topic'],
      ['customers/redact', toShow, 'data_request belongs to another topic'],
      ['customers/data_request', toErase, 'orders_to_redact belongs to another topic'],
      ['customers/redact', shopFields, 'customer is missing'],
      ['customers/data_request', shopFields, 'customer is missing'],
    ] as const) {
      const answer = await fromShopify(started.stack, topic, payload)
      const { code, errors } = (await answer.json()) as { code?: string; errors?: string[] }
      assert.deepEqual([answer.status, code, errors], [400, 'invalid-request', [fault]], `${topic}: ${fault}`)
    }
    assert.equal((await jobs(started.stack, {})).length, before.length)
  })
})
