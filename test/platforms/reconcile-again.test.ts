// What the daily check of the platform's orders leaves to people, and what it finds that webhooks miss: real proxies, and a clock that is set forward.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { JobState } from '../../proxy/jobs/job.ts'
import { until } from '../until.ts'
import { hour, startLosingShop } from './losing-shop.ts'
import type { Payload } from './payloads.ts'
import { fromWooCommerce } from './sending.ts'

describe('orders that are checked each day', () => {
  let losing: Awaited<ReturnType<typeof startLosingShop>>
  beforeEach(async () => void (losing = await startLosingShop()))
  afterEach(() => losing.stop())

  /** The dates of an order that was placed and last changed so many hours ahead. */
  const dated = (hours: number) => {
    const at = new Date(losing.now() + hours * hour).toISOString().slice(0, 19)
    return { date_created_gmt: at, date_modified_gmt: at }
  }
  const numberOf = async (id: number) => (await losing.orderAtService(id))?.shop_order_number

  test('are left to a person if they are held or dropped: none is held twice, and none comes back after it was dropped', async () => {
    const noPhone = { FALLBACK_PHONE: '' }
    const ofOrder = (states?: JobState[]) => losing.onStores((stores) => stores.list({ businessKey: '5020', ...(states && { states }) }))
    await losing.during(
      0,
      async (proxy) => {
        await losing.looked(1)
        await losing.shop.save(proxy, 5020, { ...dated(0) })
        await until(
          () => ofOrder(['held']),
          ({ length }) => length === 1,
        )
      },
      noPhone,
    )

    await losing.during(25, async () => void (await losing.looked(2)), noPhone)
    assert.match(await losing.lastLook(), / 0 of them reported again/)
    const [held, ...others] = await ofOrder()
    assert.deepEqual([held!.state, others], ['held', []])

    await losing.onStores((stores) => stores.drop([held!.id], 'a person has dealt with it'))
    await losing.during(49, async () => void (await losing.looked(3)), noPhone)
    assert.match(await losing.lastLook(), / 0 of them reported again/)
    assert.deepEqual(
      (await ofOrder()).map(({ id, state }) => [id, state]),
      [[held!.id, 'dropped']],
    )
  })

  test('keep their last state if an older one of the same second comes last, and a check corrects what the arrival order cannot show', async () => {
    const at = dated(0)
    const delivered = (id: number) =>
      until(
        () => losing.onStores((stores) => stores.list({ businessKey: String(id), states: ['waiting'] })),
        ({ length }) => length === 0,
      )
    await losing.during(0, async (proxy) => {
      await losing.looked(1)
      const send = async (id: number, topic: string, changes: Payload) => {
        const { status } = await fromWooCommerce({ proxy }, topic, { ...losing.shop.orders.get(id), ...changes })
        assert.equal(status, 200)
        await delivered(id)
      }
      for (const id of [5030, 5031, 5032]) {
        await losing.shop.save(proxy, id, at)
        await losing.reaches(id)
      }
      await send(5030, 'order.updated', { number: '5030-changed' })
      await send(5030, 'order.created', { number: '5030-earlier' })
      await send(5031, 'order.updated', { status: 'pending' })
      await send(5032, 'order.updated', { number: '5032-older' })

      assert.equal(await numberOf(5030), '5030-changed')
      assert.equal((await losing.held())[5031], 'paid')
      assert.equal(await numberOf(5032), '5032-older')
      await losing.shop.save(undefined, 5030, { ...at, number: '5030-changed' })
    })

    await losing.during(25, async () => {
      await losing.looked(2)
      await delivered(5032)
    })
    assert.match(await losing.lastLook(), / 1 of them reported again/)
    assert.deepEqual([await numberOf(5030), await numberOf(5032)], ['5030-changed', '5032'])

    await losing.during(49, async () => void (await losing.looked(3)))
    assert.match(await losing.lastLook(), / 0 of them reported again/)
  })

  test('end in the state to which the shop returned within a second, if the plugin numbers its changes; a repeat changes nothing', async () => {
    await losing.during(0, async (proxy) => {
      await losing.shop.save(proxy, 5033, dated(0))
      await losing.reaches(5033)
      const reported = async (change: number, status: string) => {
        const answer = await fromWooCommerce({ proxy }, 'order.updated', { ...losing.shop.orders.get(5033), change, status })
        assert.equal(answer.status, 200)
        await until(
          () => losing.onStores((stores) => stores.list({ businessKey: '5033', states: ['waiting'] })),
          ({ length }) => length === 0,
        )
      }
      await reported(1, 'processing')
      await reported(2, 'cancelled')
      await reported(1, 'processing')
      assert.equal((await losing.held())[5033], 'voided')

      await reported(3, 'processing')
      assert.equal((await losing.held())[5033], 'paid')
    })
  })

  test('are not checked if the shop cannot be read, and the proxy says so at start', async () => {
    const warning =
      /Webhooks of WooCommerce itself may be lost.*no reconciliation finds.*With our plugin.*nothing to do.*set WOOCOMMERCE_URL and WOOCOMMERCE_API_KEY/
    await losing.during(0, async (_, { output }) => assert.match(output, warning), { WOOCOMMERCE_URL: '', WOOCOMMERCE_API_KEY: '' })
    await losing.during(0, async (_, { output }) => assert.doesNotMatch(output, warning))
  })
})
