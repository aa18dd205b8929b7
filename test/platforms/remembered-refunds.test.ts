import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { readPayload } from '../../proxy/platforms/payload.ts'
import { findTopic, webhookJob } from '../../proxy/platforms/platform.ts'
import { woocommerce } from '../../proxy/platforms/woocommerce.ts'
import { orderFact, type OrderFacts } from '../../proxy/reports/report-facts.ts'
import { platformRefundJob } from '../../proxy/reports/report-jobs.ts'
import { toBody, type Payload } from './payloads.ts'
import { startInVirtualTime } from './virtual-time.ts'
import { wooFee, wooOrder } from './woocommerce-payloads.ts'

const day = 24 * 3_600_000

/** Sets up an order of WooCommerce whose fee has a quote for another cart by default, at a shop that remembers no keys. */
async function buy(t: TestContext, covered = 1000) {
  const proxy = await startInVirtualTime()
  t.after(() => proxy.stop())
  proxy.remember(0)
  const [amount, price] = [covered, 150].map((cents) => ({ cents, currency: 'USD' }))
  const until = Math.floor(Date.now() / 1000) + 86_400
  const token = await proxy.seal({ upstream: 'token', amount: amount!, price: price!, until, variant: null })
  const placed = new Date().toISOString().slice(0, 19)
  const update = (changes: Payload = {}) => {
    const order = wooOrder(7n, { date_created_gmt: placed, date_modified_gmt: new Date().toISOString().slice(0, 19), fee_lines: [wooFee(token)], ...changes })
    return proxy.accept(webhookJob(woocommerce, findTopic(woocommerce, 'order.updated')!, readPayload(toBody(order))!))
  }
  const refunds = async () => (await proxy.list({ kind: 'platform-refund' })).map(({ state, notes }) => ({ state, note: notes.at(-1) }))
  return { proxy, update, refunds }
}

const shown = { refunds: [{ id: 1, total: '-1.50' }] }

for (const [what, changes] of [
  ['shows it', shown],
  ['does not show it', {}],
] as const)
  test(`a refund that was made is not requested again after its job is deleted, if the order ${what}`, async (t) => {
    const { proxy, update, refunds } = await buy(t)
    await update()
    assert.equal(proxy.asked.length, 1)

    await proxy.pass(8 * day)
    assert.deepEqual(await refunds(), [])
    await update({ status: 'completed', ...changes })

    assert.deepEqual(await refunds(), [{ state: 'superseded', note: 'it was given back before, by refund r1' }])
    assert.equal(proxy.asked.length, 1)
  })

for (const [what, changes] of [
  ['shows it', shown],
  ['does not show it', {}],
] as const)
  test(`a refund whose answer was lost is requested again under its key, if the order ${what}`, async (t) => {
    const { proxy, update, refunds } = await buy(t)
    proxy.remember(day)
    proxy.trouble('loses its answer')
    await update()
    await update({ status: 'completed', ...changes })

    await proxy.pass(3_600_000)

    assert.deepEqual(
      (await refunds()).map(({ state }) => state),
      ['delivered'],
    )
    assert.deepEqual([proxy.asked.map(({ isGiven }) => isGiven), new Set(proxy.asked.map(({ key }) => key)).size], [[true, false], 1])
  })

test('a refund whose answer was lost is left to a person if the order shows a larger refund', async (t) => {
  const { proxy, update, refunds } = await buy(t)
  proxy.remember(day)
  proxy.trouble('loses its answer')
  await update()
  await update({ status: 'completed', refunds: [{ id: 1, total: '-1.51' }] })

  await proxy.pass(3_600_000)

  const [refund] = await refunds()
  assert.deepEqual([refund!.state, proxy.asked.length], ['held', 1])
  assert.match(refund!.note!, /the order shows 1\.51 USD given back, and not for which line/)
})

test('a removal whose answer was lost is reported to the service, although the order shows its refund', async (t) => {
  const { proxy, update } = await buy(t, 4500)
  proxy.remember(day)
  await update()
  const { protected: isProtected, charge } = (await proxy.fact<OrderFacts>(orderFact('7')))!
  assert.ok(isProtected && charge)
  proxy.trouble('loses its answer')
  await proxy.accept(platformRefundJob({ order: '7', reason: 'its customer took it off', lines: [charge], tell: true }))
  await update({ status: 'completed', ...shown })

  await proxy.pass(3_600_000)

  const [removal] = await proxy.list({ kind: 'platform-refund' })
  assert.equal(removal!.state, 'delivered')
  assert.equal((await proxy.list({ kind: 'refund-protection' })).length, 1)
  assert.deepEqual(
    proxy.asked.map(({ isGiven }) => isGiven),
    [true, false],
  )
})

test('a refund of a paid order is made, although an unpaid state of the same second arrives late', async (t) => {
  const { proxy, update, refunds } = await buy(t)
  proxy.trouble('is busy')
  await update()
  await update({ status: 'pending' })

  await proxy.pass(3_600_000)

  assert.deepEqual([(await refunds()).map(({ state }) => state), proxy.asked.map(({ isGiven }) => isGiven)], [['delivered'], [false, true]])
})

test('a fully refunded order gets no other refund, although an earlier state of the same second arrives late', async (t) => {
  const { proxy, update, refunds } = await buy(t)
  proxy.trouble('is busy')
  await update()
  await update({ status: 'refunded' })
  await update({ status: 'completed' })

  await proxy.pass(3_600_000)

  assert.deepEqual(await refunds(), [{ state: 'superseded', note: 'the platform has given back the whole order' }])
  assert.equal(proxy.asked.length, 1)
})

test('a refund that a person has dropped is not made after its job is deleted', async (t) => {
  const { proxy, update, refunds } = await buy(t)
  proxy.trouble('refuses')
  await update()
  const [held] = await proxy.list({ kind: 'platform-refund', states: ['held'] })
  await proxy.drop(held!.id)

  await proxy.pass(8 * day)
  assert.deepEqual(await refunds(), [])
  await update({ status: 'completed' })

  assert.deepEqual(await refunds(), [{ state: 'superseded', note: `a person has ended this refund (job ${held!.id})` }])
  assert.equal(proxy.asked.length, 1)
})

test('a refund that has failed for three days is not begun again by an update of its order', async (t) => {
  const { proxy, update, refunds } = await buy(t)
  proxy.trouble(...Array.from({ length: 100 }, () => 'loses its answer' as const))
  await update()
  for (let hours = 0; hours < 80; hours += 1) await proxy.pass(3_600_000)
  assert.deepEqual(
    (await refunds()).map(({ state }) => state),
    ['failed'],
  )
  const before = proxy.asked.length

  await update({ status: 'completed' })

  assert.equal(proxy.asked.length, before)
})

test('a refund is left to a person if its quote is older than the stored records of refunds', async (t) => {
  const { proxy, update, refunds } = await buy(t)
  await update()

  await proxy.pass(401 * day)
  await update({ status: 'completed' })

  const [refund] = await refunds()
  assert.deepEqual([refund!.state, proxy.asked.length], ['held', 1])
  assert.match(refund!.note!, /its quote is older than what is kept of refunds, so a person decides/)
})
