import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { sql } from 'kysely'
import { openDatabase } from '../../proxy/store/open-database.ts'
import type { RunningJobs } from '../../proxy/background/background.ts'
import type { Outcome } from '../../proxy/jobs/handler.ts'
import type { JobState } from '../../proxy/jobs/job.ts'
import { until } from '../until.ts'
import { delivered, onEachStore, startQueue, job, type TestHandlers } from './stores.ts'

const name = 'Mira Okafor'
/** A text that is long enough for its own pages, and a short text that shares a page with others. */
const letters = [`${name} of ${'Clay Street '.repeat(2_000)}`, `${name}, 2210 SE Clay Street`]

onEachStore((stores, run) => {
  const inState = (queue: RunningJobs, id: string, state: JobState) =>
    until(
      () => queue.find(id),
      (found) => found?.state === state,
    )

  test('a body is redacted once its job is delivered, superseded or dropped, and kept while the job may be attempted', async () => {
    const queue = await run(await stores.empty(), {
      good: async () => delivered,
      old: async () => ({ state: 'superseded' }),
      bad: async () => ({ state: 'failed', note: 'no' }),
      odd: async () => ({ state: 'held', note: 'look' }),
    })
    const kinds = ['good', 'old', 'bad', 'odd', 'later'] as const
    const { ids } = await queue.enqueue(kinds.map((kind) => job({ name }, { kind, subject: kind, orderingKey: kind })))
    const states = ['delivered', 'superseded', 'failed', 'held', 'waiting'] as const
    for (const [index, state] of states.entries()) await inState(queue, ids[index]!, state)
    const bodies = async () => Promise.all(ids.map(async (id) => (await queue.find(id))!.body))

    const before = await bodies()
    await queue.drop([ids[2]!, ids[3]!, ids[4]!], 'not wanted')
    const after = await bodies()

    const whole = JSON.stringify({ name })
    assert.deepEqual(before, ['null', 'null', whole, whole, whole])
    assert.deepEqual(after, ['null', 'null', 'null', 'null', 'null'])
  })

  test('the body of a job that a later one supersedes is redacted too', async () => {
    const queue = await run(await stores.empty(), { note: async ({ n }) => (n === 1 ? { state: 'failed', note: 'no' } : delivered) })
    const [first] = (await queue.enqueue([job({ n: 1, name })])).ids
    await inState(queue, first!, 'failed')

    await queue.enqueue([job({ n: 2, name })])

    assert.equal((await inState(queue, first!, 'superseded'))!.body, 'null')
  })

  test('a dropped job that is reported again is done with the body of the new report', async () => {
    const seen: unknown[] = []
    const reports = [job({ name }), job({ name }, { kind: 'change', subject: 'order:2', orderingKey: 'order:2', collapse: 'latest' })]
    const see = async (body: object): Promise<Outcome> => {
      seen.push(body)
      return seen.length > reports.length ? delivered : { state: 'failed', note: 'no' }
    }
    const queue = await run(await stores.empty(), { note: see, change: see })
    const { ids } = await queue.enqueue(reports)
    for (const id of ids) await inState(queue, id, 'failed')
    await queue.drop(ids, 'not wanted')

    const again = await queue.enqueue(reports)
    for (const id of ids) await inState(queue, id, 'delivered')

    assert.deepEqual(again.ids, ids)
    assert.deepEqual(seen, Array(4).fill({ name }))
  })

  test('the upgrade of a store redacts settled jobs, reduces loyalty events to known fields, and keeps the rest', async () => {
    const where = await stores.empty()
    const first = await run(where, { good: async () => delivered })
    const { ids } = await first.enqueue([
      job({ name }, { kind: 'good', orderingKey: 'a' }),
      job({ name }, { kind: 'later', orderingKey: 'b' }),
      job({ name }, { kind: 'loyalty-event', orderingKey: 'c' }),
    ])
    await inState(first, ids[0]!, 'delivered')
    await first.close()
    const old = await openDatabase(where)
    await old.transact(async (tx) => {
      await tx
        .updateTable('work')
        .set({ body: JSON.stringify({ name }) })
        .execute()
      await tx
        .updateTable('work')
        .set({ body: JSON.stringify({ token: 't0', topic: 'customer.moved', customer: '42', delivery: { name: `${name} \ud83d\u0000` } }) })
        .where('kind', '=', 'loyalty-event')
        .execute()
      await sql`delete from migrations where version >= 4`.execute(tx)
      // The upgrade makes these again.
      for (const table of ['revocations', 'shop', 'audit', 'figures']) await tx.schema.dropTable(table).execute()
      for (const column of ['manual', 'keeps_body']) await tx.schema.alterTable('work').dropColumn(column).execute()
    })
    await old.close()

    const queue = await run(where)

    const bodies = await Promise.all(ids.map(async (id) => (await queue.find(id))!.body))
    assert.deepEqual(bodies.slice(0, 2), ['null', JSON.stringify({ name })])
    assert.deepEqual(JSON.parse(bodies[2]!), { token: 't0', topic: 'customer.moved', customer: '42' })
  })

  test('the upgrade of a store makes its orders known by their numbers', async () => {
    const where = await stores.empty()
    const facts = { 'order:1': { number: '#1001' }, 'order:2': { number: 'K-2' }, 'order:3': { number: 'K-2' }, 'orders:4': { number: '4' } }
    const first = await run(where, { note: async () => ({ state: 'delivered', facts }) })
    await inState(first, (await first.enqueue([job({})])).ids[0]!, 'delivered')
    await first.close()
    const old = await openDatabase(where)
    await old.transact(async (tx) => {
      await sql`drop index audit_subjects`.execute(tx)
      await sql`delete from migrations where version >= 11`.execute(tx)
    })
    await old.close()

    const queue = await run(where)

    assert.deepEqual(await queue.fact('number:1001'), { order: '1' })
    assert.match(JSON.stringify(await queue.fact('number:k-2')), /^{"order":"[23]"}$/)
    assert.equal(await queue.fact('number:4'), undefined)
  })

  test('jobs that an older instance adds to an upgraded store are redacted and repeated by the rules of their kind', async () => {
    const where = await stores.empty()
    const reports = ['platform-refund', 'note', 'loyalty-event', 'loyalty-event'].map((kind, i) =>
      job({ i }, { kind, orderingKey: `${i}`, subject: `${i}`, collapse: 'latest' }),
    )
    const older = await run(where)
    const { ids } = await older.enqueue(reports)
    await older.close()
    const database = await openDatabase(where)
    await database.transact((tx) => tx.updateTable('work').set({ manual: null, keeps_body: null }).execute())
    await database.close()

    const queue = await run(where, { 'loyalty-event': async () => delivered })
    await queue.drop(ids.slice(0, 2), 'made by hand')
    for (const id of ids.slice(2)) await inState(queue, id, 'delivered')
    const bodies = await Promise.all(ids.map(async (id) => (await queue.find(id))!.body))
    const again = await queue.enqueue(reports)
    const states = await Promise.all(ids.map(async (id) => (await queue.find(id))!.state))

    assert.deepEqual(bodies, [reports[0]!.body, 'null', reports[2]!.body, reports[3]!.body])
    assert.deepEqual(again.ids, ids)
    assert.deepEqual(states, ['dropped', 'waiting', 'delivered', 'delivered'])
  })
})

describe('the files of an embedded store', () => {
  const open: RunningJobs[] = []
  let folder: string
  const run = async (handlers?: TestHandlers) => {
    const queue = await startQueue({ folder }, handlers)
    open.push(queue)
    return queue
  }
  const bytesOf = async (names: readonly string[]) => Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))))
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'storefront-blanking-'))))
  afterEach(async () => {
    for (const queue of open.splice(0)) await queue.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('contain nothing of redacted bodies', async () => {
    const bytes = async () => bytesOf(await readdir(folder))
    const queue = await run({ good: async () => delivered })
    const jobs = Array.from({ length: 120 }, (_, index) => ({ index, name: letters[index % 2] }))
    const report = (kind: string) => jobs.map((body) => job(body, { kind, subject: `${kind}:${body.index}`, orderingKey: `${kind}:${body.index % 7}` }))
    const later = await queue.enqueue(report('later'))
    assert.ok((await bytes()).includes(name))

    await queue.enqueue(report('good'))
    await queue.drop(later.ids, 'not wanted')
    await until(
      () => queue.stats(),
      ({ states }) => states.delivered === jobs.length,
    )
    const beside = new DatabaseSync(join(folder, 'store.db'))
    beside.exec('pragma wal_checkpoint(truncate)')
    beside.close()

    assert.ok(!(await bytes()).includes(name))
    assert.ok(!(await bytes()).includes('Clay Street'))
  })

  test('lose the log of redacted bodies while the proxy runs', async () => {
    const first = await run()
    const { ids } = await first.enqueue([job({ name })])
    await first.drop(ids, 'not wanted')
    const log = () => bytesOf(['store.db-wal'])
    assert.ok((await log()).includes(name))

    await run()

    assert.ok(await until(async () => !(await log()).includes(name), Boolean))
  })
})
