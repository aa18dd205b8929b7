// The time of a shared store is stored in two rows. An instance that writes them must not block the others.
import assert from 'node:assert/strict'
import { after, before, describe, test, type TestContext } from 'node:test'
import { Client } from 'pg'
import { domains } from '../../proxy/background/stores.ts'
import { deleteExpired } from '../../proxy/jobs/retention.ts'
import { createClock } from '../../proxy/store/clock.ts'
import { openDatabase } from '../../proxy/store/open-database.ts'
import { lease } from '../../proxy/jobs/leases.ts'
import { until } from '../until.ts'
import { delivered, gate, kinds, startQueue, job } from './stores.ts'

describe('on a PostgreSQL where another process locks rows', () => {
  let stores: Awaited<ReturnType<(typeof kinds)['PostgreSQL']>>
  before(async () => (stores = await kinds.PostgreSQL()))
  after(() => stores.stop())

  /** A store, and a second connection to it, which keeps its locks until its transaction ends. */
  async function startStore(context: TestContext) {
    const where = (await stores.empty()) as { url: string }
    const database = await openDatabase(where)
    const other = new Client({ connectionString: where.url })
    await other.connect()
    context.after(async () => {
      await other.end()
      await database.close()
    })
    return {
      where,
      database,
      other,
      hold: (rows: string) => other.query(`begin; set local lock_timeout = '500ms'; ${rows}`),
      /** Waits until the second connection blocks another one. */
      waiting: () =>
        until(
          () => other.query('select 1 from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))'),
          ({ rows }) => rows.length > 0,
          20,
        ),
    }
  }

  const clockRow = `select * from facts where name = 'clock' for update`

  test('an instance keeps its ordering keys while the time of the store cannot be written', async (context) => {
    const { where, other, hold } = await startStore(context)
    const { opened, open: finish } = gate()
    const queue = await startQueue(where, { note: () => opened.then(() => delivered) })
    context.after(() => queue.close())
    context.after(finish)
    await queue.enqueue([job({})])
    const leaseEnd = async () => {
      const { rows } = await other.query<{ lease_until: string }>('select lease_until from lanes where owner is not null')
      return Number(rows[0]?.lease_until ?? 0)
    }
    await until(leaseEnd, (end) => end > 0)

    await hold(clockRow)
    const ends = new Set<number>()
    await until(
      async () => ends.add(await leaseEnd()),
      // One renewal may have been under way.
      ({ size }) => size > 2,
      lease.length / 1000,
    )
    await other.query('rollback')

    assert.deepEqual(
      [...ends],
      [...ends].sort((one, next) => one - next),
    )
  })

  test('clearing locks the time of the store only while it writes the time', async (context) => {
    const { database, other, hold, waiting } = await startStore(context)
    const clock = await createClock(database)

    await hold('lock table tries in exclusive mode')
    const cleared = deleteExpired(database, clock, domains)
    await waiting()
    const { rows } = await other.query(`${clockRow} nowait`)
    await other.query('rollback')

    assert.equal(rows.length, 1)
    assert.equal(await cleared, false)
  })

  test('an instance starts as soon as another unlocks the time of the store, and locks nothing that the other needs', async (context) => {
    const { database, other, hold, waiting } = await startStore(context)
    await other.query(`insert into facts (name, value, changed_at) values ('clock', '1', 1)`)

    await hold(clockRow)
    const starting = createClock(database)
    await waiting()
    await other.query(`insert into facts (name, value, changed_at) values ('clock: now', '1', 1)`)
    // Longer than a statement waits for a lock.
    await other.query('select pg_sleep(3.5)')
    await other.query('rollback')

    const clock = await starting
    assert.ok(Math.abs(clock.now() - Date.now()) < 5_000, String(clock.now() - Date.now()))
  })
})
