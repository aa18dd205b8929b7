import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createClock } from '../../proxy/store/clock.ts'
import { openDatabase } from '../../proxy/store/open-database.ts'
import { openStores } from '../../proxy/background/stores.ts'
import { writeClaims } from '../../proxy/claims/claim-rows.ts'
import type { Tx } from '../../proxy/store/tables.ts'
import type { RunningJobs } from '../../proxy/background/background.ts'
import type { Invalidation } from '../../proxy/jobs/handler.ts'
import { until } from '../until.ts'
import { delivered, gate, onEachStore, job } from './stores.ts'

const day = 24 * 3_600_000

onEachStore((stores, run) => {
  const settled = (queue: RunningJobs, id: string) =>
    until(
      () => queue.find(id),
      (found) => found?.state !== 'waiting',
    )

  test('an accepted job can be looked up unchanged, by another process too', async () => {
    const where = await stores.empty()
    const queue = await run(where)
    const handed = job({ name: `O'Neil "Zoë" 🧶 \u0000 ${'x'.repeat(100_000)}` }, { kind: 'later', businessKey: null })

    const { ids, repeated } = await queue.enqueue([handed])

    const beside = await openStores(where)
    const { collapse: _, ...as } = handed
    const { seq: _seq, hash: _hash, acceptedAt, dueAt, ...found } = (await beside.find(ids[0]!))!
    await beside.close()
    assert.deepEqual({ ...found, notes: [] }, { ...as, id: ids[0], state: 'waiting', attempts: found.attempts, notes: [], result: {}, settledAt: null })
    assert.ok(Math.abs(acceptedAt - Date.now()) < 60_000 && dueAt >= acceptedAt)
    assert.equal(repeated, false)
  })

  test('a creation or an event that is reported again gets the id of the first one and is done once, whenever the repeat comes', async () => {
    let done = 0
    const queue = await run(await stores.empty(), {
      note: async () => {
        done += 1
        return delivered
      },
    })

    const together = await Promise.all([queue.enqueue([job({ a: 1 }), job({ a: 1 })]), queue.enqueue([job({ a: 1 })])])
    const id = together[0].ids[0]!
    await settled(queue, id)
    const later = await queue.enqueue([job({ a: 1 }), job({ a: 2 })])
    await settled(queue, later.ids[1]!)

    assert.deepEqual([...together[0].ids, ...together[1].ids, later.ids[0]], [id, id, id, id])
    assert.notEqual(later.ids[1], id)
    assert.equal(done, 2)
  })

  test('an update that is reported again gets the id of the first one, unless its subject was updated in between', async () => {
    const queue = await run(await stores.empty())
    const on = job({ on: true }, { kind: 'switch-on', collapse: 'latest' })
    const off = job({ on: false }, { kind: 'switch-off', collapse: 'latest' })
    const accept = async (...jobs: (typeof on)[]) => (await queue.enqueue(jobs)).ids

    const [first, again, other, back] = await accept(on, on, off, on)
    const [repeat] = await accept(on)

    assert.equal(again, first)
    assert.equal(new Set([first, other, back]).size, 3)
    assert.equal(repeat, back)
  })

  test('an update that repeats an earlier one is done if its subject was reported in between', async () => {
    const queue = await run(await stores.empty())
    const update = job({ on: true }, { kind: 'update', collapse: 'latest' })

    const apart = [await queue.enqueue([update]), await queue.enqueue([job({ on: false })]), await queue.enqueue([update])].flatMap(({ ids }) => ids)
    const together = (await queue.enqueue([job({ on: false, n: 2 }), update])).ids

    assert.equal(new Set([...apart, ...together]).size, 5)
  })

  test('a dropped job that is reported again is done', async () => {
    const queue = await run(await stores.empty())
    const reports = [job({}), job({}, { kind: 'update', subject: 'order:2', collapse: 'latest' })]
    const { ids } = await queue.enqueue(reports)
    await queue.drop(ids, 'not wanted')

    const again = await queue.enqueue(reports)

    assert.deepEqual(again.ids, ids)
    assert.equal((await queue.stats()).states.waiting, 2)
  })

  test('a failed job that is reported again is tried again', async () => {
    let tries = 0
    const queue = await run(await stores.empty(), { note: async () => (++tries === 1 ? { state: 'failed', note: 'the service said no' } : delivered) })
    const { ids } = await queue.enqueue([job({})])
    assert.equal((await settled(queue, ids[0]!))?.state, 'failed')

    const again = await queue.enqueue([job({})])

    assert.deepEqual(again.ids, ids)
    const found = await until(
      () => queue.find(ids[0]!),
      (one) => one?.state === 'delivered',
    )
    assert.equal(found?.attempts, 2)
  })

  test('a repeated delivery adds no jobs; its id or its body shows the repeat, within one topic', async () => {
    const queue = await run(await stores.empty())
    const arrive = (n: number, topic: string, id: string | undefined, hash: string) => queue.enqueue([job({ n })], { topic, id, hash })

    const first = await arrive(1, 'orders', 'd1', 'h1')
    const [byId, byBody, elsewhere, fresh] = await Promise.all([
      arrive(2, 'orders', 'd1', 'h2'),
      arrive(3, 'orders', undefined, 'h1'),
      arrive(4, 'refunds', 'd1', 'h1'),
      arrive(5, 'orders', 'd2', 'h3'),
    ])

    assert.deepEqual(
      [byId, byBody],
      [
        { ids: first.ids, repeated: true },
        { ids: first.ids, repeated: true },
      ],
    )
    assert.deepEqual([elsewhere.repeated, fresh.repeated], [false, false])
    assert.equal((await queue.list({})).length, 3)
  })

  test('a body that is repeated under the id of a later delivery does not suppress that delivery', async () => {
    const queue = await run(await stores.empty())
    const arrive = (n: number, id: string, hash: string) => queue.enqueue([job({ n })], { topic: 'orders', id, hash })

    await arrive(1, 'd1', 'h1')
    const replayed = await arrive(1, 'd2', 'h1')
    const [again, meant] = await Promise.all([arrive(1, 'd3', 'h1'), arrive(3, 'd3', 'h3')])
    const late = await arrive(2, 'd2', 'h2')

    assert.deepEqual([replayed.repeated, again.repeated, meant.repeated, late.repeated], [true, true, false, false])
    assert.equal((await queue.list({})).length, 3)
  })

  test('a delivery that reaches two processes at once is accepted by one', async () => {
    const where = await stores.empty()
    const [one, two] = [await run(where), await run(where)]

    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => [one, two].map((queue) => queue.enqueue([job({ n })], { topic: 'orders', id: `d${n}`, hash: `h${n}` }))).flat(),
    )

    assert.equal(answers.filter(({ repeated }) => repeated).length, 40)
    assert.ok(answers.every(({ ids }) => ids.length === 1))
  })

  test('an invalidation of another process is read, however late its commit comes and whatever its clock says', async () => {
    const where = await stores.empty()
    const database = await openDatabase(where)
    const seen: unknown[] = []
    const note = (tx: Tx, topic: string) =>
      tx
        .insertInto('notices')
        .values({ topic, customer: null, noted_at: Date.now() - 600_000 })
        .execute()
    const held = gate()
    const begun = gate()
    const late =
      database.kind === 'postgres' &&
      database.transact(async (tx) => {
        await note(tx, 'late')
        begun.open()
        await held.opened
      })
    if (late) await begun.opened
    await run(where, {}, { onInvalidation: ({ topic }) => seen.push(topic) })

    await database.transact((tx) => note(tx, 'soon'))
    await until(
      async () => seen.length,
      (length) => length === 1,
    )
    held.open()
    await late
    await database.transact((tx) => note(tx, 'last'))
    await until(
      async () => seen.length,
      (length) => length === (late ? 3 : 2),
    )
    await database.close()

    assert.deepEqual(seen, late ? ['soon', 'late', 'last'] : ['soon', 'last'])
  })

  test('the jobs of one call are stored together or not at all, and a call that fails does not affect others', async () => {
    const queue = await run(await stores.empty())

    const [broken, whole] = await Promise.allSettled([
      queue.enqueue([job({ a: 1 }), job({ a: 2 }, { orderingKey: 'order:\0' })]),
      queue.enqueue([job({ a: 3 }), job({ a: 4 })]),
    ])

    assert.equal(broken.status, 'rejected')
    assert.equal(whole.status, 'fulfilled')
    assert.deepEqual((await queue.list({})).map(({ body }) => body).sort(), ['{"a":3}', '{"a":4}'])
  })

  test('jobs are listed newest first, by state, kind and order, page by page', async () => {
    const queue = await run(await stores.empty(), { bad: async () => ({ state: 'held', note: 'shipping_address is missing' }) })
    const { ids } = await queue.enqueue([
      ...Array.from({ length: 7 }, (_, n) => job({ n }, { kind: 'later', orderingKey: `order:${n}`, businessKey: String(n % 2) })),
      job({}, { kind: 'bad', orderingKey: 'order:bad', businessKey: '0' }),
    ])
    await settled(queue, ids[7]!)
    const found = async (filter: Parameters<typeof queue.list>[0]) => (await queue.list(filter)).map(({ id }) => ids.indexOf(id))

    assert.deepEqual(await found({ states: ['held'] }), [7])
    assert.deepEqual(await found({ kind: 'later', businessKey: '1' }), [5, 3, 1])
    assert.deepEqual(await found({ businessKey: '0', limit: 2 }), [7, 6])
    assert.deepEqual(await found({ businessKey: '0', after: ids[6]! }), [4, 2, 0])
    assert.deepEqual(await found({ after: 'nobody' }), [])
  })

  test('a person may retry or drop unfinished jobs, and finished jobs stay unchanged', async () => {
    const queue = await run(await stores.empty(), {
      good: async () => delivered,
      bad: async (_, { attempt }) => (attempt === 1 ? { state: 'held', note: 'no' } : delivered),
    })
    const { ids } = await queue.enqueue([
      job({}, { kind: 'good', orderingKey: 'a' }),
      job({}, { kind: 'bad', orderingKey: 'b' }),
      job({}, { kind: 'later', orderingKey: 'c' }),
    ])
    const [good, bad, later] = ids as [string, string, string]
    await settled(queue, good)
    await settled(queue, bad)

    const retried = await queue.retry([good, bad, 'nobody'])
    const dropped = await queue.drop([good, later, 'nobody'], 'not wanted')

    assert.deepEqual([retried, dropped], [[bad], [later]])
    assert.equal(
      (
        await until(
          () => queue.find(bad),
          (one) => one?.state === 'delivered',
        )
      )?.attempts,
      2,
    )
    assert.deepEqual([(await queue.find(later))?.state, (await queue.find(later))?.notes.at(-1)], ['dropped', 'not wanted'])
    assert.equal((await queue.stats()).states.waiting, 0)
  })

  test('a job that is delivered while a person drops or retries it stays delivered', async () => {
    const where = await stores.empty()
    const queue = await run(where, { note: async () => ({ state: 'waiting', after: 60_000, inDoubt: false }) })
    const { ids } = await queue.enqueue([job({ n: 1 }), job({ n: 2 }, { orderingKey: 'order:2' })])
    await until(
      () => queue.list({}),
      (jobs) => jobs.every(({ attempts }) => attempts === 1),
    )
    const database = await openDatabase(where)
    const blocked = () => sql<{ count: number }>`select count(*) as count from pg_stat_activity where wait_event_type = 'Lock'`.execute(database.store)

    const asked = await database.transact(async (tx) => {
      await tx.updateTable('lanes').set({ owner: null }).execute()
      await tx.updateTable('work').set({ state: 'delivered' }).execute()
      const both = [queue.drop([ids[0]!], 'not wanted'), queue.retry([ids[1]!])]
      if (database.kind === 'postgres')
        await until(
          async () => (await blocked()).rows[0]!.count,
          (count) => count >= 2,
        )
      return { both }
    })

    assert.deepEqual(await Promise.all(asked.both), [[], []])
    assert.deepEqual(
      (await queue.list({})).map(({ state }) => state),
      ['delivered', 'delivered'],
    )
    await database.close()
  })

  test('the first value that is stored under a name is the value for all jobs, in every process', async () => {
    const where = await stores.empty()
    const answers: unknown[] = []
    const handlers = {
      note: async ({ n }: Record<string, unknown>, { putIfAbsent }: { putIfAbsent(name: string, value: unknown): Promise<unknown> }) => {
        answers.push(await putIfAbsent('quote:7', { order: n }))
        return delivered
      },
    }
    const [one, two] = [await run(where, handlers), await run(where, handlers)]

    const { ids } = await one.enqueue(Array.from({ length: 20 }, (_, n) => job({ n }, { orderingKey: `order:${n}` })))
    for (const id of ids) await settled(one, id)

    assert.equal(answers.length, 20)
    assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1)
    assert.deepEqual(await two.fact('quote:7'), answers[0])
    assert.equal(await two.fact('quote:8'), undefined)
  })

  test('everything that an outcome names is stored once its job is delivered', async () => {
    const where = await stores.empty()
    const invalidations: Invalidation[] = []
    // Both instances have the handlers, since either of them may run the job.
    const handlers: Parameters<typeof run>[1] = {
      first: async () => ({
        state: 'delivered',
        notes: ['the token was left out'],
        result: { protected: false },
        facts: { 'order:1': { number: 'A-1', total: 12_345_678_901 } },
        followUps: [job({}, { kind: 'second' })],
        invalidations: [{ topic: 'tier', key: 'c1' }],
        write: writeClaims({ key: 'refund/1', from: ['open'], state: 'done', reply: { status: 200, body: '{}' }, settled: true }),
      }),
      second: async () => ({ state: 'delivered', facts: { 'order:1': null } }),
    }
    const queue = await run(where, handlers, { onInvalidation: (invalidation) => invalidations.push(invalidation) })
    await queue.openClaim({ key: 'refund/1', order: '1', hash: 'h', state: 'open', request: '{}' })
    const seen: unknown[] = []
    const elsewhere = await run(where, handlers, { onInvalidation: (invalidation) => seen.push(invalidation) })

    const { ids } = await queue.enqueue([job({}, { kind: 'first' })])

    const found = await settled(queue, ids[0]!)
    assert.deepEqual([found?.notes, found?.result], [['the token was left out'], { protected: false }])
    const claim = await elsewhere.findClaim('refund/1')
    assert.deepEqual([claim?.state, claim?.reply, typeof claim?.settledAt], ['done', { status: 200, body: '{}' }, 'number'])
    await until(
      () => queue.list({ kind: 'second', states: ['delivered'] }),
      (jobs) => jobs.length === 1,
    )
    assert.equal(await queue.fact('order:1'), undefined)
    await until(
      async () => [invalidations, seen],
      (both) => both.every(({ length }) => length === 1),
    )
    assert.deepEqual([invalidations, seen], [[{ topic: 'tier', key: 'c1' }], [{ topic: 'tier', key: 'c1' }]])
  })

  test('a claim is opened once, with its job, and a change applies only in the states that it names', async () => {
    const where = await stores.empty()
    const queue = await run(where)
    const claim = { key: 'refund/9', order: '1', hash: 'h1', state: 'awaiting', request: '{"lines":[]}' }

    const opened = await Promise.all([1, 2, 3].map(() => queue.openClaim({ ...claim, job: job({}, { kind: 'claim', subject: 'refund/9' }) })))
    await queue.openClaim({ ...claim, key: 'reorder/9', hash: 'h2' })
    const decisions = await Promise.all(
      ['approved', 'refused'].map((state) => queue.decideClaim({ key: 'refund/9', from: ['awaiting'], state, decidedBy: state, job: job({ state }) })),
    )

    assert.equal(opened.filter(({ opened: fresh }) => fresh).length, 1)
    assert.equal(decisions.filter(({ changed }) => changed).length, 1)
    const decided = decisions[0]!.changed ? 'approved' : 'refused'
    const stands = await queue.findClaim('refund/9')
    assert.deepEqual([stands?.state, stands?.decidedBy, stands?.settledAt], [decided, decided, null])
    assert.equal((await queue.find(stands!.job!))?.body, JSON.stringify({ state: decided }))
    assert.equal((await queue.list({ kind: 'claim' })).length, 1)
    assert.deepEqual((await queue.claimsOf('1')).map(({ key }) => key).sort(), ['refund/9', 'reorder/9'])
    assert.deepEqual(
      (await queue.listClaims({ states: ['awaiting'] })).map(({ key }) => key),
      ['reorder/9'],
    )
    const [newest] = await queue.listClaims({ limit: 1 })
    const rest = await queue.listClaims({ after: newest!.key })
    assert.deepEqual([newest!.key, ...rest.map(({ key }) => key)].sort(), ['refund/9', 'reorder/9'])
    assert.equal((await queue.decideClaim({ key: 'nothing', state: 'x' })).changed, false)
  })

  test('two thousand reports at once are all stored, each under its own id', async () => {
    const queue = await run(await stores.empty(), { note: async () => delivered })

    const accepted = await Promise.all(
      Array.from({ length: 2_000 }, (_, n) => queue.enqueue([job({ n }, { subject: `event:${n}`, orderingKey: `order:${n % 500}` })])),
    )

    assert.equal(new Set(accepted.flatMap(({ ids }) => ids)).size, 2_000)
    await until(
      () => queue.stats(),
      ({ states }) => states.delivered === 2_000,
    )
  })

  test('old rows are deleted: delivered jobs after 7 days, failed jobs after 90, deliveries after 48 hours, facts after 400 days', async () => {
    const where = await stores.empty()
    const parts = (days: number) => ({ now: () => Date.now() + days * day })
    const handlers = { good: async () => ({ ...delivered, facts: { 'order:1': {} } }), bad: async () => ({ state: 'failed', note: 'no' }) as const }
    const first = await run(where, handlers)
    const { ids } = await first.enqueue([job({}, { kind: 'good' }), job({}, { kind: 'bad' }), job({}, { kind: 'later' })], { topic: 't', hash: 'h' })
    await until(
      () => first.stats(),
      ({ states }) => states.delivered === 1 && states.failed === 1,
    )
    const storedRows = async (queue: RunningJobs) =>
      Promise.all([...ids.map(async (id) => (await queue.find(id)) !== undefined), queue.fact('order:1').then((fact) => fact !== undefined)])
    const repeated = async (queue: RunningJobs) => (await queue.enqueue([], { topic: 't', hash: 'h' })).repeated

    assert.equal(await repeated(await run(where, {}, parts(1.9))), true)
    assert.deepEqual(await storedRows(first), [true, true, true, true])
    const eighth = await run(where, {}, parts(8))
    await until(
      () => storedRows(eighth),
      ([good]) => !good,
    )
    assert.equal(await repeated(eighth), false)
    assert.deepEqual(await storedRows(eighth), [false, true, true, true])
    const late = await run(where, {}, parts(91))
    await until(
      () => storedRows(late),
      ([, bad]) => !bad,
    )
    const last = await run(where, {}, parts(401))
    await until(
      () => storedRows(last),
      ([, , , fact]) => !fact,
    )
  })

  test('two starts at once make the tables once, and a store of a later version is refused', async () => {
    const where = await stores.empty()

    const [one, two] = await Promise.all([openDatabase(where), openDatabase(where)])
    await one.transact((tx) => sql`insert into migrations (version, applied_at) values (99, 0)`.execute(tx))
    await Promise.all([one.close(), two.close()])

    const named =
      'url' in where ? /DATABASE_URL names a store of version 99.*run the newer program/ : /DATA_DIR names a store of version 99.*run the newer program/
    await assert.rejects(openDatabase(where), named)
    await assert.rejects(openStores(where), named)
  })

  test('the entries of the audit log about one subject are found without reading the log', async () => {
    const { kind, store, transact, close } = await openDatabase(await stores.empty())
    try {
      const query = sql`select * from audit where subject = 'claim:1' and action = 'claim.approve' order by seq desc limit 1`
      const plan = await transact(async (tx) => {
        // PostgreSQL reads a small table as a whole, whatever index it has.
        if (kind === 'postgres') await sql`set local enable_seqscan = off`.execute(tx)
        return (await sql`${sql.raw(kind === 'postgres' ? 'explain' : 'explain query plan')} ${query}`.execute(tx)).rows
      })

      assert.match(JSON.stringify(plan), kind === 'postgres' ? /Index Cond[^"]*subject = / : /SEARCH audit USING INDEX \w+ \(subject=\?\)/)
      assert.deepEqual((await query.execute(store)).rows, [])
    } finally {
      await close()
    }
  })

  test('processes that share a server use its clock, so that none takes over the jobs of another', async () => {
    const database = await openDatabase(await stores.empty())

    const clock = await createClock(database, () => Date.now() + 15_000)
    const ahead = clock.now() - Date.now()
    await database.close()

    const expected = database.kind === 'postgres' ? 0 : 15_000
    assert.ok(Math.abs(ahead - expected) < 2_000, String(ahead))
  })

  test('a slow answer of the server does not set the clock wrong', async () => {
    const database = await openDatabase(await stores.empty())
    let readings = 0
    const clock = await createClock(database, Date.now, () => performance.now() + (--readings === 0 ? 4_000 : 0))

    readings = 2
    await clock.set()
    const ahead = clock.now() - Date.now()
    await database.close()

    assert.ok(Math.abs(ahead) < 1_000, String(ahead))
  })

  test('a first start that takes no time at all stores a time in whole milliseconds', async () => {
    const database = await openDatabase(await stores.empty())

    const clock = await createClock(database, Date.now, () => 1_000.0635)
    const proven = clock.proven()
    await database.close()

    assert.ok(Number.isInteger(proven), String(proven))
  })

  test('a store that does not exist is not created by reading it', async () => {
    const where = await stores.empty()

    await assert.rejects(openStores(where), 'url' in where ? /DATABASE_URL names an empty store/ : /DATA_DIR names a folder without a store/)
  })
})
