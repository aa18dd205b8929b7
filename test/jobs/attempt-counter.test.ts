import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../proxy/store/open-database.ts'
import { domains } from '../../proxy/background/stores.ts'
import { deleteExpired } from '../../proxy/jobs/retention.ts'
import type { RateLimit, ConsumeResult } from '../../proxy/http/attempt-counter.ts'
import { until } from '../until.ts'
import { onEachStore } from './stores.ts'

const hour = 3_600_000
const own: RateLimit = { name: 'own', limit: 3, window: hour }
const all: RateLimit = { name: 'all', limit: 5, window: hour }

const takenOf = (taking: ConsumeResult) => ('consumed' in taking ? taking.consumed : assert.fail(JSON.stringify(taking)))
const exhaustedOf = (taking: ConsumeResult) => ('exhausted' in taking ? taking.exhausted : assert.fail(JSON.stringify(taking)))

onEachStore((stores, run) => {
  /** A queue whose first clearing is over. That clearing uses the time of the start: rows of another time would be old to it, or far in the future. */
  async function cleared(now: () => number) {
    const where = await stores.empty()
    const database = await openDatabase(where)
    await database.transact((tx) => tx.insertInto('proofs').values({ name: 'old', until_at: 1 }).execute())
    const queue = await run(where, {}, { now })
    await until(
      () => database.store.selectFrom('proofs').selectAll().execute(),
      (proofs) => proofs.length === 0,
    )
    return { queue, database }
  }

  test('an attempt is counted against all limits or against none, up to their limits, and an attempt that is released can be made again', async () => {
    const queue = await run(await stores.empty())

    const lefts = []
    for (let index = 0; index < 3; index += 1) lefts.push(takenOf(await queue.consumeAttempts([own, all])))
    const refused = exhaustedOf(await queue.consumeAttempts([own, all]))
    await queue.releaseAttempts(lefts[2]!)
    const again = takenOf(await queue.consumeAttempts([own, all]))
    const other = takenOf(await queue.consumeAttempts([{ ...own, name: 'other' }, all]))

    assert.deepEqual(
      lefts.map((taken) => taken.map(({ name, remaining }) => [name, remaining])),
      [2, 1, 0].map((left) => [
        ['own', left],
        ['all', left + 2],
      ]),
    )
    assert.deepEqual(
      refused.map(({ name }) => name),
      ['own'],
    )
    assert.ok(refused[0]!.resetsIn > hour - 60_000 && refused[0]!.resetsIn <= hour, String(refused[0]!.resetsIn))
    assert.equal(again[0]!.remaining, 0)
    // The refused caller took nothing from the other allowance.
    assert.equal(other[1]!.remaining, 1)
  })

  test('concurrent callers of several processes get no more attempts than the limit allows', async () => {
    const where = await stores.empty()
    const queues = [await run(where), await run(where)]

    const takings = await Promise.all(Array.from({ length: 40 }, (_, index) => queues[index % 2]!.consumeAttempts([{ ...own, name: `own ${index}` }, all])))

    assert.equal(takings.filter((taking) => 'consumed' in taking).length, 5)
  })

  test('an attempt that is released after its window does not change the count of the next window', async () => {
    let ahead = 0
    const { queue, database } = await cleared(() => Date.now() + ahead)

    const early = takenOf(await queue.consumeAttempts([own]))
    ahead = hour + 1_000
    const [first] = takenOf(await queue.consumeAttempts([own]))
    await queue.releaseAttempts(early)
    const [second] = takenOf(await queue.consumeAttempts([own]))

    await database.close()
    assert.deepEqual([first!.remaining, second!.remaining], [2, 1])
  })

  test('tries that were counted while the clock was ahead block no caller once the clock is right, and are cleared', async () => {
    let ahead = 10 * hour
    const { queue, database } = await cleared(() => Date.now() + ahead)
    for (let index = 0; index < 3; index += 1) await queue.consumeAttempts([own])
    await queue.consumeAttempts([all])
    ahead = 0

    const [first] = takenOf(await queue.consumeAttempts([own]))
    await deleteExpired(database, { now: Date.now, proven: Date.now, retention: Date.now, set: async () => {} }, domains)
    const names = await database.store.selectFrom('tries').select('name').execute()
    await database.close()

    assert.equal(first!.remaining, 2)
    assert.deepEqual(
      names.map(({ name }) => name),
      ['own'],
    )
  })
})
