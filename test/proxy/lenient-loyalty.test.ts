import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loyalty } from '../../src/contract/loyalty.ts'
import { oddCustomer, startOddLoyalty } from './odd-loyalty.ts'

describe('a response of the loyalty service with a broken entry', () => {
  test('loses only that entry, in any list and under any name of the list', async () => {
    const { open, stack } = await startOddLoyalty({
      tiers: { segments: [{ id: 't1', name: 'First', rank: 1 }, { id: 't2' }, { segmentId: 't3', tierName: 'Third', rank: 3 }, 'no tier', null] },
      benefits: [{ name: 'Without a type' }, { type: 'EXCLUSIVE', name: 7 }],
      tierBenefits: {
        benefits: [{ type: 'FREE_SHIPPING' }, { type: 4 }, { type: 'EARLY_ACCESS', enabled: 'perhaps' }, { type: 'ORDER_CREDITS', creditAmount: {} }],
      },
      campaigns: [{ name: 'Without an id' }, { id: 'c1', name: 'Spring' }],
      credits: {
        credits: [
          { amount: 5, createdAt: '2026-01-02T00:00:00Z', reason: 'MANUAL', newBalance: [] },
          { amount: 'five', createdAt: '2026-01-01T00:00:00Z' },
          { amount: 3, createdAt: '2025-12-01T00:00:00Z' },
        ],
        redemption: { code: 5 },
      },
    })

    const { membership } = await open()

    assert.deepEqual(membership.unavailable, [])
    assert.deepEqual(
      membership.tiers.map(({ name }) => name),
      ['First', 'Third'],
    )
    assert.deepEqual(
      membership.benefits.map(({ type, name, credit }) => [type, name, credit]),
      [
        ['FREE_SHIPPING', 'FREE_SHIPPING', null],
        ['ORDER_CREDITS', 'ORDER_CREDITS', null],
        ['EXCLUSIVE', 'EXCLUSIVE', null],
      ],
    )
    assert.deepEqual(
      membership.campaigns.map(({ name }) => name),
      ['Spring'],
    )
    assert.deepEqual(
      membership.credits.entries.map(({ amount, balance_after }) => [amount.cents, balance_after]),
      [
        [500, null],
        [300, null],
      ],
    )
    assert.equal(membership.redemption, null)
    assert.ok(stack.log.some((line) => line.includes('left out') && line.includes('listTiers')))
  })

  test('makes the part unavailable if no entry is valid', async () => {
    const { open } = await startOddLoyalty({ campaigns: [{ name: 'Without an id' }], tierBenefits: [{ name: 'Without a type' }] })

    assert.deepEqual((await open()).membership.unavailable, ['benefits', 'campaigns'])
  })

  test('shows no balance if the member’s own record is broken', async () => {
    for (const broken of [{ credit: 'much' }, { currencyCode: 5 }, { status: 5 }]) {
      const { open } = await startOddLoyalty({ member: { customerId: oddCustomer, credit: 1, currencyCode: 'USD', status: 'ACTIVE', ...broken } })

      const { membership } = await open()

      assert.equal(membership.member, null)
      assert.ok(membership.unavailable.includes('member'))
    }
  })
})

test('decimals in text are read exactly', async () => {
  const { open, stack } = await startOddLoyalty({
    member: { customerId: oddCustomer, status: 'ACTIVE', credit: '12.50', creditsEarned: ' 70071992547409.93 ', currencyCode: 'USD', tierId: 't1' },
    tiers: [
      { id: 't1', name: 'First', spendThreshold: '0.00' },
      { id: 't2', name: 'Second', spendThreshold: '200.10', rank: '2' },
    ],
    tierBenefits: [
      { type: 'BIRTHDAY_CREDITS', creditAmount: '4.35' },
      { type: 'SIGNUP_CREDITS', creditAmount: '0.00' },
    ],
    spend: { annual: '10.10', monthly: { amount: '1.15' } },
    credits: { credits: [{ amount: '-1.005', newBalance: '12.50', createdAt: '2026-01-01T00:00:00Z' }], redemption: { code: 'CODE', value: '1.10' } },
  })

  const { token, membership } = await open()
  const page = await stack.browser(loyalty, { token }).listCredits({})

  const usd = (cents: number) => ({ cents, currency: 'USD' })
  assert.deepEqual([membership.member?.credits, membership.member?.credits_earned], [usd(1250), usd(7_007_199_254_740_993)])
  assert.deepEqual(
    membership.tiers.map(({ spend_threshold }) => spend_threshold),
    [usd(0), usd(20_010)],
  )
  assert.deepEqual(
    membership.benefits.map(({ credit }) => credit),
    [usd(435), null],
  )
  assert.deepEqual(membership.spend, { annual: usd(1010), monthly: usd(115) })
  assert.deepEqual(membership.credits.entries[0]?.balance_after, usd(1250))
  assert.deepEqual(membership.redemption?.value, usd(110))
  assert.deepEqual(page.entries, membership.credits.entries)
})
