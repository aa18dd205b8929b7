import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { ResponseError } from '../../src/contract/client.ts'
import type { Enrichment } from '../../src/contract/tracking.ts'
import { pollEnrichment } from '../../src/tracking/poll-enrichment.ts'

const pending: Enrichment = { shipments: [], all_settled: false }
const settled: Enrichment = { shipments: [], all_settled: true }

describe('waiting for the carriers', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }))
  afterEach(() => mock.timers.reset())

  test('takes one request if the proxy holds its answer until all is settled', async () => {
    const asked = await watch(() => after(8, settled), 60)

    assert.deepEqual(asked, { times: [0], ended: 8 })
  })

  test('requests again at once if a held answer brought nothing', async () => {
    let questions = 0

    const asked = await watch(() => after(20, ++questions > 1 ? settled : pending), 60)

    assert.deepEqual(asked, { times: [0, 20], ended: 40 })
  })

  test('polls at growing intervals if answers cannot be held, and gives up after a minute', async () => {
    const { times, ended } = await watch(() => Promise.reject(new TypeError('cut off')), 90)

    assert.ok(near(times[1]!, 1.75), `first after 1.75 s, not ${times[1]}`)
    const pauses = times.slice(1).map((time, index) => [time, (times[index + 2] ?? time) - time] as const)
    for (const [time, pause] of pauses.slice(0, -1)) assert.ok(near(pause, time < 15 ? 1.5 : time < 30 ? 3 : 8), `${pause} s after ${time} s`)
    assert.ok(times.length <= 23, `${times.length} questions`)
    assert.ok(ended && ended > 60 && ended < 70, `ended after ${ended} s`)
  })

  test('polls first 1.75 s after the start, however early the held request is cut off', async () => {
    const { times } = await watch(() => after(0.8, pending).then(() => Promise.reject(new TypeError('cut off'))), 4)

    assert.ok(times[1]! > 1.6 && times[1]! < 1.95, `${times[1]} s`)
  })

  test('polls at most 11 times in 15 s if answers are not held', async () => {
    const { times } = await watch(() => Promise.resolve(pending), 15)

    assert.ok(times.length <= 11, `${times.length} questions in 15 s`)
  })

  test('requests again after next_poll_ms, give or take 10 %', async () => {
    let questions = 0

    const { times, ended } = await watch(() => Promise.resolve(++questions > 2 ? settled : { ...pending, next_poll_ms: 4_000 }), 20)

    assert.ok(near(times[1]!, 4) && near(times[2]! - times[1]!, 4), times.join())
    assert.equal(ended, times[2])
  })

  test('stops when the ticket has expired, because the order itself brings a new one', async () => {
    const { times, ended } = await watch(() => Promise.reject(new ResponseError(404, { code: 'not-found' }, 'POST')), 5)

    assert.deepEqual({ times, ended }, { times: [0], ended: 0 })
  })

  test('stops at once when it is aborted', async () => {
    const leaving = new AbortController()
    const waiting = pollEnrichment(() => Promise.resolve(pending), leaving.signal)
    await quiet()

    leaving.abort()

    await assert.rejects(waiting, { name: 'AbortError' })
  })
})

/** Runs the waiting for that many seconds of a mocked clock; resolves to the times of its requests and of its end. */
async function watch(ask: (wait?: number) => Promise<Enrichment>, seconds: number) {
  const start = Date.now()
  const now = () => (Date.now() - start) / 1_000
  const times: number[] = []
  let ended: number | undefined
  const waiting = pollEnrichment((wait) => {
    times.push(now())
    return ask(wait)
  }, new AbortController().signal).then(() => (ended = now()))
  await quiet()
  for (let tick = 0; tick < seconds * 20 && ended === undefined; tick++) {
    mock.timers.tick(50)
    await quiet()
  }
  if (ended !== undefined) await waiting
  return { times, ended }
}

const after = (seconds: number, answer: Enrichment) => new Promise<Enrichment>((resolve) => setTimeout(() => resolve(answer), seconds * 1_000))

/** Resolves once everything has run that does not wait for the clock. */
const quiet = () => new Promise((resolve) => setImmediate(resolve))

const near = (seconds: number, wanted: number) => seconds > wanted * 0.9 - 0.051 && seconds < wanted * 1.1 + 0.051
