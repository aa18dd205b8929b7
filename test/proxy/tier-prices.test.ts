import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Tier } from '../../src/contract/loyalty.ts'
import { loyalty } from '../../src/contract/loyalty.ts'
import { readSettings } from '../../demo/settings.ts'
import { startStack } from '../stack.ts'
import { startOddLoyalty } from './odd-loyalty.ts'

const priceOf = ({ price, billing_interval }: Tier) => [price?.cents, price?.currency, billing_interval]

/** Returns the tiers that the proxy shows for a service with these tiers. */
async function readTiers(...tiers: Record<string, unknown>[]) {
  const { open } = await startOddLoyalty({ tiers: tiers.map((tier, rank) => ({ id: `t${rank}`, name: `Tier ${rank}`, rank, ...tier })) })
  return (await open()).membership.tiers
}

describe('a tier that is paid for', () => {
  test("shows its price in the tier's currency, and how often it is paid (A113)", async () => {
    const tiers = await readTiers(
      { price: 9.5, currency: 'EUR', billingInterval: 'MONTHLY' },
      { price: '120.00', billingInterval: 'ANNUAL' },
      { price: 1800, currency: 'JPY', billingInterval: 'quarterly' },
    )

    assert.deepEqual(tiers.map(priceOf), [
      [950, 'EUR', 'monthly'],
      [12_000, 'USD', 'annual'],
      [1800, 'JPY', 'quarterly'],
    ])
  })

  test('has the same interval under each of its names (A113)', async () => {
    const names = {
      monthly: ['Month', 'EVERY_MONTH'],
      quarterly: ['QUARTER'],
      semi_annual: ['SEMI_ANNUAL', 'semiAnnually', 'HALF-YEARLY'],
      annual: ['YEARLY', 'year', 'Annually'],
    }
    const expected = Object.entries(names).flatMap(([interval, written]) => written.map((billingInterval) => [billingInterval, interval]))

    const tiers = await readTiers(...expected.map(([billingInterval]) => ({ price: 5, billingInterval })))

    assert.deepEqual(
      tiers.map(({ billing_interval }) => billing_interval),
      expected.map(([, interval]) => interval),
    )
  })

  test('keeps its price if the interval is missing or unknown', async () => {
    const unknown = [null, undefined, '', 'EVERY_3_MONTH', 'EVERY_2_WEEKS', 'BIANNUAL', 'constructor', 12, { unit: 'MONTH' }]

    const tiers = await readTiers(...unknown.map((billingInterval) => ({ price: 5, billingInterval })))

    assert.deepEqual(
      tiers.map(priceOf),
      unknown.map(() => [500, 'USD', undefined]),
    )
  })

  test('is distinguished from a free tier', async () => {
    const tiers = await readTiers({ price: null, billingInterval: 'MONTHLY' }, { price: 0, billingInterval: 'MONTHLY' }, { price: '0.00' }, { price: -5 }, {})

    for (const tier of tiers) assert.deepEqual(Object.keys(tier).sort(), ['benefits', 'description', 'id', 'name', 'rank', 'spend_period', 'spend_threshold'])
  })

  test('is in the second programme of the stand-ins', async () => {
    const { NEIGHBOUR_LOYALTY_API_KEY: key } = readSettings({})
    const stack = await startStack({ services: { neighbour: { loyaltyKey: key!, protectionKey: 'other' } }, settings: { LOYALTY_API_KEY: key } })
    after(() => stack.stop())

    const { membership } = await stack.browser(loyalty).openSession({ assertion: await stack.assertion('nobody') })

    const paid = membership.tiers.filter(({ price }) => price)
    assert.deepEqual(
      paid.map((tier) => [tier.name, ...priceOf(tier)]),
      [['Tea room', 1800, 'JPY', 'monthly']],
    )
  })
})
