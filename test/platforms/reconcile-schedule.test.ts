// The proxy finds orders whose webhooks never arrive: a real proxy, a shop that sends each webhook once, and a clock that is set forward.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { runChecks } from '../../proxy/doctor/doctor.ts'
import { until } from '../until.ts'
import { hour, startLosingShop } from './losing-shop.ts'

describe('orders whose webhooks were lost', () => {
  let losing: Awaited<ReturnType<typeof startLosingShop>>
  before(async () => void (losing = await startLosingShop()))
  after(() => losing.stop())

  const doctor = async () => (await runChecks(losing.settings)).find(({ check }) => check === 'lost webhooks')

  test('are found automatically a day later, after a restart, once, and doctor says so', async () => {
    await losing.during(0, async (proxy) => {
      await losing.looked(1)
      await losing.shop.save(proxy, 5001)
      await losing.reaches(5001)
      // The webhooks of four orders and of a change are lost: WooCommerce sends none of them again.
      for (const id of [5002, 5003, 5004, 5005]) await losing.shop.save(undefined, id)
      await losing.shop.save(undefined, 5001, { status: 'refunded', date_modified_gmt: new Date(losing.now() + 1_000).toISOString().slice(0, 19) })
    })
    assert.deepEqual(await losing.held(), { 5001: 'paid' })

    await losing.during(25, async () => {
      await losing.looked(2)
      for (const id of [5002, 5003, 5004, 5005]) await losing.reaches(id)
      await losing.reaches(5001, 'refunded')
    })
    const [last] = (await losing.runs()).filter(({ notes }) => notes.length > 0)
    assert.deepEqual(last!.notes, ['5 orders looked at, 5 of them reported again'])

    // All orders are checked once more, and not reported again.
    await losing.during(49, async () => void (await losing.looked(3)))
    assert.deepEqual((await losing.runs()).filter(({ notes }) => notes.length > 0)[0]!.notes, ['5 orders looked at, 0 of them reported again'])
    const finding = (await doctor())!
    assert.equal(finding.verdict, 'passed')
    assert.match(finding.says, /orders of WooCommerce are looked for every 24 hours; last at .*: 5 orders, 0 were missing/)
  })

  test('are looked for again automatically after the shop did not answer', async () => {
    losing.shop.api.isDown = true
    await losing.during(73, async () => {
      const failing = await until(losing.runs, (jobs) => jobs.some(({ state, notes }) => state === 'waiting' && notes.length > 0))
      assert.match(failing.find(({ state }) => state === 'waiting')!.notes.join(), /the shop answered 503/)
      losing.shop.api.isDown = false
      await losing.looked(4)
    })
  })

  test('are not looked for if RECONCILE_EVERY is off', async () => {
    const before = (await losing.runs()).length
    const { asked } = losing.shop.api
    await losing.during(
      97,
      async (proxy) => {
        await losing.shop.save(proxy, 5006)
        await losing.reaches(5006)
      },
      { RECONCILE_EVERY: 'off' },
    )

    assert.deepEqual([(await losing.runs()).length, losing.shop.api.asked], [before, asked])
  })

  test('are found even if so many failed in a row that WooCommerce disables the webhook', async () => {
    const later = new Date(losing.now() + 98 * hour).toISOString().slice(0, 19)
    const placed = { date_created_gmt: later, date_modified_gmt: later }
    for (const id of [5010, 5011, 5012, 5013, 5014]) await losing.shop.save(undefined, id, placed)
    assert.ok(losing.shop.isActive)
    await losing.shop.save(undefined, 5015, placed)
    assert.ok(!losing.shop.isActive)

    await losing.during(145, async (proxy) => {
      await losing.shop.save(proxy, 5016, placed)
      for (const id of [5010, 5015, 5016]) await losing.reaches(id)
    })
  })
})
