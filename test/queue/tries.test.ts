import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../proxy/store/open-database.ts'
import { domains } from '../../proxy/background/stores.ts'
import { deleteExpired } from '../../proxy/jobs/retention.ts'
import type { Allowance, Taking } from '../../proxy/http/limit-store.ts'
import { until } from '../until.ts'
import { onEachStore } from './stores.ts'

const hour = 3_600_000
const own: Allowance = { name: 'own', most: 3, length: hour }
const all: Allowance = { name: 'all', most: 5, length: hour }

const takenOf = (taking: Taking) => ('taken' in taking ? taking.taken : assert.fail(JSON.stringify(taking)))
const exhaustedOf = (taking: Taking) => ('exhausted' in taking ? taking.exhausted : assert.fail(JSON.stringify(taking)))

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

  test('a try is taken from all allowances or from none, up to their limits, and a try that is given back can be taken again', async () => {
    const queue = await run(await stores.empty())

    const lefts = []
    for (let index = 0; index < 3; index += 1) lefts.push(takenOf(await queue.takeTries([own, all])))
    const refused = exhaustedOf(await queue.takeTries([own, all]))
    await queue.giveTriesBack(lefts[2]!)
    const again = takenOf(await queue.takeTries([own, all]))
    const other = takenOf(await queue.takeTries([{ ...own, name: 'other' }, all]))

    assert.deepEqual(
      lefts.map((taken) => taken.map(({ name, left }) => [name, left])),
      [2, 1, 0].map((left) => [
        ['own', left],
        ['all', left + 2],
      ]),
    )
    assert.deepEqual(
      refused.map(({ name }) => name),
      ['own'],
    )
    assert.ok(refused[0]!.wait > hour - 60_000 && refused[0]!.wait <= hour, String(refused[0]!.wait))
    assert.equal(again[0]!.left, 0)
    // The refused caller took nothing from the other allowance.
    assert.equal(other[1]!.left, 1)
  })

  test('concurrent callers of several processes get no more tries than the allowance has', async () => {
    const where = await stores.empty()
    const queues = [await run(where), await run(where)]

    const takings = await Promise.all(Array.from({ length: 40 }, (_, index) => queues[index % 2]!.takeTries([{ ...own, name: `own ${index}` }, all])))

    assert.equal(takings.filter((taking) => 'taken' in taking).length, 5)
  })

  test('a try that is given back after its period does not change the count of the next period', async () => {
    let ahead = 0
    const { queue, database } = await cleared(() => Date.now() + ahead)

    const early = takenOf(await queue.takeTries([own]))
    ahead = hour + 1_000
    const [first] = takenOf(await queue.takeTries([own]))
    await queue.giveTriesBack(early)
    const [second] = takenOf(await queue.takeTries([own]))

    await database.close()
    assert.deepEqual([first!.left, second!.left], [2, 1])
  })

  test('tries that were counted while the clock was ahead block no caller once the clock is right, and are cleared', async () => {
    let ahead = 10 * hour
    const { queue, database } = await cleared(() => Date.now() + ahead)
    for (let index = 0; index < 3; index += 1) await queue.takeTries([own])
    await queue.takeTries([all])
    ahead = 0

    const [first] = takenOf(await queue.takeTries([own]))
    await deleteExpired(database, { now: Date.now, proven: Date.now, retention: Date.now, set: async () => {} }, domains)
    const names = await database.store.selectFrom('tries').select('name').execute()
    await database.close()

    assert.equal(first!.left, 2)
    assert.deepEqual(
      names.map(({ name }) => name),
      ['own'],
    )
  })
})
