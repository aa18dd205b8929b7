// The time of a store: jumps of the wall clock neither delete nor delay anything.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { Client } from 'pg'
import { correctFutureTimes } from '../../proxy/jobs/clock-skew.ts'
import { domains } from '../../proxy/background/stores.ts'
import { deleteExpired } from '../../proxy/jobs/retention.ts'
import { createClock } from '../../proxy/store/clock.ts'
import { openDatabase } from '../../proxy/store/open-database.ts'
import { openStores } from '../../proxy/background/stores.ts'
import { useProofs } from '../../proxy/identity/proof-rows.ts'
import { openAddition, protectionStatusOf } from '../../proxy/routes/orders/protection-status.ts'
import type { TrackOrderDto } from '../../proxy/upstream/track.ts'
import { until } from '../until.ts'
import { delivered, gate, kinds, startQueue, job } from './stores.ts'

const minute = 60_000
const hour = 60 * minute

/** A new store, with a wall clock and a monotonic clock that the test sets. */
async function start(context: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-clock-'))
  const database = await openDatabase({ folder })
  context.after(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  const times = { wall: Date.UTC(2026, 10, 23), elapsed: 0 }
  return {
    folder,
    database,
    times,
    /** Opens the clock as a process does at its start. */
    open: () =>
      createClock(
        database,
        () => times.wall,
        () => times.elapsed,
      ),
    /** Moves both clocks by so many milliseconds. */
    pass(milliseconds: number) {
      times.wall += milliseconds
      times.elapsed += milliseconds
    },
    /** Uses a proof; resolves to whether it is accepted. */
    async use(until: number, name = 'a proof') {
      const [isFresh] = await database.transact((tx) => useProofs(tx, [{ name, until }]))
      return isFresh
    },
    proofs: () => database.store.selectFrom('proofs').selectAll().execute(),
  }
}

test('a running clock does not follow jumps of the wall clock; it approaches it by a quarter of the time that passes', async (context) => {
  const { times, open, pass } = await start(context)
  const clock = await open()
  const began = clock.now()

  times.wall += 25 * hour
  await clock.set()
  const ahead = clock.now() - began
  pass(minute)
  await clock.set()
  const later = clock.now() - began
  times.wall -= 49 * hour
  await clock.set()
  const back = clock.now() - began
  pass(minute)
  await clock.set()

  assert.deepEqual([ahead, later, back, clock.now() - began], [0, 75_000, 75_000, 120_000])
  assert.ok(clock.proven() <= clock.now())
})

test('rows are deleted only after their time has really passed, even over restarts with a clock one year ahead or behind', async (context) => {
  const { database, times, open, pass, use, proofs } = await start(context)
  const first = await open()
  await use(first.now() + hour)
  await deleteExpired(database, first, domains)

  const steps = [365 * 24 * hour, -365 * 24 * hour, -365 * 24 * hour, 365 * 24 * hour]
  for (const step of steps) {
    times.wall += step
    const clock = await open()
    await deleteExpired(database, clock, domains)
    pass(10 * minute)
    await deleteExpired(database, clock, domains)
  }
  assert.equal((await proofs()).length, 1)
  const last = await open()
  pass(30 * minute)
  await deleteExpired(database, last, domains)

  assert.deepEqual(await proofs(), [])
})

test('a used and deleted proof is refused under any later clock, and a restart never sets the time back', async (context) => {
  const { database, times, open, pass, use } = await start(context)
  const first = await open()
  const until = first.now() + hour
  assert.equal(await use(until), true)
  pass(2 * hour)
  await deleteExpired(database, first, domains)

  times.wall -= 24 * hour
  const second = await open()

  assert.ok(second.now() >= first.now())
  assert.equal(await use(until), false)
  assert.equal(await use(second.now() + hour), true)
})

test('after a first start with a clock a day ahead, fresh proofs are accepted once each, before the next start and after it', async (context) => {
  const { database, times, open, pass, use } = await start(context)
  // From the previous version, which stored no time.
  await use(times.wall + 30 * minute, 'of before')
  const right = times.wall
  times.wall += 25 * hour
  const first = await open()
  await deleteExpired(database, first, domains)
  pass(10 * minute)
  await deleteExpired(database, first, domains)

  times.wall = right + 10 * minute
  const running = await use(times.wall + hour, 'while it runs')
  await deleteExpired(database, first, domains)
  const second = await open()
  await deleteExpired(database, second, domains)
  pass(1_000)
  const restarted = await use(times.wall + hour, 'after the restart')
  await deleteExpired(database, second, domains)
  const again = [
    await use(right + 30 * minute, 'of before'),
    await use(right + 70 * minute, 'while it runs'),
    await use(times.wall + hour, 'after the restart'),
  ]
  for (let hours = 0; hours < 20; hours += 1) {
    pass(hour)
    await deleteExpired(database, second, domains)
  }
  const later = await use(times.wall + hour, 'much later')

  assert.deepEqual([running, restarted, later], [true, true, true])
  assert.deepEqual(again, [false, false, false])
})

test('jobs that a wrong clock put off for longer than any job waits are due now', async (context) => {
  const { folder, database } = await start(context)
  const wrong = await startQueue({ folder }, {}, { now: () => Date.now() + 24 * hour })
  const { ids } = await wrong.enqueue([job({})])
  await wrong.close()
  await database.transact((tx) =>
    tx
      .updateTable('lanes')
      .set({ owner: 'gone', lease_until: Date.now() + 24 * hour })
      .execute(),
  )

  await database.transact((tx) => correctFutureTimes(tx, Date.now(), domains))
  const done = new Promise<void>((resolve) => {
    void startQueue({ folder }, { note: () => Promise.resolve(delivered).finally(resolve) }).then((queue) => context.after(() => queue.close()))
  })
  await done

  assert.equal(ids.length, 1)
})

test('a job that a command makes due is done at once by a proxy whose clock is an hour behind', async (context) => {
  const { folder } = await start(context)
  const behind = { now: () => Date.now() - hour }
  const first = { state: 'failed', note: 'no' } as const
  const handlers = { note: (_: unknown, { attempt }: { attempt: number }) => Promise.resolve(attempt === 1 ? first : delivered), claim: async () => delivered }
  const queue = await startQueue({ folder }, handlers, behind)
  context.after(() => queue.close())
  const { ids } = await queue.enqueue([job({})])
  const reaches = (id: string, state: string) =>
    until(
      () => queue.find(id),
      (one) => one?.state === state,
      20,
    )
  await reaches(ids[0]!, 'failed')
  await queue.openClaim({ key: 'refund/1', order: '1', hash: '', state: 'waiting', request: '{}' })

  const stores = await openStores({ folder })
  await stores.retry(ids)
  const { claim } = await stores.decideClaim({
    key: 'refund/1',
    state: 'approved',
    job: job({}, { kind: 'claim', orderingKey: 'order:2', subject: 'claim:1' }),
  })
  await stores.close()

  await reaches(ids[0]!, 'delivered')
  await reaches(claim!.job!, 'delivered')
})

test('protection added two minutes ago that the service does not show counts as removed, although the store’s clock is a day ahead', async (context) => {
  const { folder } = await start(context)
  let now = Date.now() + 25 * hour
  const queue = await startQueue({ folder }, { 'add-protection': async () => delivered }, { now: () => now })
  context.after(() => queue.close())
  const { ids } = await queue.enqueue([job({}, { kind: 'add-protection' })])
  await until(
    () => queue.find(ids[0]!),
    (one) => one?.state === 'delivered',
  )
  const order = { shop_order_id: '1', is_protected: false, has_shippable_items: true, packages: [], shipments: [] } as unknown as TrackOrderDto

  const soon = await protectionStatusOf(order, queue)
  now += 2 * minute
  const later = await protectionStatusOf(order, queue)

  assert.equal(openAddition(soon!)?.id, ids[0])
  assert.equal(openAddition(later!), undefined)
  assert.deepEqual([soon!.may, later!.may], [['protect-later'], []])
})

describe('on a PostgreSQL whose clock jumps while proxies share it', () => {
  let stores: Awaited<ReturnType<(typeof kinds)['PostgreSQL']>>
  before(async () => (stores = await kinds.PostgreSQL()))
  after(() => stores.stop())

  /** A store whose server has a clock that the test sets. */
  async function startServer(context: TestContext) {
    const { url } = (await stores.empty()) as { url: string }
    const client = new Client({ connectionString: url })
    await client.connect()
    context.after(() => client.end())
    const { rows } = await client.query<{ schema: string }>('select current_schema() as schema')
    const { schema } = rows[0]!
    await client.query(`create table ${schema}.step (by_seconds double precision)`)
    await client.query(`insert into ${schema}.step values (0)`)
    await client.query(
      `create function ${schema}.clock_timestamp() returns timestamptz language sql volatile as
       'select pg_catalog.clock_timestamp() + (select by_seconds from ${schema}.step) * interval ''1 second'''`,
    )
    const where = new URL(url)
    // Functions of a schema before pg_catalog replace those of the server.
    where.searchParams.set('options', `-c search_path=${schema},pg_catalog`)
    return {
      where: { url: where.href },
      step: (milliseconds: number) => client.query(`update ${schema}.step set by_seconds = $1`, [milliseconds / 1000]),
    }
  }

  for (const [direction, wrong] of [
    ['ahead', 25 * hour],
    ['back', -25 * hour],
  ] as const)
    test(`a proxy that starts after a jump of 25 hours ${direction} uses the time of the running one, and neither takes over jobs`, async (context) => {
      const { where, step } = await startServer(context)
      const { opened, open: finish } = gate()
      const begun: unknown[] = []
      const handlers = {
        long: async ({ n }: Record<string, unknown>) => {
          begun.push(n)
          await opened
          return delivered
        },
        note: async () => delivered,
      }
      const startOne = async () => {
        const queue = await startQueue(where, handlers)
        context.after(() => queue.close())
        return queue
      }
      const begin = async (queue: Awaited<ReturnType<typeof startOne>>, n: number) => {
        await queue.enqueue([job({ n }, { kind: 'long', orderingKey: `order:${n}`, subject: `order:${n}` })])
        await until(
          () => Promise.resolve(begun),
          (all) => all.includes(n),
        )
      }
      const five = { customer: 'mira', fingerprint: '', cents: 500, currency: 'USD', deadline: 120_000, step: 30_000 }

      const one = await startOne()
      await begin(one, 1)
      await one.beginRedemption({ ...five, id: 'first', key: 'first' })
      await one.sendRedemption({ id: 'first', before: '', step: 30_000 })
      await step(wrong)
      const other = await startOne()
      await begin(other, 2)
      for (const [index, queue] of [one, other, one, other].entries()) {
        const { ids } = await queue.enqueue([job({ index }, { orderingKey: `order:1${index}`, subject: `order:1${index}` })])
        await until(
          () => queue.find(ids[0]!),
          (done) => done?.state === 'delivered',
        )
      }
      const second = await other.beginRedemption({ ...five, id: 'second', key: 'second' })
      const accepted = await Promise.all(
        [one, other].map(async (queue, index) => {
          const { ids } = await queue.enqueue([job({ last: index }, { orderingKey: `order:2${index}`, subject: `order:2${index}` })])
          return (await queue.find(ids[0]!))!.acceptedAt
        }),
      )
      finish()

      assert.deepEqual(begun, [1, 2])
      assert.deepEqual(second, { began: false, redemption: undefined, obstacle: 'open' })
      assert.ok(Math.abs(accepted[0]! - accepted[1]!) < 5_000, String(accepted[0]! - accepted[1]!))
    })

  test('a proxy that starts after all others have stopped uses the clock of the server', async (context) => {
    const { where, step } = await startServer(context)
    const first = await startQueue(where)
    await first.close()

    await step(25 * hour)
    const second = await startQueue(where)
    context.after(() => second.close())
    const { ids } = await second.enqueue([job({})])

    const ahead = (await second.find(ids[0]!))!.acceptedAt - Date.now()
    assert.ok(Math.abs(ahead - 25 * hour) < minute, String(ahead))
  })
})
