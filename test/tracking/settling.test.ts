import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { ResponseError } from '../../src/contract/client.ts'
import type { Enrichment } from '../../src/contract/tracking.ts'
import { untilSettled } from '../../src/tracking/settling.ts'

const pending: Enrichment = { shipments: [], all_settled: false }
const settled: Enrichment = { shipments: [], all_settled: true }

describe('waiting for the carriers', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }))
  afterEach(() => mock.timers.reset())

  test('takes one question when the answer is held back until all has settled', async () => {
    const asked = await watch(() => after(8, settled), 60)

    assert.deepEqual(asked, { times: [0], ended: 8 })
  })

  test('asks again at once when a held answer brought nothing yet', async () => {
    let questions = 0

    const asked = await watch(() => after(20, ++questions > 1 ? settled : pending), 60)

    assert.deepEqual(asked, { times: [0, 20], ended: 40 })
  })

  test('asks by the clock when answers cannot be held back, ever more rarely, and gives up after a minute', async () => {
    const { times, ended } = await watch(() => Promise.reject(new TypeError('cut off')), 90)

    assert.ok(near(times[1]!, 1.75), `first after 1.75 s, not ${times[1]}`)
    const pauses = times.slice(1).map((time, index) => [time, (times[index + 2] ?? time) - time] as const)
    for (const [time, pause] of pauses.slice(0, -1)) assert.ok(near(pause, time < 15 ? 1.5 : time < 30 ? 3 : 8), `${pause} s after ${time} s`)
    assert.ok(times.length <= 23, `${times.length} questions`)
    assert.ok(ended && ended > 60 && ended < 70, `ended after ${ended} s`)
  })

  test('looks first after 1.75 s from the start, however soon the held call was cut', async () => {
    const { times } = await watch(() => after(0.8, pending).then(() => Promise.reject(new TypeError('cut off'))), 4)

    assert.ok(times[1]! > 1.6 && times[1]! < 1.95, `${times[1]} s`)
  })

  test('does not ask in a hurry when nothing holds answers back', async () => {
    const { times } = await watch(() => Promise.resolve(pending), 15)

    assert.ok(times.length <= 11, `${times.length} questions in 15 s`)
  })

  test('asks again when the answer says, a little earlier or later', async () => {
    let questions = 0

    const { times, ended } = await watch(() => Promise.resolve(++questions > 2 ? settled : { ...pending, next_poll_ms: 4_000 }), 20)

    assert.ok(near(times[1]!, 4) && near(times[2]! - times[1]!, 4), times.join())
    assert.equal(ended, times[2])
  })

  test('ends when the ticket has run out, since the order itself brings a new one', async () => {
    const { times, ended } = await watch(() => Promise.reject(new ResponseError(404, { code: 'not-found' }, 'POST')), 5)

    assert.deepEqual({ times, ended }, { times: [0], ended: 0 })
  })

  test('ends at once when nobody watches any more', async () => {
    const leaving = new AbortController()
    const waiting = untilSettled(() => Promise.resolve(pending), leaving.signal)
    await quiet()

    leaving.abort()

    await assert.rejects(waiting, { name: 'AbortError' })
  })
})

/** Runs the waiting for that many seconds of a clock that stands still otherwise: when it asked, and when it ended. */
async function watch(ask: (wait?: number) => Promise<Enrichment>, seconds: number) {
  const start = Date.now()
  const now = () => (Date.now() - start) / 1_000
  const times: number[] = []
  let ended: number | undefined
  const waiting = untilSettled((wait) => {
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

/** Until everything that waits for no clock has run. */
const quiet = () => new Promise((resolve) => setImmediate(resolve))

const near = (seconds: number, wanted: number) => seconds > wanted * 0.9 - 0.051 && seconds < wanted * 1.1 + 0.051
