import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ResponseError } from '../../src/contract/client.ts'
import { noteRetryAfter } from '../../proxy/jobs/retry-after.ts'
import { writeClaims } from '../../proxy/claims/claim-rows.ts'
import type { RunningJobs } from '../../proxy/background/background.ts'
import type { Outcome } from '../../proxy/jobs/handler.ts'
import { Unanswered } from '../../proxy/upstream/transport.ts'
import { until } from '../until.ts'
import { delivered, gate, kinds, onEachStore, startQueue, job, type TestHandlers } from './stores.ts'

const hour = 3_600_000

onEachStore((stores, run) => {
  const reaches = (queue: RunningJobs, id: string, state: string) =>
    until(
      () => queue.find(id),
      (found) => found?.state === state,
    )

  test('jobs with one ordering key run one after another, the lowest priority number first, while jobs with other keys run in parallel', async () => {
    const done: string[] = []
    const { opened, open: let1Pass } = gate()
    const queue = await run(await stores.empty(), {
      note: async ({ name }, { job: { orderingKey } }) => {
        if (orderingKey === 'order:1' && name === 'held up') await opened
        done.push(`${orderingKey} ${String(name)}`)
        return delivered
      },
    })

    const first = await queue.enqueue([job({ name: 'held up' })])
    await until(
      () => queue.stats(),
      ({ states }) => states.waiting === 1,
    )
    const rest = await queue.enqueue([
      job({ name: 'event' }, { priority: 6 }),
      job({ name: 'shipment' }, { priority: 4 }),
      job({ name: 'event 2' }, { priority: 6 }),
      job({ name: 'order' }, { priority: 1, orderingKey: 'order:2' }),
    ])
    await reaches(queue, rest.ids[3]!, 'delivered')
    const before = [...done]
    let1Pass()
    await reaches(queue, rest.ids[2]!, 'delivered')

    assert.deepEqual(before, ['order:2 order'])
    assert.deepEqual(done.slice(1), ['order:1 held up', 'order:1 shipment', 'order:1 event', 'order:1 event 2'])
    assert.equal((await queue.find(first.ids[0]!))?.attempts, 1)
  })

  test('with two processes on one store, each job is done by one process only', async () => {
    const where = await stores.empty()
    const done: string[] = []
    const handlers = (name: string) => ({
      note: async ({ n }: Record<string, unknown>) => {
        done.push(`${String(n)} ${name}`)
        await new Promise((resolve) => setImmediate(resolve))
        return delivered
      },
    })
    const one = await run(where, handlers('one'), { concurrency: 4 })
    await run(where, handlers('two'), { concurrency: 4 })

    await one.enqueue(Array.from({ length: 300 }, (_, n) => job({ n }, { orderingKey: `order:${n % 60}` })))
    await until(
      () => one.stats(),
      ({ states }) => states.delivered === 300,
    )

    assert.equal(done.length, 300)
    assert.equal(new Set(done.map((one) => one.split(' ')[0])).size, 300)
  })

  test('no more jobs run at once than the concurrency limit allows', async () => {
    let [now, most] = [0, 0]
    const queue = await run(
      await stores.empty(),
      {
        note: async () => {
          most = Math.max(most, ++now)
          await new Promise((resolve) => setImmediate(resolve))
          now -= 1
          return delivered
        },
      },
      { concurrency: 5 },
    )

    await queue.enqueue(Array.from({ length: 60 }, (_, n) => job({ n }, { orderingKey: `order:${n % 20}` })))
    await until(
      () => queue.stats(),
      ({ states }) => states.delivered === 60,
    )

    assert.equal(most, 5)
  })

  test('a job that waits for something unknown does not block its ordering key, and is retried at once when that arrives', async () => {
    let known = false
    const queue = await run(await stores.empty(), {
      event: async () => (known ? delivered : { state: 'waiting', waitsFor: 'shipment:9', note: 'the shipment is not known yet', inDoubt: false }),
      shipment: async () => {
        known = true
        return { state: 'delivered', wakes: ['shipment:9'] }
      },
    })

    const early = await queue.enqueue([job({}, { kind: 'event', priority: 1, orderingKey: 'shipment:9' })])
    await until(
      () => queue.find(early.ids[0]!),
      (found) => found?.attempts === 3,
    )
    const later = await queue.enqueue([
      job({}, { kind: 'shipment', priority: 2, orderingKey: 'shipment:9' }),
      job({ a: 2 }, { kind: 'shipment', orderingKey: 'order:1' }),
    ])
    await reaches(queue, later.ids[1]!, 'delivered')

    const found = await reaches(queue, early.ids[0]!, 'delivered')
    assert.equal(found?.attempts, 4)
    assert.deepEqual(found?.notes, ['the shipment is not known yet'])
  })

  test('a woken job runs at once, even while a later job of its ordering key waits for a retry', async () => {
    let known = false
    const queue = await run(await stores.empty(), {
      first: async () => (known ? delivered : { state: 'waiting', waitsFor: 'shipment:9', after: 60_000, inDoubt: false }),
      second: async () => ({ state: 'waiting', note: 'the service is down', after: 60_000, inDoubt: false }),
      shipment: async () => {
        known = true
        return { state: 'delivered', wakes: ['shipment:9'] }
      },
    })
    const { ids } = await queue.enqueue([job({}, { kind: 'first', orderingKey: 'shipment:9' }), job({}, { kind: 'second', orderingKey: 'shipment:9' })])
    await until(
      () => queue.find(ids[1]!),
      (found) => found?.attempts === 1,
    )

    await queue.enqueue([job({}, { kind: 'shipment', orderingKey: 'order:1' })])

    assert.equal((await reaches(queue, ids[0]!, 'delivered'))?.attempts, 2)
    assert.equal((await queue.find(ids[1]!))?.attempts, 1)
  })

  test('a job that waits for something that arrived during its try is retried at once', async () => {
    const { opened, open: finish } = gate()
    let tries = 0
    const queue = await run(await stores.empty(), {
      event: async () => {
        if (++tries > 1) return delivered
        await opened
        return { state: 'waiting', waitsFor: 'order:1', after: 60_000, inDoubt: false }
      },
      order: async () => ({ state: 'delivered', wakes: ['order:1'] }),
    })

    const { ids } = await queue.enqueue([job({}, { kind: 'event', orderingKey: 'shipment:1' }), job({}, { kind: 'order', orderingKey: 'order:1' })])
    await reaches(queue, ids[1]!, 'delivered')
    finish()

    assert.equal((await reaches(queue, ids[0]!, 'delivered'))?.attempts, 2)
  })

  test('a job that waits for something that another process stored during its try is retried at once', async () => {
    const { opened, open: finish } = gate()
    const where = await stores.empty()
    let tries = 0
    const looksInVain: TestHandlers = {
      event: async () => {
        if (++tries > 1) return delivered
        await opened
        return { state: 'waiting', waitsFor: 'order:1', after: 60_000, inDoubt: false }
      },
    }
    // Concurrency 1: this process is busy with the event, so the other process does the order.
    const queue = await run(where, looksInVain, { concurrency: 1 })
    const event = await queue.enqueue([job({}, { kind: 'event', orderingKey: 'shipment:1' })])
    await until(
      async () => tries,
      (count) => count === 1,
    )

    const other = await run(where, { order: async () => ({ state: 'delivered', facts: { 'order:1': {} }, wakes: ['order:1'] }) })
    const order = await other.enqueue([job({}, { kind: 'order', orderingKey: 'order:1' })])
    await reaches(other, order.ids[0]!, 'delivered')
    finish()

    assert.equal((await reaches(queue, event.ids[0]!, 'delivered'))?.attempts, 2)
  })

  test('a new job is done among the first, even if many jobs wait', async () => {
    const { opened, open: goOn } = gate()
    let up = false
    const begun: unknown[] = []
    const queue = await run(
      await stores.empty(),
      {
        note: async ({ n }) => {
          if (!up) return { state: 'waiting', inDoubt: false }
          begun.push(n)
          await opened
          return delivered
        },
      },
      { concurrency: 8 },
    )
    await queue.enqueue(Array.from({ length: 120 }, (_, n) => job({ n }, { orderingKey: `order:${n}` })))
    await until(
      () => queue.list({ limit: 120 }),
      (jobs) => jobs.every(({ attempts }) => attempts > 0),
    )

    up = true
    await until(
      async () => begun.length,
      (length) => length === 8,
    )
    const fresh = await queue.enqueue([job({ n: 'fresh' }, { orderingKey: 'claims:1' })])
    goOn()
    await reaches(queue, fresh.ids[0]!, 'delivered')

    assert.ok(begun.indexOf('fresh') < 40, `after ${begun.indexOf('fresh')}`)
  })

  test('a job that may have run blocks later jobs of the same order until it is known to have done nothing', async () => {
    const tried: string[] = []
    const queue = await run(await stores.empty(), {
      creation: async (_, { inDoubt }) => {
        tried.push(inDoubt ? 'creation in doubt' : 'creation')
        return { state: 'waiting', waitsFor: 'order:1', inDoubt: tried.length === 1 }
      },
      update: async () => {
        tried.push('update')
        return delivered
      },
    })

    const { ids } = await queue.enqueue([job({}, { kind: 'creation', priority: 4 }), job({}, { kind: 'update', priority: 5 })])
    await reaches(queue, ids[1]!, 'delivered')

    assert.deepEqual(tried, ['creation', 'creation in doubt', 'update'])
  })

  test('a change waits behind an earlier change of the same subject that waits for something, and no other job does', async () => {
    let isThere = false
    const done: unknown[] = []
    const queue = await run(await stores.empty(), {
      change: async ({ n }) => {
        if (n === 1 && !isThere) return { state: 'waiting', waitsFor: 'shipment:1', after: 60_000, inDoubt: false }
        done.push(n)
        return delivered
      },
      shipment: async () => ({ state: 'delivered', wakes: ['shipment:1'] }),
    })
    const change = (n: number, subject: string) => job({ n }, { kind: 'change', subject, collapse: 'latest' })

    const first = await queue.enqueue([change(1, 'shipment:1')])
    await until(
      () => queue.find(first.ids[0]!),
      (found) => found?.attempts === 1,
    )
    const rest = await queue.enqueue([change(2, 'shipment:1'), change(3, 'shipment:2')])
    await reaches(queue, rest.ids[1]!, 'delivered')
    assert.deepEqual(done, [3])
    isThere = true
    await queue.enqueue([job({}, { kind: 'shipment', orderingKey: 'order:2' })])
    await reaches(queue, rest.ids[0]!, 'delivered')

    assert.deepEqual(done, [3, 1, 2])
  })

  test('jobs that wait for the same thing run in the order in which they were accepted, whichever is due first', async () => {
    let isThere = false
    const done: unknown[] = []
    const queue = await run(await stores.empty(), {
      note: async ({ n, after }, { attempt }) => {
        if (!isThere || attempt === 1) return { state: 'waiting', waitsFor: 'shipment:1', after: Number(after), inDoubt: false }
        done.push(n)
        return delivered
      },
    })

    const { ids } = await queue.enqueue([job({ n: 1, after: 60_000 }), job({ n: 2, after: 10 })])
    await until(
      () => queue.find(ids[1]!),
      (found) => found?.attempts === 1,
    )
    isThere = true
    await reaches(queue, ids[1]!, 'delivered')

    assert.deepEqual(done, [1, 2])
  })

  test('of the jobs that wait for the same thing only the first is retried, and none of them blocks later jobs', async () => {
    const queue = await run(await stores.empty(), {
      note: async ({ after }) => ({ state: 'waiting', waitsFor: 'shipment:1', after: Number(after), inDoubt: false }),
      other: async () => delivered,
    })

    const { ids } = await queue.enqueue([job({ n: 1, after: 60_000 }), job({ n: 2, after: 10 })])
    await until(
      () => queue.find(ids[0]!),
      (found) => found!.attempts > 1,
    )
    const later = await queue.enqueue([job({}, { kind: 'other', priority: 9 })])
    await reaches(queue, later.ids[0]!, 'delivered')

    assert.deepEqual(await Promise.all(ids.map(async (id) => (await queue.find(id))?.attempts)), [2, 1])
  })

  test('a job that has to be retried blocks the later jobs of its ordering key, and no other jobs', async () => {
    let up = false
    const done: unknown[] = []
    const queue = await run(await stores.empty(), {
      note: async ({ n }, { job: { orderingKey } }) => {
        if (orderingKey === 'order:1' && !up) throw new Unanswered('protection', new Error('reset'))
        done.push(n)
        return delivered
      },
    })

    const { ids } = await queue.enqueue([job({ n: 1 }), job({ n: 2 }), job({ n: 3 }, { orderingKey: 'order:2' })])
    await reaches(queue, ids[2]!, 'delivered')
    const waiting = await until(
      () => queue.find(ids[0]!),
      (found) => found?.attempts === 1,
    )
    assert.equal((await queue.find(ids[1]!))?.attempts, 0)
    up = true
    await reaches(queue, ids[1]!, 'delivered')

    assert.deepEqual(done, [3, 1, 2])
    assert.equal(waiting?.notes.length, 1)
  })

  test('the waits between attempts grow up to five minutes, and Retry-After of a service is obeyed', async () => {
    let clock = Date.parse('2026-11-21T12:00:00Z')
    const queue = await run(
      await stores.empty(),
      {
        note: async () => ({ state: 'waiting', inDoubt: false }),
        asked: async () => {
          noteRetryAfter(900)
          throw new ResponseError(429, {}, 'POST /orders')
        },
      },
      { now: () => clock },
    )
    const { ids } = await queue.enqueue([job({}), job({}, { kind: 'asked', orderingKey: 'order:2' })])
    const waits: number[] = []
    for (let tries = 1; tries <= 12; tries++) {
      const found = await until(
        () => queue.find(ids[0]!),
        (one) => one?.attempts === tries,
      )
      waits.push(found!.dueAt - clock)
      clock = found!.dueAt
    }
    const asked = await queue.find(ids[1]!)

    for (const [index, wait] of waits.entries()) {
      const longest = Math.min(1_000 * 2 ** index, 300_000)
      assert.ok(wait >= longest / 2 && wait <= longest, `wait ${index + 1} is ${wait} ms`)
    }
    assert.ok(asked!.dueAt - asked!.acceptedAt >= 900_000, String(asked!.dueAt - asked!.acceptedAt))
    assert.match(asked!.notes[0]!, /answered 429/)
  })

  test('a service whose Retry-After is years is called again within one hour, and before the deadline of the job', async () => {
    let clock = Date.now()
    const queue = await run(
      await stores.empty(),
      {
        note: async ({ seconds }) => {
          noteRetryAfter(Number(seconds))
          throw new ResponseError(503, {}, 'POST /orders')
        },
      },
      { now: () => clock },
    )
    const asks = [31_536_000, 1e20, Infinity, Number.NaN]

    const { ids } = await queue.enqueue(asks.map((seconds, n) => job({ seconds: seconds === Infinity ? '1e999' : seconds }, { orderingKey: `order:${n}` })))
    const tried = (id: string, attempts: number) =>
      until(
        () => queue.find(id),
        (found) => found?.attempts === attempts,
      )
    const first = await Promise.all(ids.map((id) => tried(id, 1)))
    clock += 72 * hour - 60_000
    const last = await Promise.all(ids.map((id) => tried(id, 2)))
    clock += 60_000

    for (const { dueAt, acceptedAt } of first as { dueAt: number; acceptedAt: number }[]) assert.ok(dueAt - acceptedAt <= hour, String(dueAt - acceptedAt))
    for (const one of last) assert.ok(one!.dueAt <= one!.acceptedAt + 72 * hour, String(one!.dueAt))
    await Promise.all(ids.map((id) => reaches(queue, id, 'failed')))
  })

  test('an outcome that cannot be stored does not block other jobs, and is noted in its own job', async () => {
    const { opened, open: finish } = gate()
    const queue = await run(await stores.empty(), {
      note: async ({ n }) => {
        await opened
        return n === 3 ? { state: 'delivered', write: writeClaims({ key: 'refund/1', state: 'done', reply: { status: 1.5, body: '{}' } }) } : delivered
      },
    })
    await queue.openClaim({ key: 'refund/1', order: '1', hash: 'h', state: 'open', request: '{}' })

    const { ids } = await queue.enqueue([1, 2, 3, 4, 5].map((n) => job({ n }, { orderingKey: `order:${n}` })))
    finish()
    for (const id of ids.filter((_, index) => index !== 2)) await reaches(queue, id, 'delivered')
    const spoilt = await until(
      () => queue.find(ids[2]!),
      (found) => found!.attempts > 0,
    )

    assert.equal(spoilt?.state, 'waiting')
    assert.match(spoilt.notes[0]!, /cannot be stored/)
    assert.equal((await queue.findClaim('refund/1'))?.state, 'open')
  })

  test('after Retry-After from a service, other jobs of the same kind are put off without an attempt', async () => {
    const clock = Date.now()
    let asked = 0
    const queue = await run(
      await stores.empty(),
      {
        note: async () => {
          asked += 1
          noteRetryAfter(30)
          throw new ResponseError(429, {}, 'POST /orders')
        },
        other: async () => delivered,
      },
      { now: () => clock, concurrency: 1 },
    )

    const { ids } = await queue.enqueue([job({ n: 1 }), job({ n: 2 }, { orderingKey: 'order:2' }), job({}, { kind: 'other', orderingKey: 'order:3' })])
    await reaches(queue, ids[2]!, 'delivered')
    const put = await until(
      () => queue.find(ids[1]!),
      (found) => found!.dueAt > clock,
    )

    assert.deepEqual([asked, put?.attempts, put?.notes], [1, 0, []])
    assert.ok(put!.dueAt - clock >= 30_000)
  })

  test('a job fails after 72 hours, or after 48 if it waits for something unknown, and a person may retry it', async () => {
    let clock = Date.now()
    const queue = await run(
      await stores.empty(),
      {
        down: async () => ({ state: 'waiting', note: 'the service is down', inDoubt: false }),
        lost: async () => ({ state: 'waiting', waitsFor: 'order:404', inDoubt: false }),
      },
      { now: () => clock },
    )
    const { ids } = await queue.enqueue([job({}, { kind: 'down', orderingKey: 'a' }), job({}, { kind: 'lost', orderingKey: 'b' })])
    const [down, lost] = ids as [string, string]
    await until(
      () => queue.find(down),
      (found) => found?.attempts === 1,
    )
    await until(
      () => queue.find(lost),
      (found) => found?.attempts === 1,
    )

    clock += 48 * hour
    const unknown = await reaches(queue, lost, 'failed')
    assert.equal((await queue.find(down))?.state, 'waiting')
    clock += 24 * hour
    const late = await reaches(queue, down, 'failed')
    await queue.retry([down])
    const again = await until(
      () => queue.find(down),
      (found) => found?.state === 'waiting' && found.attempts > late!.attempts,
    )

    assert.match(unknown!.notes.at(-1)!, /order:404 was not reported within 48 hours/)
    assert.deepEqual(late!.notes[0], 'the service is down')
    assert.match(late!.notes[1]!, /not done within 72 hours/)
    assert.equal(again?.settledAt, null)
  })

  test('the 48 hours of a job that misses something begin with the first attempt that misses it, however old the job is', async () => {
    let clock = Date.now()
    let up = false
    const queue = await run(
      await stores.empty(),
      { event: async () => ({ state: 'waiting', inDoubt: false, ...(up && { waitsFor: 'shipment:9' }) }) },
      { now: () => clock },
    )
    const { ids } = await queue.enqueue([job({}, { kind: 'event' })])
    const tried = (attempts: number) =>
      until(
        () => queue.find(ids[0]!),
        (found) => found!.state !== 'waiting' || found?.attempts === attempts,
      )
    const states: (string | undefined)[] = [(await tried(1))?.state]

    up = true
    for (const [index, hours] of [50, 47, 1].entries()) {
      clock += hours * hour
      states.push((await tried(index + 2))?.state)
    }

    assert.deepEqual(states, ['waiting', 'waiting', 'waiting', 'failed'])
  })

  test('a delivered job supersedes older unfinished jobs of its subject and ordering key, so that they neither undo it nor need a person', async () => {
    const done: unknown[] = []
    const queue = await run(await stores.empty(), {
      note: async ({ first, n }) => {
        if (typeof first === 'object') return first as Outcome
        done.push(n)
        return delivered
      },
    })
    const outcomes: Outcome[] = [
      { state: 'held', note: 'no address' },
      { state: 'failed', note: 'refused' },
      { state: 'waiting', waitsFor: 'order:9', after: 60_000, inDoubt: false },
    ]
    const { ids } = await queue.enqueue([
      ...outcomes.map((first) => job({ first })),
      job({ first: outcomes[0] }, { subject: 'order:1/refund' }),
      job({ first: outcomes[0], lane: 2 }, { orderingKey: 'order:2' }),
    ])
    for (const id of ids)
      await until(
        () => queue.find(id),
        (found) => found!.attempts > 0,
      )

    const newer = await queue.enqueue([job({ n: 1 })])
    await reaches(queue, newer.ids[0]!, 'delivered')
    const stand = await Promise.all(ids.map((id) => queue.find(id)))

    assert.deepEqual(
      stand.map((found) => found?.state),
      ['superseded', 'superseded', 'superseded', 'held', 'held'],
    )
    assert.match(stand[0]!.notes.at(-1)!, /a newer report about the same subject/)
    assert.deepEqual(await queue.retry(ids.slice(0, 3)), [])
    assert.deepEqual(done, [1])
  })

  test('an ordering key whose owner no longer renews its lease is taken over, and its job under way is retried as in doubt', async () => {
    const where = await stores.empty()
    const { opened, open: finish } = gate()
    const begun = gate()
    const stuck = await startQueue(where, {
      note: async () => {
        begun.open()
        await opened
        return { state: 'failed', note: 'too late to matter' }
      },
    })
    const doubts: boolean[] = []
    const { ids } = await stuck.enqueue([job({})])
    await begun.opened

    const heir = await run(
      where,
      {
        note: async (_, { inDoubt }) => {
          doubts.push(inDoubt)
          return delivered
        },
      },
      { now: () => Date.now() + 20_000 },
    )
    await reaches(heir, ids[0]!, 'delivered')
    finish()
    await stuck.close()

    assert.deepEqual(doubts, [true])
    assert.equal((await heir.find(ids[0]!))?.state, 'delivered')
  })

  test('closing finishes the job under way and begins no other, and the next process continues without jobs in doubt', async () => {
    const where = await stores.empty()
    const { opened, open: finish } = gate()
    const begun: unknown[] = []
    const queue = await startQueue(where, {
      note: async ({ n }) => {
        begun.push(n)
        await opened
        return delivered
      },
    })
    const { ids } = await queue.enqueue([job({ n: 1 }), job({ n: 2 })])
    await until(
      async () => begun.length,
      (length) => length === 1,
    )

    const closed = queue.close()
    finish()
    await closed

    const doubts: [unknown, boolean][] = []
    const next = await run(where, {
      note: async ({ n }, { inDoubt }) => {
        doubts.push([n, inDoubt])
        return delivered
      },
    })
    await reaches(next, ids[1]!, 'delivered')
    assert.deepEqual([begun, doubts], [[1], [[2, false]]])
  })
})

test('an error of a handler is classified by whether the request can have taken effect', async () => {
  const stores = await kinds.SQLite()
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const thrown: Record<string, () => unknown> = {
    'never sent': () => new Unanswered('protection', refused),
    'sent in vain': () => new Unanswered('protection', new Error('reset')),
    'server fault': () => new ResponseError(503, {}, 'POST /orders'),
    'key refused': () => new ResponseError(401, { errors: ['no such key'] }, 'POST /orders'),
    'too many': () => new ResponseError(429, {}, 'POST /orders'),
    refused: () => new ResponseError(422, { errors: ['currency is unknown'] }, 'POST /orders'),
    unsendable: () => new TypeError('shopOrderId cannot be ".." in /orders/:shopOrderId'),
    'our own fault': () => new RangeError('of nobody'),
  }
  const second: Record<string, boolean> = {}
  const queue = await startQueue(await stores.empty(), {
    note: async ({ name }, { attempt, inDoubt }): Promise<Outcome> => {
      if (attempt === 1) throw thrown[String(name)]!()
      second[String(name)] = inDoubt
      return delivered
    },
  })

  const { ids } = await queue.enqueue(Object.keys(thrown).map((name) => job({ name }, { orderingKey: name })))
  await until(
    () => queue.stats(),
    ({ states }) => states.waiting === 0,
  )
  const ends = Object.fromEntries(await Promise.all(Object.keys(thrown).map(async (name, index) => [name, await queue.find(ids[index]!)] as const)))
  await queue.close()
  await stores.stop()

  assert.deepEqual(second, { 'never sent': false, 'sent in vain': true, 'server fault': true, 'key refused': false, 'too many': false, 'our own fault': true })
  assert.deepEqual([ends.refused?.state, ends.refused?.notes], ['failed', ['the service answered 422: currency is unknown']])
  assert.equal(ends.unsendable?.state, 'failed')
  assert.match(ends['key refused']!.notes[0]!, /401: no such key; check the key/)
  assert.match(ends['our own fault']!.notes[0]!, /the fault is ours/)
})

test('a job of a kind without a handler waits for a program that has one', async () => {
  const stores = await kinds.SQLite()
  const where = await stores.empty()
  const older = await startQueue(where)
  const { ids } = await older.enqueue([job({}, { kind: 'novelty' })])
  const waiting = await until(
    () => older.find(ids[0]!),
    (found) => found?.attempts === 1,
  )
  await older.close()

  const newer = await startQueue(where, { novelty: async () => delivered })
  await until(
    () => newer.find(ids[0]!),
    (found) => found?.state === 'delivered',
  )
  await newer.close()
  await stores.stop()

  assert.match(waiting!.notes[0]!, /no handler for jobs of the kind "novelty"/)
})
