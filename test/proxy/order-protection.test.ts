import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { orderProtection } from '../../src/contract/order-protection.ts'
import { protection } from '../../src/contract/protection.ts'
import { trackedOrderSchema } from '../../src/contract/tracking.schema.ts'
import { tracking } from '../../src/contract/tracking.ts'
import type { Resolver } from '../claims/resolver.ts'
import { chargeOf, eventPayload, fulfillmentPayload, lineOf, orderPayload, refundPayload, type Payload } from '../platforms/payloads.ts'
import { heldOrder, startRefundingStack, type HeldOrder } from '../platforms/refunding.ts'
import { fromShopify, settled, jobs } from '../platforms/sending.ts'
import { startStack, until, type Stack } from '../stack.ts'
import { questionsOf } from './questions.ts'
import { refusalOf } from './refusals.ts'

const addition = 'PATCH /protection/api/v1/orders/:shopOrderId/add_insurance'
const refund = 'PATCH /protection/api/v1/orders/:shopOrderId/refund_insurance'

let resolver: Resolver
let stack: Stack
before(async () => {
  ;({ resolver, stack } = await startRefundingStack({ SHOPPERS_MAY: 'protect-later,unprotect' }))
})
after(async () => {
  await stack.stop()
  await resolver.stop()
})
afterEach(() => stack.mend())

let next = 6_000_000_000_000_000_000n
const newId = () => (next += 10n)
const shopper = () => stack.browser(orderProtection)
const track = (key: string) => stack.browser(tracking).trackOrder({ key })
const known = async (id: bigint) =>
  (await until(
    () => heldOrder(stack, id),
    (order) => order !== undefined,
  ))!
/** Returns the refunds that the shop has made for an order. */
const givenBack = (id: bigint) =>
  [...resolver.done.values()]
    .filter(({ body }) => body.order_id === String(id))
    .map(({ body }) => body.lines as { id: string; quantity: number; amount: { cents: number } }[])
const ended = (id: bigint, kind: string) =>
  until(
    () => jobs(stack, { businessKey: String(id), kind }),
    (all) => all.length > 0 && all.every(({ state }) => state === 'delivered'),
  )

/** Buys two mugs, protected by these lines if there are any; returns the order as Shopify reports it, and its key. */
async function buy(protectionLines: (id: bigint) => Payload[] = () => [], changes: Payload = {}) {
  const id = newId()
  const now = new Date().toISOString()
  const payload = orderPayload(id, { created_at: now, updated_at: now, line_items: [lineOf(id + 1n), ...protectionLines(id)], ...changes })
  await fromShopify(stack, 'orders/create', payload)
  const { key } = await known(id)
  await settled(stack, String(id))
  return { id, payload, key }
}

/** Buys two mugs with protection at the price that the proxy quotes. */
async function buyProtected(changes: Payload = {}) {
  const quote = await stack.browser(protection).quoteProtection({ cents: 4800, currency: 'USD' })
  const bought = await buy((id) => [chargeOf(id + 2n, quote, changes)])
  return { ...bought, price: quote.price }
}

/** Reports the parcel, and then its events with these statuses. */
async function ship({ id, payload }: { id: bigint; payload: Payload }, ...statuses: string[]) {
  const parcel = fulfillmentPayload(id + 3n, payload, { created_at: new Date().toISOString() })
  await fromShopify(stack, 'fulfillments/create', parcel)
  await ended(id, 'shipment')
  for (const [index, status] of statuses.entries())
    await fromShopify(stack, 'fulfillment_events/create', eventPayload(id * 10n + BigInt(index), parcel, status, { happened_at: new Date().toISOString() }))
  await settled(stack, String(id))
}

describe('protecting an order after the fact', () => {
  test('is offered to the holder of the key, carried out by the service, and then shown', async () => {
    const { id, key } = await buy()
    const before = await track(key)
    assert.deepEqual([before.protection, before.may], [{ state: 'unprotected', refund: null }, ['protect-later']])
    assert.deepEqual(trackedOrderSchema.strict().parse(before), before)

    const answer = await shopper().protectOrder({ key })

    assert.deepEqual(answer, { protected: true })
    assert.equal((await known(id)).is_protected, true)
    assert.equal((await known(id)).insurance_paid?.cents, 0)
    const now = await track(key)
    assert.deepEqual([now.protected, now.protection, now.may], [true, { state: 'protected', refund: null }, []])
  })

  test('is done once for twenty simultaneous requests and one later request', async () => {
    const { key } = await buy()
    const before = await questionsOf(stack, addition)

    const answers = await Promise.all(Array.from({ length: 20 }, () => shopper().protectOrder({ key })))
    answers.push(await shopper().protectOrder({ key }))

    assert.deepEqual(new Set(answers.map((answer) => JSON.stringify(answer))), new Set(['{"protected":true}']))
    assert.equal(await questionsOf(stack, addition), before + 1)
  })

  test('is stored while the service fails, and done once the service works again', async () => {
    const { id, key } = await buy()
    await stack.fault({ match: { path: '*/add_insurance' }, status: 500 })

    const answer = await shopper().protectOrder({ key })

    assert.deepEqual(answer, { protected: false })
    assert.equal((await track(key)).protection?.state, 'protecting')
    await stack.mend()
    await until(
      () => known(id),
      ({ is_protected }) => is_protected,
    )
  })

  for (const [what, changes] of [
    ['that was cancelled', { financial_status: 'voided' }],
    ['that was refunded', { financial_status: 'refunded' }],
  ] as const)
    test(`is refused for an order ${what}, and not offered`, async () => {
      const { key } = await buy(undefined, changes)

      assert.deepEqual((await track(key)).may, [])
      await refusalOf(shopper().protectOrder({ key }), 'not-eligible')
    })

  test('is refused for an order that is already protected', async () => {
    const { key } = await buyProtected()

    assert.ok(!(await track(key)).may!.includes('protect-later'))
    await refusalOf(shopper().protectOrder({ key }), 'not-eligible')
  })

  for (const [what, ...statuses] of [
    ['has arrived', 'delivered'],
    ['is on its way', 'in_transit'],
    ['is late', 'in_transit', 'delayed'],
    ['is lost', 'in_transit', 'failure'],
  ] as const)
    test(`is refused for an order that ${what}, and not offered`, async () => {
      const bought = await buy()
      await ship(bought, ...statuses)

      await refusalOf(shopper().protectOrder({ key: bought.key }), 'not-eligible')
      assert.equal((await known(bought.id)).is_protected, false)
      assert.deepEqual((await track(bought.key)).may, [])
    })

  test('is possible while a parcel has only its label', async () => {
    const bought = await buy()
    await ship(bought, 'label_printed')

    assert.deepEqual(await shopper().protectOrder({ key: bought.key }), { protected: true })
  })

  test('is refused with the service’s error text if the service has its own reason', async () => {
    const { key } = await buy(undefined, { created_at: '2026-01-05T10:00:00Z' })
    assert.deepEqual((await track(key)).may, ['protect-later'])

    const { errors } = await refusalOf(shopper().protectOrder({ key }), 'not-eligible')

    assert.match(errors!.join(), /placed too long ago/)
  })

  test('is refused for an order whose protection was removed, because the price was refunded', async () => {
    const { id, key } = await buyProtected()
    await shopper().unprotectOrder({ key })
    await ended(id, 'refund-protection')

    assert.deepEqual((await track(key)).may, [])
    await refusalOf(shopper().protectOrder({ key }), 'not-eligible')
  })
})

describe('removing protection', () => {
  test('refunds its price, is reported to the service, and is shown at every step', async () => {
    const { id, key, price } = await buyProtected()
    const goOn = resolver.pause(String(id + 2n))
    const before = await track(key)
    assert.deepEqual([before.protection, before.may], [{ state: 'protected', refund: price }, ['unprotect']])

    const answer = await shopper().unprotectOrder({ key })

    assert.deepEqual(answer, { refund: price })
    assert.deepEqual((await track(key)).protection, { state: 'removing', refund: price })
    assert.deepEqual((await track(key)).may, [])
    goOn()
    await ended(id, 'refund-protection')
    assert.deepEqual(givenBack(id), [[{ id: String(id + 2n), quantity: 1, amount: price, presented: price }]])
    assert.equal((await known(id)).is_protected, false)
    assert.deepEqual([(await track(key)).protection, (await track(key)).may], [{ state: 'removed', refund: price }, []])
  })

  test('refunds once for twenty simultaneous requests and one later request', async () => {
    const { id, key, price } = await buyProtected()
    const before = await questionsOf(stack, refund)

    const answers = await Promise.all(Array.from({ length: 20 }, () => shopper().unprotectOrder({ key })))
    await ended(id, 'refund-protection')
    answers.push(await shopper().unprotectOrder({ key }))

    assert.deepEqual(new Set(answers.map((answer) => JSON.stringify(answer))), new Set([JSON.stringify({ refund: price })]))
    assert.equal(givenBack(id).length, 1)
    assert.equal(await questionsOf(stack, refund), before + 1)
  })

  test('refunds once if the shop first fails and then its response is lost', async () => {
    const { id, key } = await buyProtected()
    resolver.trouble(String(id + 2n), { status: 500 }, 'drop after')

    await shopper().unprotectOrder({ key })

    await ended(id, 'refund-protection')
    assert.equal(givenBack(id).length, 1)
    assert.equal((await known(id)).is_protected, false)
  })

  test('reports the refund to the service once, whether this job or the platform’s webhook comes first', async () => {
    const { id, key, payload } = await buyProtected()
    const before = await questionsOf(stack, refund)

    await shopper().unprotectOrder({ key })
    await fromShopify(stack, 'refunds/create', refundPayload(id + 4n, payload, [(payload.line_items as Payload[])[1]!]))
    await ended(id, 'refund-protection')
    await settled(stack, String(id))

    assert.equal(await questionsOf(stack, refund), before + 1)
  })

  test('is held for a person if the quote’s surplus payment was already refunded, so that it refunds once', async () => {
    const { id, key, price } = await buyProtected({ quantity: 2, current_quantity: 2 })
    await ended(id, 'platform-refund')

    assert.deepEqual(await shopper().unprotectOrder({ key }), { refund: price })

    const [held] = await until(
      () => jobs(stack, { businessKey: String(id), states: ['held'] }),
      ({ length }) => length === 1,
    )
    assert.match(held!.notes.join(), /its quote has given money back before, so a person decides/)
    assert.deepEqual(
      givenBack(id)
        .flat()
        .map(({ quantity, amount }) => `${quantity} for ${amount.cents}`),
      [`1 for ${price.cents}`],
    )
    assert.deepEqual((await track(key)).protection, { state: 'removing', refund: price })
  })

  test('is possible while a parcel has only its label, and refused from the first scan on', async () => {
    const bought = await buyProtected()
    await ship(bought, 'label_printed')
    const order = await until(
      () => track(bought.key),
      ({ all_settled }) => all_settled,
    )
    assert.deepEqual(order.may, ['unprotect'])

    await ship(bought, 'label_printed', 'carrier_picked_up')

    await refusalOf(shopper().unprotectOrder({ key: bought.key }), 'not-eligible')
    assert.deepEqual(givenBack(bought.id), [])
    assert.equal((await known(bought.id)).is_protected, true)
  })

  test('is refused while the scans of the carrier are not yet known', async () => {
    const bought = await buyProtected()
    await ship(bought, 'in_transit')

    await refusalOf(shopper().unprotectOrder({ key: bought.key }), 'not-eligible')
  })

  test('is held for a person if the shop refuses the refund, and is shown as in progress', async () => {
    const { id, key, price } = await buyProtected()
    resolver.refuse(String(id), 'the payment is older than 180 days')

    await shopper().unprotectOrder({ key })

    const [held] = await until(
      () => jobs(stack, { businessKey: String(id), states: ['held'] }),
      ({ length }) => length === 1,
    )
    assert.match(held!.notes.join(), /^protection is taken off: its customer took it off; .*180 days.* give back \d/)
    assert.deepEqual((await track(key)).protection, { state: 'removing', refund: price })
    assert.equal((await known(id)).is_protected, true)
  })

  test('is refused if nothing was paid for the protection', async () => {
    const { key } = await buy()
    await refusalOf(shopper().unprotectOrder({ key }), 'not-eligible')
    await shopper().protectOrder({ key })

    await refusalOf(shopper().unprotectOrder({ key }), 'not-eligible')
  })
})

describe('the right to change protection', () => {
  test('does not come with a shared link, or with another secret than the key', async () => {
    const { id } = await buyProtected()
    const { share_key } = await stack.backend.linkOrder({ shopOrderId: String(id), order_number: '1001', email: 'mira@example.com' })
    const { ticket } = await track((await known(id)).key)

    for (const key of [share_key, ticket, 'guessed'])
      for (const ask of [() => shopper().protectOrder({ key }), () => shopper().unprotectOrder({ key })]) await refusalOf(ask(), 'not-found')
    const shared = await track(share_key)
    assert.deepEqual([shared.protection, shared.may], [undefined, undefined])
  })

  test('does not come with an order number and its e-mail address, although they look up the order', async () => {
    const { id } = await buy(undefined, { name: '#1077' })
    const found = await stack.browser(tracking).trackOrder({ order_number: '1077', email: 'mira@example.com' })

    assert.deepEqual([found.protection, found.may], [undefined, undefined])
    await refusalOf(shopper().protectOrder({ order_number: '1077', email: 'mira@example.com' } as never), 'invalid-request')
    assert.equal((await known(id)).is_protected, false)
  })

  test('is nobody’s if the merchant does not allow it, or if nothing can refund', async () => {
    for (const settings of [{ SHOPPERS_MAY: 'join' }, { SHOPPERS_MAY: 'unprotect', CLAIMS_API_KEYS: undefined, CLAIMS_RESOLVER: undefined }]) {
      const other = await startStack({ settings })
      try {
        const { orders } = await other.state<{ orders: HeldOrder[] }>('orders')
        const { key } = orders.find(({ shop_order_number }) => shop_order_number === 'K-1002')!
        const asked = other.browser(orderProtection)
        for (const ask of [() => asked.protectOrder({ key }), () => asked.unprotectOrder({ key })]) await refusalOf(ask(), 'not-configured')
        const found = await other.browser(tracking).trackOrder({ key })
        assert.deepEqual([found.protection, found.may], [undefined, undefined])
      } finally {
        await other.stop()
      }
    }
  })
})
