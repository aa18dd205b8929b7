import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Benefit } from '../../src/contract/loyalty.ts'
import { startStack } from '../stack.ts'
import { loyalty } from '../../src/contract/loyalty.ts'
import { startOddLoyalty } from './odd-loyalty.ts'

const named = (benefits: Benefit[]) => benefits.map(({ type, name }) => `${type}: ${name}`)

describe('the benefits of the merchant', () => {
  test('are shown to a member of a tier after those of the tier, whose values of a type win (A112)', async () => {
    const { open } = await startOddLoyalty({
      tierBenefits: [
        { type: 'FREE_SHIPPING', name: 'Free over $20' },
        { type: 'free_shipping', name: 'Free over $30' },
        { type: 'EARLY_ACCESS', name: 'Early', enabled: false },
      ],
      benefits: [
        { type: 'BIRTHDAY_CREDITS', name: 'Birthday', creditAmount: 5 },
        { type: 'Free_Shipping', name: 'Free over $100' },
        { type: 'EARLY_ACCESS', name: 'Early for all' },
        { type: 'EXCLUSIVE', name: 'Switched off', enabled: false },
      ],
    })

    const { membership } = await open()

    assert.deepEqual(named(membership.benefits), ['FREE_SHIPPING: Free over $20', 'free_shipping: Free over $30', 'BIRTHDAY_CREDITS: Birthday'])
    assert.deepEqual(membership.unavailable, [])
  })

  test('that name a tier are shown only to members of that tier', async () => {
    const benefits = [
      { type: 'BIRTHDAY_CREDITS', name: 'For all' },
      { type: 'EXCLUSIVE', name: 'For the first tier', segmentId: 't1' },
      { type: 'EARLY_ACCESS', name: 'For another tier', tierId: 't2' },
    ]
    const { open } = await startOddLoyalty({ benefits })

    const [member, newcomer] = [await open(), await open('7002')]

    assert.deepEqual(named(member.membership.benefits), ['BIRTHDAY_CREDITS: For all', 'EXCLUSIVE: For the first tier'])
    assert.equal(newcomer.membership.member, null)
    assert.deepEqual(named(newcomer.membership.benefits), ['BIRTHDAY_CREDITS: For all'])
  })

  test('are shown to a newcomer after those of the only free tier, which joining leads to (A14)', async () => {
    const benefits = [{ type: 'BIRTHDAY_CREDITS', name: 'For all' }]
    const tierBenefits = [{ type: 'FREE_SHIPPING', name: 'For those who join' }]
    const free = { name: 'First', kind: 'FREE' }
    const one = await startOddLoyalty({
      benefits,
      tierBenefits,
      tiers: [
        { ...free, id: 't1' },
        { id: 't2', name: 'Second', kind: 'PAID', price: 9 },
      ],
    })
    const two = await startOddLoyalty({
      benefits,
      tierBenefits,
      tiers: [
        { ...free, id: 't1' },
        { ...free, id: 't2' },
      ],
    })

    const [promised, unknown] = [await one.open('7002'), await two.open('7002')]

    assert.equal(promised.membership.member, null)
    assert.deepEqual(named(promised.membership.benefits), ['FREE_SHIPPING: For those who join', 'BIRTHDAY_CREDITS: For all'])
    assert.deepEqual(named(unknown.membership.benefits), ['BIRTHDAY_CREDITS: For all'])
  })

  test('are not shown for a type that the list has with several values, because these belong to several tiers', async () => {
    const benefits = [
      { type: 'ORDER_CREDITS', name: '2% back' },
      { type: 'BIRTHDAY_CREDITS', name: 'Birthday' },
      { type: 'ORDER_CREDITS', name: '5% back' },
      { type: 'BIRTHDAY_CREDITS', name: 'Birthday' },
    ]
    const { open } = await startOddLoyalty({ benefits, tierBenefits: [{ type: 'ORDER_CREDITS', name: '5% back' }] })

    const [member, newcomer] = [await open(), await open('7002')]

    assert.deepEqual(named(member.membership.benefits), ['ORDER_CREDITS: 5% back', 'BIRTHDAY_CREDITS: Birthday'])
    assert.deepEqual(named(newcomer.membership.benefits), ['BIRTHDAY_CREDITS: Birthday'])
  })

  test('that are in another tier’s own list are shown only to that tier, even if the merchant’s list names no tier', async () => {
    const gold = { type: 'EXCLUSIVE', name: 'A table at the gala', description: 'Once a year.', enabled: true }
    const ofTier: Record<string, unknown> = {
      t1: [{ type: 'FREE_SHIPPING', name: 'Over $50' }],
      t2: [gold, { type: 'BIRTHDAY_CREDITS', name: 'Twenty', creditAmount: 20 }],
    }
    const { open } = await startOddLoyalty({
      tiers: [
        { id: 't1', name: 'First', kind: 'FREE' },
        { id: 't2', name: 'Gold', kind: 'PAID', price: 90 },
      ],
      tierBenefits: (tier) => ofTier[tier],
      benefits: [
        { type: 'Exclusive', name: gold.name, enabled: true },
        { type: 'BIRTHDAY_CREDITS', name: 'Five', creditAmount: 5 },
        { type: 'SIGNUP_CREDITS', name: 'Welcome' },
      ],
    })

    const [member, newcomer] = [await open(), await open('7002')]

    const all = ['FREE_SHIPPING: Over $50', 'BIRTHDAY_CREDITS: Five', 'SIGNUP_CREDITS: Welcome']
    assert.deepEqual([named(member.membership.benefits), member.membership.unavailable], [all, []])
    assert.deepEqual([named(newcomer.membership.benefits), newcomer.membership.unavailable], [all, []])
  })

  test('are left out while another tier’s own list cannot be read, and those of the member’s tier are shown', async () => {
    const { open } = await startOddLoyalty({
      tiers: [
        { id: 't1', name: 'First' },
        { id: 't2', name: 'Gold' },
      ],
      tierBenefits: (tier) => (tier === 't1' ? [{ type: 'FREE_SHIPPING', name: 'Over $50' }] : 'no list'),
      benefits: [{ type: 'EXCLUSIVE', name: 'Whose?' }],
    })

    const { membership } = await open()

    assert.deepEqual(named(membership.benefits), ['FREE_SHIPPING: Over $50'])
    assert.deepEqual(membership.unavailable, ['benefits'])
  })

  test('are named as unavailable while they cannot be read, and those of the member’s tier are shown', async (t) => {
    const stack = await startStack()
    t.after(() => stack.stop())
    await stack.fault({ match: { path: '/loyalty/v2.0/admin/benefits' }, status: 500 })
    const { token, membership } = await stack.browser(loyalty).openSession({ assertion: await stack.assertion('700100200301') })
    await stack.mend()
    const whole = await stack.browser(loyalty, { token }).getMembership({ parts: 'benefits' })

    assert.deepEqual(membership.unavailable, ['benefits'])
    assert.ok(membership.benefits.length > 0)
    assert.ok(whole.benefits.length > membership.benefits.length)
    assert.deepEqual(whole.benefits.slice(0, membership.benefits.length), membership.benefits)
  })
})
