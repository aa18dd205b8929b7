import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, test } from 'node:test'
import { createEnrichmentPoller } from '../../proxy/routes/orders/enrichment.ts'
import { createTransport } from '../../proxy/upstream/transport.ts'
import { enrichmentDtoSchema } from '../../proxy/upstream/track.schema.ts'
import { trackService, type Lookup } from '../../proxy/upstream/track.ts'
import { createClient } from '../../src/contract/client.ts'
import { timed } from '../timed.ts'
import { startOddService, type Odd } from './odd-service.ts'

const entry = (tracking_number: string, enrichment_status: string) => ({ shop_shipment_id: `s-${tracking_number}`, tracking_number, enrichment_status })
const pending: Odd = { body: { shipments: [entry('T1', 'pending')], all_settled: false } }
const settled: Odd = { body: { shipments: [entry('T1', 'completed')], all_settled: true } }

/** Creates a watch on a service that responds with what `answer` returns at that moment. */
async function start(answer: () => Odd, most?: number) {
  const service = await startOddService(answer)
  const transport = createTransport('track')
  const client = createClient(trackService, {
    baseUrl: service.address,
    send: (...asked) => transport.send(...asked),
    unwrap: (body) => enrichmentDtoSchema.parse(body),
  })
  const closing = new AbortController()
  const watch = createEnrichmentPoller(client, closing.signal, most)
  const disconnected = new AbortController().signal
  return { service, closing, wait: (lookup: Lookup, how: object = {}) => watch.settled(lookup, { wait: 20_000, disconnected, ...how }) }
}

describe('callers that wait for one order', () => {
  test('cause one request per second to the service, however they look up the order, and are all answered at once', async () => {
    const began = performance.now()
    const { service, wait } = await start(() => (performance.now() - began > 2_500 ? settled : pending))
    const ways = [{ key: 'k' }, { order_number: 'K-1', email: 'a@example.com' }, { order_number: 'k-1', email: 'A@example.com' }, { tracking_number: 'T1' }]

    const asked = await Promise.all(
      Array.from({ length: 1_000 }, async (_, index) => {
        await pause(index % 50)
        const { answer } = await wait(ways[index % ways.length]!, { order: '1' })
        assert.equal(answer.all_settled, true)
        return service.seen.length
      }),
    )

    const took = performance.now() - began
    assert.ok(service.seen.length <= Math.floor(took / 1_000) + 1, `${service.seen.length} questions in ${took} ms`)
    assert.equal(new Set(asked).size, 1, 'the service was called again before all callers got their response')
  })

  test('share the look-up that returns the most, and never use the look-up of another order', async () => {
    const { service, wait } = await start(() => settled)

    await Promise.all([wait({ tracking_number: 'T1' }, { order: '1' }), wait({ key: 'k' }, { order: '2' }), wait({ key: 'l' })])

    assert.deepEqual(service.seen.map(({ url }) => url.split('?')[1]).sort(), ['key=k', 'key=l', 'tracking_number=T1'])
  })

  test('wait only for what concerns them', async () => {
    const { wait } = await start(() => ({ body: { shipments: [entry('T1', 'completed'), entry('T2', 'pending')], all_settled: false } }))

    const { answer } = await wait({ tracking_number: 'T1' }, { isSettled: () => true })

    assert.equal(answer.all_settled, false)
  })

  test('get the latest response when their wait ends, they leave, or the proxy stops, and then the requests stop', async () => {
    const { service, wait, closing } = await start(() => pending)
    const leaving = new AbortController()

    const [ended, left] = [wait({ key: 'k' }, { wait: 300 }), wait({ key: 'k' }, { disconnected: leaving.signal })]
    assert.equal((await ended).answer.all_settled, false)
    leaving.abort()
    assert.equal((await left).answer.all_settled, false)
    await pause(1_500)
    const asked = service.seen.length
    const last = wait({ key: 'k' })
    await pause(200)
    closing.abort()
    assert.equal((await last).answer.all_settled, false)

    assert.ok(asked <= 2, `${asked} questions`)
    assert.ok(service.seen.length <= asked + 1)
  })

  test('for at most two responses get the second one, which is one second newer', async () => {
    const { service, wait } = await start(() => pending)

    const { passed, counted } = await timed(async () => {
      const first = wait({ key: 'k' }, { answers: 2 })
      await pause(300)
      const next = wait({ key: 'k' }, { answers: 2 })
      await Promise.all([first, next])
    })

    assert.ok(passed > 950, `${passed} ms`)
    assert.ok(counted < 1_950, `${counted} ms`)
    assert.equal(service.seen.length, 2)
  })

  test('for a number of responses still wait no longer than their limit', async () => {
    const answers = [pending, settled]
    const { wait } = await start(() => answers.shift()!)

    const { answer } = await wait({ key: 'k' }, { answers: 2, wait: 300 })

    assert.equal(answer.all_settled, false)
  })

  test('get an error when the service fails, and the next caller gets a response once the service works again', async () => {
    let fails = true
    const { wait } = await start(() => (fails ? { status: 429, body: {} } : settled))

    await assert.rejects(wait({ key: 'k' }))
    fails = false

    assert.equal((await wait({ key: 'k' })).answer.all_settled, true)
  })

  test('get a response at once when there are too many of them, marked as crowded', async () => {
    const { wait } = await start(() => pending, 2)
    const leaving = new AbortController()
    const held = [1, 2].map((n) => wait({ key: `k${n}` }, { disconnected: leaving.signal }))

    const { answer, crowded } = await wait({ key: 'k3' })
    leaving.abort()
    const others = await Promise.all(held)

    assert.deepEqual([crowded, answer.all_settled], [true, false])
    assert.ok(others.every((one) => !one.crowded))
  })
})
