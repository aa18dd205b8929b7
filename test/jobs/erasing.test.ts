import assert from 'node:assert/strict'
import { test } from 'node:test'
import { erasedMessage } from '../../proxy/claims/check-claim.ts'
import { createCustomerRecords } from '../../proxy/privacy/customer-rows.ts'
import { createOrderRecords } from '../../proxy/privacy/order-rows.ts'
import { privacyHandlers } from '../../proxy/privacy/privacy-jobs.ts'
import { loyaltyEventHandlers } from '../../proxy/loyalty-webhooks/event-jobs.ts'
import { customerRedactionJob, dataRequestJob, shopRedactionJob } from '../../proxy/platforms/privacy-requests.ts'
import type { RunningJobs } from '../../proxy/background/background.ts'
import type { Handler, Outcome } from '../../proxy/jobs/handler.ts'
import type { Database } from '../../proxy/store/database.ts'
import { until } from '../until.ts'
import { onEachStore, job } from './stores.ts'

const name = 'Mira Okafor'
const privacyOf = ({ database, now }: { database: Database; now: () => number }) =>
  privacyHandlers({ orders: createOrderRecords(database, now), customers: createCustomerRecords(database, now) })
const handlers = (store: { database: Database; now: () => number }) => ({
  ...privacyOf(store),
  /** Ends in the state that its body names, with a note that contains personal data. */
  note: async ({ end, order }: Record<string, unknown>): Promise<Outcome> => {
    const known = {
      [`order:${String(order)}`]: { customer: '1' },
      [`shipment:s${String(order)}`]: { order },
      [`number:k-${String(order)}`]: { order },
      [`claims:${String(order)}/0`]: {},
      [`quote:q${String(order)}`]: { order },
    }
    if (end === 'failed' || end === 'held') return { state: end, note: `the service said ${name}` }
    return { state: 'delivered', notes: [`the service said ${name}`], result: { name }, facts: known }
  },
})
const noteOf = (order: string, end: string, subject = `${end}:${order}`) =>
  job({ name, end, order }, { businessKey: order, subject, orderingKey: `order:${order}`, kind: end === 'later' ? 'later' : 'note' })

onEachStore((stores, run) => {
  const isSettled = (queue: RunningJobs, id: string) =>
    until(
      () => queue.find(id),
      (found) => found !== undefined && found.state !== 'waiting',
    )
  const redact = async (queue: RunningJobs, ...orders: string[]) => (await queue.enqueue([customerRedactionJob({ customer: '1', orders })])).ids[0]!

  test('a redaction erases notes, results, failed jobs, claims and facts of an order, and keeps the record of its used quote', async () => {
    const queue = await run(await stores.empty(), handlers)
    const { ids } = await queue.enqueue([noteOf('1', 'delivered'), noteOf('1', 'failed'), noteOf('2', 'delivered')])
    for (const id of ids) await isSettled(queue, id)
    const request = JSON.stringify({ claim: { key: 'k', resolution: 'reorder', id: 'c', order: '1', lines: [{ id: '11' }], total: null, address: { name } } })
    const reply = { status: 200, body: '{"shop_refund_id":"r1"}' }
    await queue.openClaim({ key: 'awaiting', order: '1', hash: 'h', state: 'awaiting', request, amount: '{"cents":1}' })
    await queue.openClaim({ key: 'resolved', order: '1', hash: 'h', state: 'resolved', request, amount: '{"cents":1}', reply })

    const redaction = await redact(queue, '1')
    assert.equal((await isSettled(queue, redaction))!.state, 'delivered')

    const [done, failed, other] = await Promise.all(ids.map(async (id) => (await queue.find(id))!))
    assert.deepEqual([done!.body, done!.notes, done!.result], ['null', [], {}])
    assert.deepEqual([failed!.state, failed!.body], ['dropped', 'null'])
    assert.ok(!failed!.notes.join().includes(name))
    assert.deepEqual(other!.result, { name })
    const [awaiting, resolved] = [await queue.findClaim('awaiting'), await queue.findClaim('resolved')]
    assert.deepEqual(
      [awaiting!.state, awaiting!.amount, awaiting!.reply],
      ['erased', null, { status: 422, body: JSON.stringify({ error: [erasedMessage('1')] }) }],
    )
    assert.deepEqual([resolved!.state, resolved!.hash, resolved!.amount, resolved!.reply], ['resolved', 'h', null, reply])
    assert.ok(!(awaiting!.request + resolved!.request).includes(name))
    const facts = await Promise.all(
      ['order:1', 'shipment:s1', 'number:k-1', 'claims:1/0', 'quote:q1', 'order:2', 'shipment:s2', 'number:k-2'].map((one) => queue.fact(one)),
    )
    assert.deepEqual(
      facts.map((value) => value !== undefined),
      [false, false, false, false, true, true, true, true],
    )
    assert.notEqual(await queue.fact('erased:1'), undefined)
  })

  test('jobs of a parcel that name no order are shown and erased, too', async () => {
    const fails = (): Promise<Outcome> => Promise.resolve({ state: 'failed', note: `left with ${name}` })
    const queue = await run(await stores.empty(), (store) => ({ ...handlers(store), 'shipment-event': fails }))
    const { ids } = await queue.enqueue([
      noteOf('1', 'delivered'),
      job({ message: `left with ${name}` }, { kind: 'shipment-event', orderingKey: 'shipment:s1', subject: 'event:s1/1', businessKey: null }),
    ])
    for (const id of ids) await isSettled(queue, id)

    const asked = (await queue.enqueue([dataRequestJob({ customer: null, orders: ['1'] })])).ids[0]!
    const { kept } = (await isSettled(queue, asked))!.result as { kept: { what: string; state?: string }[] }
    await isSettled(queue, await redact(queue, '1'))

    assert.ok(kept.some(({ what, state }) => what === 'job: shipment-event' && state === 'failed'))
    const event = (await queue.find(ids[1]!))!
    assert.deepEqual([event.state, event.body], ['dropped', 'null'])
    assert.ok(!event.notes.join().includes(name))
  })

  test('the data of a customer without named orders is shown and erased, and open entries are listed', async () => {
    let now = Date.now()
    const queue = await run(await stores.empty(), (store) => ({ ...handlers(store), ...loyaltyEventHandlers() }), { now: () => now })
    const event = (customer: string) =>
      job(
        { token: 't0', topic: 'customer.updated', customer },
        { kind: 'loyalty-event', orderingKey: `customer:${customer}`, subject: `event:${customer}`, businessKey: null },
      )
    const { ids } = await queue.enqueue([event('42'), event('43')])
    for (const id of ids) await isSettled(queue, id)
    const redeem = (id: string) =>
      queue.beginRedemption({ id, customer: '42', key: id, fingerprint: 'f', cents: 500, currency: 'USD', deadline: 3_600_000, step: 60_000 })
    await redeem('done')
    await queue.sendRedemption({ id: 'done', before: '', step: 60_000 })
    await queue.settleRedemption({ id: 'done', movement: 'm1', code: { code: 'MIRA-500', cents: 500 } })
    await redeem('open')
    await queue.revokeSessions('42')

    const asked = (await queue.enqueue([dataRequestJob({ customer: '42', orders: [] })])).ids[0]!
    const answer = (await isSettled(queue, asked))!
    const redaction = (await queue.enqueue([customerRedactionJob({ customer: '42', orders: [] })])).ids[0]!
    const waiting = await until(
      () => queue.find(redaction),
      (found) => found!.notes.length > 0,
    )

    const kept = answer.result.kept as { what: string; state?: string; count: number }[]
    assert.deepEqual(
      kept.map(({ what, state, count }) => [what, state, count]),
      [
        ['job: loyalty-event', 'delivered', 1],
        ['redemption', 'reading', 1],
        ['redemption', 'settled', 1],
        ['end of sessions', undefined, 1],
      ],
    )
    assert.equal(waiting!.state, 'waiting')
    assert.match(waiting!.notes.join(), /redemption open is reading, end of sessions of customer 42 is kept for 3 hours/)
    assert.equal(await queue.findRedemption('42', 'done'), undefined)
    assert.deepEqual(await Promise.all(ids.map(async (id) => (await queue.find(id)) !== undefined)), [false, true])
    now += 4 * 3_600_000
    await queue.retry([redaction])
    assert.deepEqual(
      (await isSettled(queue, redaction))!.notes.at(-1),
      'erased; the platform named no order of the customer; ask the services to forget them, too',
    )
    const again = (await queue.enqueue([dataRequestJob({ customer: '42', orders: ['none'] }), dataRequestJob({ customer: '44', orders: [] })])).ids
    assert.deepEqual((await isSettled(queue, again[0]!))!.result, { kept: [] })
    assert.match((await isSettled(queue, again[1]!))!.notes.join(), /the platform names no order of theirs: nothing is stored under their id either/)
  })

  test('a redaction does not erase waiting or held jobs, a claim that is being resolved, or the facts of their order', async () => {
    const queue = await run(await stores.empty(), handlers)
    const { ids } = await queue.enqueue([noteOf('1', 'delivered'), noteOf('1', 'held'), noteOf('1', 'later')])
    for (const id of ids.slice(0, 2)) await isSettled(queue, id)
    await queue.openClaim({ key: 'open', order: '1', hash: 'h', state: 'open', request: '{}' })

    const id = await redact(queue, '1')
    const waiting = await until(
      () => queue.find(id),
      (found) => found!.notes.length > 0,
    )

    assert.equal(waiting!.state, 'waiting')
    const open = waiting!.result.open as { id: string; state: string }[]
    assert.deepEqual(open.map(({ id, state }) => `${id} ${state}`).sort(), [`${ids[1]} held`, `${ids[2]} waiting`, 'open open'].sort())
    for (const one of ids.slice(1)) assert.ok((await queue.find(one))!.body.includes(name))
    assert.notEqual(await queue.fact('order:1'), undefined)
    await queue.drop(ids.slice(1), 'not wanted')
    await queue.decideClaim({ key: 'open', state: 'refused', request: JSON.stringify({ claim: { lines: [] } }) })
    await queue.retry([id])
    assert.equal((await isSettled(queue, id))!.state, 'delivered')
    assert.equal(await queue.fact('order:1'), undefined)
  })

  test('a redaction still waits after the time limit of other jobs', async () => {
    const where = await stores.empty()
    let now = Date.now()
    const queue = await run(where, handlers, { now: () => now })
    const { ids } = await queue.enqueue([noteOf('1', 'held')])
    await isSettled(queue, ids[0]!)
    const id = await redact(queue, '1')
    await until(
      () => queue.find(id),
      (found) => found!.attempts === 1,
    )

    now += 80 * 3_600_000
    const tried = await until(
      () => queue.find(id),
      (found) => found!.attempts > 1,
    )

    assert.equal(tried!.state, 'waiting')
  })

  test('a redaction continues after a process that ended between two orders, with the same result', async () => {
    const where = await stores.empty()
    const first = await run(where, (store) => ({
      ...handlers(store),
      'customer-redaction': async (body, context) => {
        const redaction: Handler = privacyOf(store)['customer-redaction']!
        await redaction({ ...body, orders: ['1'] } as never, context)
        throw new Error('the process has ended')
      },
    }))
    const { ids } = await first.enqueue([noteOf('1', 'delivered'), noteOf('2', 'delivered')])
    for (const id of ids) await isSettled(first, id)
    const id = await redact(first, '1', '2')
    const marker = await until(
      () => first.fact('erased:1'),
      (found) => found !== undefined,
    )
    await first.close()

    const second = await run(where, handlers)
    await second.retry([id])
    assert.equal((await isSettled(second, id))!.state, 'delivered')

    assert.deepEqual(await second.fact('erased:1'), marker)
    assert.notEqual(await second.fact('erased:2'), undefined)
    assert.equal(await second.fact('order:2'), undefined)
  })

  test('a shop redaction erases every order while other jobs are delivered, and tells the person to stop the proxy', async () => {
    const queue = await run(await stores.empty(), handlers)
    const orders = Array.from({ length: 120 }, (_, index) => String(1000 + index))
    const { ids } = await queue.enqueue(orders.map((order) => noteOf(order, 'delivered')))
    await until(
      () => queue.stats(),
      ({ states }) => states.delivered === ids.length,
    )

    const [shop] = (await queue.enqueue([shopRedactionJob()])).ids
    const meanwhile = (await queue.enqueue([job({ order: 'x' }, { businessKey: null, orderingKey: 'x', subject: 'x' })])).ids[0]!
    const settled = await isSettled(queue, meanwhile)
    const ended = await isSettled(queue, shop!)

    assert.equal(settled!.state, 'delivered')
    assert.equal(ended!.state, 'held')
    assert.match(ended!.notes.join(), /all its orders are erased: stop this proxy/)
    for (const order of ['1000', '1100', '1119']) {
      assert.equal(await queue.fact(`order:${order}`), undefined)
      assert.equal(await queue.fact(`shipment:s${order}`), undefined)
      assert.notEqual(await queue.fact(`erased:${order}`), undefined)
    }
    assert.deepEqual((await queue.find(ids[110]!))!.result, {})
  })
})
