import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createClient } from '../../../src/contract/client.ts'
import { loyaltyService, loyaltyStorefrontService } from '../../../proxy/upstream/loyalty.ts'
import { mira, refused, startServices } from './start.ts'

const services = await startServices({ neighbour: { loyaltyKey: 'neighbour-key', protectionKey: 'other' } })

describe('two merchants', () => {
  const neighbour = () => {
    const options = {
      baseUrl: `${services.address}/loyalty`,
      headers: { 'X-Loyalty-Api-Key': 'neighbour-key' },
      unwrap: (body: unknown) => (body as { data: unknown }).data,
    }
    return { admin: createClient(loyaltyService, options), storefront: createClient(loyaltyStorefrontService, options) }
  }

  test('have each their own programme, currency, members and benefits', async () => {
    const { admin } = neighbour()
    const merchant = await admin.getMerchant({})
    const tiers = await admin.listTiers({})
    const { customers } = await admin.listMembers({ limit: 100 })
    assert.deepEqual([merchant.merchantId, merchant.currency], ['moss-and-tin', 'JPY'])
    assert.deepEqual(
      tiers.map(({ name, kind }) => [name, kind]),
      [
        ['Moss', 'FREE'],
        ['Fern', 'SPEND_BASED'],
        ['Cedar', 'SPEND_BASED'],
        ['Tea room', 'PAID'],
      ],
    )
    assert.ok(customers.length > 20 && customers.every(({ currencyCode, credit }) => currencyCode === 'JPY' && Number.isInteger(credit)))
    const own = new Set((await services.admin.listMembers({ limit: 100 })).customers.map(({ customerId }) => customerId))
    assert.ok(customers.every(({ customerId }) => !own.has(customerId)))
  })

  test('take nobody into a tier that is paid for', async () => {
    const { admin } = neighbour()
    const bought = { customerId: '810100299999', segmentId: 'ad43f715' }
    for (const overrideSpendThreshold of [false, true])
      await assert.rejects(
        admin.createMember({ ...bought, overrideSpendThreshold }),
        refused(400, { message: 'segmentId is a tier that has to be bought', data: {} }),
      )
    await assert.rejects(admin.getMember({ id: bought.customerId }), refused(404))
  })

  test('refuse each other’s cursors', async () => {
    const { admin } = neighbour()
    const [own, others] = await Promise.all([services.admin.listMembers({ limit: 1 }), admin.listMembers({ limit: 1 })])
    await assert.rejects(admin.listMembers({ lastCustomerId: own.lastCustomerId! }), refused(400))
    await assert.rejects(services.admin.listMembers({ lastCustomerId: others.lastCustomerId! }), refused(400))
    await admin.createMember({ customerId: mira, credits: 3 })
    const { lastCreditEntry } = await services.admin.listCredits({ id: mira, limit: 1 })
    await assert.rejects(admin.listCredits({ id: mira, lastCreditEntry: lastCreditEntry as string }), refused(400))
    assert.equal((await services.admin.getMember({ id: mira })).credit, 42.5)
  })

  test('have whole yen and whole cents', async () => {
    const { admin } = neighbour()
    await admin.createMember({ customerId: '900', credits: 100.4 })
    assert.equal((await admin.getMember({ id: '900' })).credit, 100)
    await assert.rejects(admin.issueCredits({ id: '900', amount: 0.4 }), refused(400, { message: 'amount is less than the smallest coin of JPY', data: {} }))
    await assert.rejects(admin.createMember({ customerId: '901', segmentId: 'ad43f715', overrideSpendThreshold: true }), refused(400))
  })
})

describe('the shop that the stand-ins begin with', () => {
  test('has members in every tier and state, with names in many scripts', async () => {
    const members = await services.list('members')
    const { customerCount } = await services.admin.getMerchant({})
    assert.equal(members.length, customerCount)
    const all = (name: string) => new Set(members.map((member) => member[name]))
    assert.deepEqual([...all('tierName')].sort(), ['Gold', 'Member', 'Platinum', 'Silver'])
    assert.deepEqual([...all('status')].sort(), ['ACTIVE', 'CANCELLED', 'PAYMENT_FAILED', 'PENDING_CANCELLATION'])
    const names = members.map(({ firstName }) => String(firstName)).join('')
    for (const script of [
      'Latin',
      'Cyrillic',
      'Greek',
      'Arabic',
      'Hebrew',
      'Devanagari',
      'Tamil',
      'Han',
      'Hiragana',
      'Hangul',
      'Thai',
      'Georgian',
      'Armenian',
      'Ethiopic',
    ])
      assert.match(names, new RegExp(`\\p{Script=${script}}`, 'u'))
  })

  test('has put nobody into a tier that their orders do not pay for, and no balance beside its book', async () => {
    const { admin } = services
    const thresholds = new Map((await admin.listTiers({})).map(({ id, spendThreshold }) => [id, Number(spendThreshold ?? 0)]))
    const { customers } = await admin.listMembers({ limit: 100 })
    for (const { customerId, tierId, credit, totalSpend } of customers) {
      const annual = (await admin.getSpend({ id: customerId }))?.annual
      assert.ok(Number(annual ?? 0) >= thresholds.get(tierId!)!, customerId)
      assert.ok(Number(totalSpend) >= Number(annual ?? 0), customerId)
      assert.equal((await admin.listCredits({ id: customerId, limit: 1 })).credits[0]?.newBalance ?? 0, credit)
    }
  })
})
