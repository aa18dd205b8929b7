import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Check } from '../check.ts'
import { accepted, refused } from '../expect.ts'
import { tiersOf, tierWithBenefit } from '../loyalty-records.ts'

/** Tiers, benefits and campaigns as the merchant sees and changes them. */
export const tierChecks: Check[] = [
  {
    sentences: ['L3', 'L4', 'L21', 'L32', 'L56', 'L57', 'A5', 'A22'],
    title: 'all tiers are listed, each with an id and a name, and each is shown by its id',
    async run(account) {
      const tiers = await tiersOf(account)
      assert.ok(tiers.length > 0)
      assert.equal(new Set(tiers.map(({ id }) => id)).size, tiers.length)
      for (const { id, name } of tiers) {
        assert.ok(id && name && name !== 'undefined')
        const tier = accepted(await account.loyalty('GET', `/v2.0/admin/tiers/${id}`)).record('segment', 'tier')
        assert.equal(String(tier.id ?? tier.segmentId ?? tier.tierId), id)
        assert.equal(tier.name ?? tier.tierName, name)
      }
    },
  },
  {
    sentences: ['L56', 'L57', 'L58', 'A9'],
    title: 'a tier holds its benefits when they are asked for with it',
    async run(account) {
      const { id } = await tierWithBenefit(account)
      const includeBenefits = { query: { includeBenefits: true } }
      // Other checks change benefits meanwhile.
      const [alone, listed, own] = await account.until(
        async () => {
          const tier = accepted(await account.loyalty('GET', `/v2.0/admin/tiers/${id}`, includeBenefits)).record('segment', 'tier')
          const tiers = accepted(await account.loyalty('GET', '/v2.0/admin/tiers', includeBenefits)).list()
          const inList = tiers.find((one) => String(one.id ?? one.segmentId ?? one.tierId) === id)
          return [tier.benefits, inList?.benefits, accepted(await account.loyalty('GET', `/v2.0/admin/tiers/${id}/benefits`)).list()]
        },
        ([alone, listed, own]) => isDeepStrictEqual([alone, listed], [own, own]),
      )
      assert.deepEqual([alone, listed], [own, own])
    },
  },
  {
    sentences: ['L23', 'L24', 'L32', 'L58', 'L59', 'A5', 'A23', 'A24'],
    title: 'the benefits of a tier are an array, each with a type, and each is shown by that type, whatever its capitals',
    async run(account) {
      const { id } = await tierWithBenefit(account)
      const benefits = accepted(await account.loyalty('GET', `/v2.0/admin/tiers/${id}/benefits`)).list()
      for (const { type } of benefits) {
        assert.equal(typeof type, 'string')
        for (const spelled of [String(type), String(type).toLowerCase()]) {
          const benefit = accepted(await account.loyalty('GET', `/v2.0/admin/tiers/${id}/benefits/${encodeURIComponent(spelled)}`)).record('benefit')
          assert.equal(benefit.type, type)
        }
      }
      refused(await account.loyalty('GET', `/v2.0/admin/tiers/${id}/benefits/NO_SUCH_BENEFIT`), 404)
    },
  },
  {
    sentences: ['L23', 'L24', 'L32', 'L62', 'L63', 'A5', 'A23', 'A24'],
    title: "all the merchant's benefits are an array, each with a type, and each is shown by that type",
    async run({ loyalty }) {
      const benefits = accepted(await loyalty('GET', '/v2.0/admin/benefits')).list()
      assert.ok(benefits.length > 0)
      for (const { type } of benefits) {
        assert.equal(typeof type, 'string')
        assert.equal(accepted(await loyalty('GET', `/v2.0/admin/benefits/${encodeURIComponent(String(type))}`)).record('benefit').type, type)
      }
    },
  },
  {
    sentences: ['L25', 'L32', 'L61', 'A5', 'A27'],
    title: 'the campaigns of a tier carry its segmentId, a name and readable dates, and no other tier has them',
    async run(account) {
      const seen = new Set<unknown>()
      for (const { id } of await tiersOf(account))
        for (const campaign of accepted(await account.loyalty('GET', `/v2.0/admin/tiers/${id}/campaigns`)).list()) {
          assert.equal(campaign.segmentId, id)
          assert.ok(campaign.name && !Number.isNaN(Date.parse(String(campaign.startDate))))
          assert.ok(!seen.has(campaign.id))
          seen.add(campaign.id)
        }
      for (const list of ['benefits', 'campaigns']) refused(await account.loyalty('GET', `/v2.0/admin/tiers/ffffffff/${list}`), 404)
    },
  },
]
