import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aiko, jonas, mira, refused, startServices } from './start.ts'

const [member, silver, gold, platinum] = ['1f2e3d4c', '2b4d6f81', '3a636361', '4c8e1a27'] as const
const day = 86_400_000

/** Reads the name of a member's tier from the stand-ins, and reports orders to them as the platform does. */
async function start() {
  const services = await startServices()
  const { admin, control } = services
  return {
    ...services,
    tierName: async (id: string) => (await admin.getMember({ id })).tierName,
    order: (customerId: string, orderId: number | string, orderTotal: number) => control('POST', 'platform/orders', { customerId, orderId, orderTotal }),
  }
}

describe('changing a tier', () => {
  test('refuses a tier or a member that is not there, and a body that names none', async () => {
    const { admin, tierName } = await start()
    await assert.rejects(admin.changeTier({ id: mira, tierId: 'ffffffff' }), refused(404))
    await assert.rejects(admin.changeTier({ id: jonas, tierId: gold }), refused(404))
    await assert.rejects(admin.changeTier({ id: mira } as never), refused(400, { message: 'tierId is required', data: {} }))
    await assert.rejects(admin.changeTier({ id: mira, tierId: 7 as never }), refused(400, { message: 'tierId has to be text', data: {} }))
    assert.equal(await tierName(mira), 'Gold')
  })
})

describe('beginning in a tier', () => {
  test('is open to a customer who spent enough before joining', async () => {
    const { admin, order, tierName } = await start()
    await order(jonas, 1, 400)
    await admin.createMember({ customerId: jonas, segmentId: gold })

    assert.equal(await tierName(jonas), 'Gold')
    const { totalSpend, orderCount } = await admin.getMember({ id: jonas })
    assert.deepEqual([totalSpend, orderCount, (await admin.getSpend({ id: jonas }))?.monthly], [400, 1, 400])
  })

  test('again, in a lower one, is a downgrade; in a higher one only where the threshold is overridden', async () => {
    const { admin, tierName } = await start()
    await admin.createMember({ customerId: mira, segmentId: silver })
    assert.equal(await tierName(mira), 'Silver')
    await admin.createMember({ customerId: mira, segmentId: gold })
    assert.equal(await tierName(mira), 'Silver')
    await admin.createMember({ customerId: mira, segmentId: platinum, overrideSpendThreshold: true, credits: 50 })
    assert.deepEqual([await tierName(mira), (await admin.getMember({ id: mira })).credit], ['Platinum', 42.5])
  })

  test('takes the tier under the names that the document and the public pages have for it', async () => {
    const { address, tierName } = await start()
    const create = (body: object) =>
      fetch(`${address}/loyalty/v2.0/admin/members`, {
        method: 'POST',
        headers: { 'X-Loyalty-Api-Key': 'loyalty-key', 'Content-Type': 'application/json' },
        body: JSON.stringify({ customerId: mira, ...body }),
      })
    assert.equal((await create({ tierId: silver })).status, 201)
    assert.equal(await tierName(mira), 'Silver')
    assert.equal((await create({ tier: member })).status, 201)
    assert.equal(await tierName(mira), 'Member')
    assert.equal((await create({ tier: 7 })).status, 400)
  })
})

describe('orders', () => {
  test('count as spend, earn what the tier gives, and lift the member to what they pay for', async () => {
    const { admin, order, tierName } = await start()
    await admin.createMember({ customerId: jonas, credits: 1 })

    assert.equal((await order(jonas, 'K-7', 149.99)).status, 204)
    assert.deepEqual([await tierName(jonas), (await admin.getMember({ id: jonas })).credit], ['Member', 4])
    await order(jonas, 'K-8', 0.01)
    assert.equal(await tierName(jonas), 'Silver')

    const { credits } = await admin.listCredits({ id: jonas })
    assert.deepEqual([credits[0]?.amount, credits[0]?.reason, credits[0]?.orderId, credits[0]?.orderTotal], [3, 'EARNED_FROM_PURCHASE', 'K-7', 149.99])
    assert.equal((await admin.getSpend({ id: jonas }))?.annual, 150)
  })

  test('that are reported twice count once', async () => {
    const { admin, order } = await start()
    await order(mira, 9, 100)
    await order(mira, 9, 100)
    const { credit, totalSpend } = await admin.getMember({ id: mira })
    assert.deepEqual([credit, totalSpend], [47.5, 853.8])
  })

  test('of somebody who has not joined are remembered, and make nobody a member', async () => {
    const { admin, order } = await start()
    assert.equal(await admin.getSpend({ id: jonas }), undefined)
    await order(jonas, 1, 30)
    assert.equal((await admin.getSpend({ id: jonas }))?.allTime, 30)
    await assert.rejects(admin.getMember({ id: jonas }), refused(404))
  })

  test('that are not understood are refused by name', async () => {
    const { control } = await start()
    for (const [order, named] of [
      [{ customerId: mira, orderId: 1 }, /^orderTotal /],
      [{ customerId: mira, orderId: 1, orderTotal: -1 }, /^orderTotal /],
      [{ customerId: '', orderId: 1, orderTotal: 1 }, /^customerId /],
      [{ customerId: mira, orderTotal: 1 }, /^orderId /],
    ] as const) {
      const { status, body } = await control('POST', 'platform/orders', order)
      assert.equal(status, 400)
      assert.match((body as { error: string[] }).error[0] ?? '', named)
    }
    assert.equal((await control('POST', 'platform/orders?merchant=nobody', { customerId: mira, orderId: 1, orderTotal: 1 })).status, 400)
  })
})

describe('a spend-based tier', () => {
  test('that was given lasts for its period, and then falls to what was spent', async () => {
    const { admin, pass, tierName } = await start()
    await admin.changeTier({ id: mira, tierId: platinum })
    pass(364 * day)
    assert.equal(await tierName(mira), 'Platinum')
    pass(2 * day)
    assert.equal(await tierName(mira), 'Member')
  })

  test('is kept while the member goes on spending', async () => {
    const { order, pass, tierName } = await start()
    pass(200 * day)
    await order(aiko, 1, 160)
    pass(180 * day)
    assert.equal(await tierName(aiko), 'Silver')
  })
})
