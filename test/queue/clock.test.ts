// The time of a store: steps of the wall clock neither delete anything nor put anything off.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { bringBack } from '../../proxy/queue/ahead.ts'
import { clearOld } from '../../proxy/queue/clearing.ts'
import { createClock } from '../../proxy/queue/clock.ts'
import { openDatabase } from '../../proxy/queue/database.ts'
import { useProofs } from '../../proxy/queue/redemption-rows.ts'
import { delivered, startQueue, work } from './stores.ts'

const minute = 60_000
const hour = 60 * minute

/** A store of its own, with a wall clock and a monotonic one that the test sets. */
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
    /** As a process does that starts. */
    open: () =>
      createClock(
        database,
        () => times.wall,
        () => times.elapsed,
      ),
    /** Lets so many milliseconds really pass. */
    pass(milliseconds: number) {
      times.wall += milliseconds
      times.elapsed += milliseconds
    },
    use: (until: number, proven: number) => database.transact((within) => useProofs(within, [{ name: 'a proof', until }], proven)),
    proofs: () => database.store.selectFrom('proofs').selectAll().execute(),
  }
}

test('a running clock takes no step of the wall clock for time that has passed, and comes near it by a quarter of what has', async (context) => {
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

test('what is old is deleted once its time has really passed, over restarts with a clock that is a year ahead, or one behind', async (context) => {
  const { database, times, open, pass, use, proofs } = await start(context)
  const first = await open()
  await use(first.now() + hour, first.proven())
  await clearOld(database, first)

  const steps = [365 * 24 * hour, -365 * 24 * hour, -365 * 24 * hour, 365 * 24 * hour]
  for (const step of steps) {
    times.wall += step
    const clock = await open()
    await clearOld(database, clock)
    pass(10 * minute)
    await clearOld(database, clock)
  }
  assert.equal((await proofs()).length, 1)
  const last = await open()
  pass(30 * minute)
  await clearOld(database, last)

  assert.deepEqual(await proofs(), [])
})

test('a proof that was used and forgotten is refused by whichever clock comes after, and a time never goes back over a restart', async (context) => {
  const { database, times, open, pass, use } = await start(context)
  const first = await open()
  const until = first.now() + hour
  assert.deepEqual(await use(until, first.proven()), [true])
  pass(2 * hour)
  await clearOld(database, first)

  times.wall -= 24 * hour
  const second = await open()

  assert.ok(second.now() >= first.now())
  assert.deepEqual(await use(until, second.proven()), [false])
  assert.deepEqual(await use(second.now() + hour, second.proven()), [true])
})

test('what a wrong clock has put off for longer than anything waits is due now', async (context) => {
  const { folder, database } = await start(context)
  const wrong = await startQueue({ folder }, {}, { now: () => Date.now() + 24 * hour })
  const { ids } = await wrong.accept([work({})])
  await wrong.close()
  await database.transact((within) =>
    within
      .updateTable('lanes')
      .set({ owner: 'gone', lease_until: Date.now() + 24 * hour })
      .execute(),
  )

  await database.transact((within) => bringBack(within, Date.now()))
  const done = new Promise<void>((resolve) => {
    void startQueue({ folder }, { note: () => Promise.resolve(delivered).finally(resolve) }).then((queue) => context.after(() => queue.close()))
  })
  await done

  assert.equal(ids.length, 1)
})
