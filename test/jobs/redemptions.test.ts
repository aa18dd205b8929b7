// Redemptions and used proofs, with several processes on one store.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '../../proxy/store/open-database.ts'
import type { RunningJobs } from '../../proxy/background/background.ts'
import type { NewRedemption } from '../../proxy/routes/redemptions/redemption-store.ts'
import { until } from '../until.ts'
import { onEachStore } from './stores.ts'

const hour = 3_600_000
const day = 24 * hour

/** A redemption of five dollars by Mira, with these changes. */
const five = (changes: Partial<NewRedemption> = {}): NewRedemption => ({
  id: randomUUID(),
  customer: 'mira',
  key: randomUUID(),
  fingerprint: 'five dollars',
  cents: 500,
  currency: 'USD',
  deadline: 600_000,
  step: 10_000,
  ...changes,
})

onEachStore((stores, run) => {
  let clock = 0
  const parts = { now: () => clock }

  /** Two processes on one new store, with the clock of the test. */
  async function two(): Promise<[RunningJobs, RunningJobs]> {
    clock = Date.now()
    const where = await stores.empty()
    return [await run(where, {}, parts), await run(where, {}, parts)]
  }

  /** Begins and sends a redemption, and stores that the service answered. */
  async function sent(queue: RunningJobs, changes: Partial<NewRedemption> = {}) {
    const redemption = five(changes)
    assert.equal((await queue.beginRedemption(redemption)).began, true)
    assert.equal(await queue.sendRedemption({ id: redemption.id, before: '{}', step: 10_000 }), true)
    await queue.sentRedemption(redemption.id)
    return redemption
  }
  const stateOf = async (queue: RunningJobs, { id, customer }: NewRedemption) => (await queue.findRedemption(customer, id))?.state

  test('of many redemptions under one key, in two processes, one begins and the others get that one', async () => {
    const queues = await two()

    const begun = await Promise.all(Array.from({ length: 40 }, (_, index) => queues[index % 2]!.beginRedemption(five({ key: 'a key' }))))

    assert.equal(begun.filter(({ began }) => began).length, 1)
    assert.equal(new Set(begun.map(({ redemption }) => redemption?.id)).size, 1)
    assert.equal((await queues[0].beginRedemption(five({ key: 'a key', customer: 'aiko' }))).began, true)
  })

  test('of many redemptions under different keys, in two processes, one is open for each member', async () => {
    const queues = await two()

    const begun = await Promise.all(
      Array.from({ length: 40 }, (_, index) => queues[index % 2]!.beginRedemption(five({ customer: index < 20 ? 'mira' : 'aiko' }))),
    )

    assert.equal(begun.filter(({ began }) => began).length, 2)
    assert.ok(begun.every(({ began, redemption }) => began || redemption === undefined))
  })

  test('a redemption that was not sent before its deadline is never sent, and another one may begin', async () => {
    const [one, other] = await two()
    const late = five({ key: 'a key' })
    await one.beginRedemption(late)
    const meanwhile = await other.beginRedemption(five())
    clock += 10_000

    const again = await other.beginRedemption(five({ key: 'a key' }))

    assert.deepEqual([meanwhile.began, again.began], [false, true])
    assert.equal(await one.sendRedemption({ id: late.id, before: '{}', step: 10_000 }), false)
    assert.equal(await stateOf(one, late), undefined)
  })

  test('a sent redemption without an answer is pending, then unknown, and blocks others until it is unknown', async () => {
    const [one, other] = await two()
    const redemption = five()
    await one.beginRedemption(redemption)
    await one.sendRedemption({ id: redemption.id, before: '{}', step: 10_000 })
    const states = [await stateOf(other, redemption)]
    clock += 10_000
    states.push(await stateOf(other, redemption))
    clock += 600_000 - 10_001
    states.push(await stateOf(other, redemption))
    const early = await other.beginRedemption(five())
    clock += 1
    states.push(await stateOf(other, redemption))

    assert.deepEqual(states, ['sending', 'pending', 'pending', 'unknown'])
    assert.equal(early.began, false)
    assert.equal((await other.beginRedemption(five())).began, true)
    assert.equal(await one.sendRedemption({ id: redemption.id, before: '{}', step: 10_000 }), false)
  })

  test('a redemption that took no credit frees its key, and one that may have taken credit does not', async () => {
    const [one, other] = await two()
    const refused = five({ key: 'a key' })
    await one.beginRedemption(refused)
    await one.sendRedemption({ id: refused.id, before: '{}', step: 10_000 })
    await one.dropRedemption(refused.id)
    const pending = await sent(other, { key: 'a key' })
    await one.dropRedemption(pending.id)

    assert.equal((await one.beginRedemption(five({ key: 'a key' }))).redemption?.id, pending.id)
  })

  /** A redemption that was refused while it was being sent. */
  async function failed(queue: RunningJobs, changes: Partial<NewRedemption> = {}) {
    const redemption = five(changes)
    await queue.beginRedemption(redemption)
    await queue.sendRedemption({ id: redemption.id, before: '{}', step: 10_000 })
    await queue.dropRedemption(redemption.id)
    clock += 1
    return redemption
  }

  test('a redemption that took nothing has failed for good if it was being sent, and is deleted if it was not', async () => {
    const [one, other] = await two()
    const unsent = five()
    await one.beginRedemption(unsent)
    await one.dropRedemption(unsent.id)
    const refused = await failed(one)

    await one.sentRedemption(refused.id)
    await one.dropRedemption(refused.id)
    const settled = await other.settleRedemption({ id: refused.id, movement: 'a movement', code: { code: 'X', cents: 500 } })

    assert.deepEqual([settled?.state, settled?.code, settled?.movement], ['failed', null, null])
    assert.deepEqual([await stateOf(other, unsent), await stateOf(other, refused)], [undefined, 'failed'])
    assert.deepEqual(await other.unfinishedRedemptions('mira'), { redemptions: [], movements: [] })
    assert.equal(await other.sendRedemption({ id: refused.id, before: '{}', step: 10_000 }), false)
  })

  test('failed redemptions do not block new ones or hide unfinished ones, and at most 50 are stored', async () => {
    const [one, other] = await two()
    const pending = await sent(one)
    clock += 600_000
    const refused: NewRedemption[] = []
    for (let count = 0; count < 51; count++) refused.push(await failed(one, { key: 'a key' }))

    assert.equal((await other.beginRedemption(five({ key: refused[50]!.id }))).began, true)
    const { redemptions } = await other.unfinishedRedemptions('mira')
    assert.deepEqual(
      redemptions.map(({ id }) => id),
      [pending.id],
    )
    assert.deepEqual(
      [await stateOf(other, refused[0]!), await stateOf(other, refused[1]!), await stateOf(other, refused[50]!)],
      [undefined, 'failed', 'failed'],
    )
  })

  test('a failed redemption is reported until its deadline, or until another one begins', async () => {
    const [one, other] = await two()
    const first = await failed(one, { key: 'a key' })
    const found = [(await other.failedRedemption('mira'))?.id, (await other.failedRedemption('aiko'))?.id]
    const second = await failed(one, { key: 'a key' })
    found.push((await other.failedRedemption('mira'))?.id)
    clock += 600_000
    found.push((await other.failedRedemption('mira'))?.id)
    const third = await failed(one)
    found.push((await other.failedRedemption('mira'))?.id)
    await sent(other)
    found.push((await other.failedRedemption('mira'))?.id)

    assert.deepEqual(found, [first.id, undefined, second.id, undefined, third.id, undefined])
    assert.equal(await stateOf(other, first), 'failed')
  })

  test('one movement settles one redemption, whichever process sees it first, even if the redemption was unknown', async () => {
    const queues = await two()
    const old = await sent(queues[0])
    clock += 600_000
    const young = await sent(queues[1])

    const settled = await Promise.all(
      [old, young, old, young].map(({ id }, index) => queues[index % 2]!.settleRedemption({ id, movement: 'a movement', code: { code: 'X', cents: 500 } })),
    )

    const states = await Promise.all([old, young].map((one) => stateOf(queues[0], one)))
    assert.deepEqual(states.filter((state) => state === 'settled').length, 1, states.join())
    const first = settled.find((one) => one?.state === 'settled')!
    assert.deepEqual([first.code, first.settledAt], [{ code: 'X', cents: 500 }, clock])
    const open = states[0] === 'settled' ? young : old
    await queues[1].settleRedemption({ id: open.id, movement: 'another', code: null })
    assert.equal(await stateOf(queues[0], open), 'settled')
    // The ledger that settled it may have contained no codes.
    const whole = await queues[0].settleRedemption({ id: open.id, movement: 'another', code: { code: 'Y', cents: 1000 } })
    assert.deepEqual(whole?.code, { code: 'Y', cents: 1000 })
  })

  test('a redemption made while the clock was ahead does not block others, and its key is not free', async () => {
    clock = Date.now()
    const where = await stores.empty()
    const ahead = await sent(await run(where, {}, { now: () => clock + 2 * day }), { key: 'a key' })
    // A process that started earlier might have ended the redemption before it was sent.
    const other = await run(where, {}, parts)

    assert.equal(await stateOf(other, ahead), 'unknown')
    assert.equal((await other.beginRedemption(five())).began, true)
    assert.equal((await other.beginRedemption(five({ key: 'a key' }))).redemption?.id, ahead.id)
    assert.equal((await other.findRedemption('mira', ahead.id))?.requestedAt, clock)
  })

  test('a redemption blocks others, even in a process whose clock is a minute behind', async () => {
    const [one, other] = await two()
    await sent(one)
    clock -= 60_000

    assert.deepEqual(await other.beginRedemption(five()), { began: false, redemption: undefined, obstacle: 'open' })
  })

  test('a member can begin 50 redemptions a day, and no more', async () => {
    const [one, other] = await two()
    const settled: NewRedemption[] = []
    for (let count = 0; count < 50; count++) {
      const redemption = await sent(one)
      await one.settleRedemption({ id: redemption.id, movement: `movement ${count}`, code: count === 30 ? null : { code: 'X', cents: 500 } })
      settled.push(redemption)
      clock += 1
    }

    assert.deepEqual(await other.beginRedemption(five()), { began: false, redemption: undefined, obstacle: 'too many' })
    assert.equal((await other.beginRedemption(five({ key: settled[0]!.key }))).redemption?.id, settled[0]!.id)
    assert.equal((await other.beginRedemption(five({ customer: 'aiko' }))).began, true)
    const { redemptions, movements } = await other.unfinishedRedemptions('mira')
    assert.deepEqual([redemptions.map(({ id }) => id), movements.length], [[settled[30]!.id], 50])
  })

  test('a proof can be used once, in one process only', async () => {
    const queues = await two()

    const uses = await Promise.all(Array.from({ length: 60 }, (_, index) => queues[index % 2]!.useProof(`proof ${index % 3}`, clock + 300_000)))

    assert.equal(uses.filter(Boolean).length, 3)
    assert.equal(await queues[0].useProof('proof 0', clock + 300_000), false)
  })

  test('redemptions are deleted after a day, and proofs after they have expired', async () => {
    clock = Date.now()
    const where = await stores.empty()
    const queue = await run(where, {}, parts)
    const refused = await failed(queue)
    const redemption = await sent(queue, { key: 'a key' })
    await queue.useProof('a proof', clock + 300_000)
    clock += day - hour
    const next = await run(where, {}, parts)
    await until(
      () => next.useProof('a proof', clock + day),
      (isFresh) => isFresh,
    )
    assert.deepEqual([await stateOf(next, redemption), await stateOf(next, refused)], ['unknown', 'failed'])
    assert.equal((await next.beginRedemption(five({ key: 'a key' }))).redemption?.id, redemption.id)
    clock += hour + 1

    const last = await run(where, {}, parts)

    await until(
      () => stateOf(last, redemption),
      (state) => state === undefined,
    )
    assert.equal(await stateOf(last, refused), undefined)
    assert.equal(await last.useProof('a proof', clock), false)
  })

  test('a store from before redemptions existed is upgraded and keeps its data', async () => {
    const where = await stores.empty()
    const queue = await run(where)
    const { claim } = await queue.openClaim({ key: 'refund/1', order: '1', hash: '', state: 'open', request: '{}' })
    const database = await openDatabase(where)
    await database.transact(async (tx) => {
      for (const table of ['redemptions', 'proofs', 'tries', 'revocations', 'shop', 'audit', 'figures']) await tx.schema.dropTable(table).execute()
      for (const column of ['manual', 'keeps_body']) await tx.schema.alterTable('work').dropColumn(column).execute()
      await sql`delete from migrations where version > 1`.execute(tx)
    })
    await database.close()

    const renewed = await run(where)

    assert.equal((await renewed.beginRedemption(five())).began, true)
    assert.deepEqual(await renewed.findClaim('refund/1'), claim)
  })
})
