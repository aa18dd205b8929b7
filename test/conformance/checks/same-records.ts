import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Account } from '../account.ts'
import type { Check } from '../check.ts'
import { accepted } from '../expect.ts'
import { creditsOf, memberOf, tiersOf } from '../loyalty-records.ts'

type Fields = Record<string, unknown>

/** The tier's records at a door: without the benefits that may come with it. */
const withoutBenefits = ({ benefits: _, ...rest }: Fields) => rest

/** The same fields as in another record, as far as this one has them. */
const pick = (record: Fields, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, record[name]]))

/** What a list says of the one with that value in a field. */
function found(list: readonly Fields[], name: string, value: unknown): Fields {
  const one = list.find((entry) => String(entry[name]) === String(value))
  assert.ok(one, `no entry has the ${name} ${String(value)}`)
  return one
}

/** The entry of the list of members, however many pages before. */
async function listedMember({ loyalty }: Account, id: string): Promise<Fields> {
  for (let cursor: unknown; ;) {
    const page = accepted(
      await loyalty('GET', '/v2.0/admin/members', { query: { limit: 100, ...(cursor !== undefined && { lastCustomerId: String(cursor) }) } }),
    )
    const one = page.list().find((entry) => String(entry.customerId ?? entry.id) === id)
    if (one) return one
    cursor = page.at('data.lastCustomerId') ?? undefined
    assert.ok(cursor !== undefined, `${id} is not in the list`)
  }
}

/** One record, asked for at every address that shows it. */
export const sameRecordChecks: Check[] = [
  {
    sentences: ['L41', 'L44', 'L76', 'A10', 'A44'],
    title: 'a member is the same in the list, alone and on the storefront, with the fields that a member has',
    async run(account) {
      const id = await account.newMember()
      const fields = { firstName: 'Ada', lastName: 'Byron', notes: 'Kept to ourselves', phoneNumber: '+12705550100' }
      accepted(await account.loyalty('PATCH', `/v2.0/admin/members/${id}`, { body: fields }))
      const session = await account.signIn(id)

      // What joining brings takes effect while the record is read.
      const doors = async () => {
        const alone = await memberOf(account, id)
        const own = accepted(await account.loyalty('GET', `/v2.0/storefront/members/${id}`, session)).record('customer', 'member')
        return { alone, listed: await listedMember(account, id), own }
      }
      const { alone, listed, own } = await account.until(doors, ({ alone, listed }) => alone.firstName === 'Ada' && isDeepStrictEqual(alone, listed))

      assert.deepEqual(pick(alone, Object.keys(fields)), fields)
      assert.deepEqual(listed, alone)
      const { notes: _, paymentId: __, ...shown } = alone
      assert.deepEqual(own, shown)
    },
  },
  {
    sentences: ['L41', 'L76', 'A10', 'A44'],
    title: 'orderIds of a member hold what they have ordered, for the merchant and for the member',
    needs: ['ordered'],
    async run(account) {
      const id = await account.newMember()
      const orderId = Math.floor(Math.random() * 1e12)
      await account.happen('ordered', { customerId: id, orderId, orderTotal: 31.5 })
      const session = await account.signIn(id)
      for (const [path, details] of [[`admin/members/${id}`], [`storefront/members/${id}`, session]] as const)
        await account.until(
          async () => accepted(await account.loyalty('GET', `/v2.0/${path}`, details)).record('customer', 'member').orderIds,
          (orderIds) => Array.isArray(orderIds) && orderIds.map(Number).includes(orderId),
        )
    },
  },
  {
    sentences: ['L48', 'L77', 'A17', 'A45'],
    title: 'a credit entry is the same for the merchant and for the member',
    async run(account) {
      const id = await account.newMember()
      for (const amount of [7, 3]) accepted(await account.loyalty('POST', `/v2.0/admin/members/${id}/credits`, { body: { amount, note: `worth ${amount}` } }))
      const entries = await account.until(
        () => creditsOf(account, id),
        (list) => [7, 3].every((amount) => list.some(({ note }) => note === `worth ${amount}`)),
      )

      const own = accepted(await account.loyalty('GET', `/v2.0/storefront/members/${id}/credits`, await account.signIn(id))).list()

      for (const amount of [7, 3]) assert.equal(Number(found(entries, 'note', `worth ${amount}`).amount), amount)
      assert.deepEqual(own, entries)
    },
  },
  {
    sentences: ['L56', 'L57', 'L85', 'A22', 'A42'],
    title: 'a tier is the same in the list, alone and for a member of it',
    async run(account) {
      const id = await account.newMember()
      const listed = accepted(await account.loyalty('GET', '/v2.0/admin/tiers'))
        .list()
        .map(withoutBenefits)
      for (const tier of await tiersOf(account)) {
        const alone = accepted(await account.loyalty('GET', `/v2.0/admin/tiers/${tier.id}`)).record('segment', 'tier')
        assert.deepEqual(withoutBenefits(alone), found(listed, 'id' in alone ? 'id' : 'segmentId', tier.id))
      }
      const { tierId } = await memberOf(account, id)
      const own = accepted(await account.loyalty('GET', `/v2.0/storefront/tiers/${String(tierId)}`, await account.signIn(id))).record('segment', 'tier')
      const alone = accepted(await account.loyalty('GET', `/v2.0/admin/tiers/${String(tierId)}`)).record('segment', 'tier')
      assert.deepEqual(withoutBenefits(own), withoutBenefits(alone))
    },
  },
  {
    sentences: ['L58', 'L59', 'L62', 'L63', 'L83', 'L84', 'L86', 'A23', 'A24'],
    title: 'a benefit is the same in its list and alone, of a tier and of the merchant, and for a member',
    async run(account) {
      const { loyalty } = account
      const benefitsAt = async (path: string, details = {}) => accepted(await loyalty('GET', path, details)).list()
      const benefitAt = async (path: string, details = {}) => accepted(await loyalty('GET', path, details)).record('benefit')
      const ofMerchant = await benefitsAt('/v2.0/admin/benefits')
      for (const benefit of ofMerchant) assert.deepEqual(await benefitAt(`/v2.0/admin/benefits/${encodeURIComponent(String(benefit.type))}`), benefit)
      for (const { id } of await tiersOf(account))
        for (const benefit of await benefitsAt(`/v2.0/admin/tiers/${id}/benefits`))
          assert.deepEqual(await benefitAt(`/v2.0/admin/tiers/${id}/benefits/${encodeURIComponent(String(benefit.type))}`), benefit)
      const id = await account.newMember()
      const session = await account.signIn(id)
      assert.deepEqual(await benefitsAt('/v2.0/storefront/benefits', session), ofMerchant)
      for (const benefit of ofMerchant)
        assert.deepEqual(await benefitAt(`/v2.0/storefront/benefits/${encodeURIComponent(String(benefit.type))}`, session), benefit)
      const { tierId } = await memberOf(account, id)
      const path = `tiers/${String(tierId)}/benefits`
      assert.deepEqual(await benefitsAt(`/v2.0/storefront/${path}`, session), await benefitsAt(`/v2.0/admin/${path}`))
    },
  },
  {
    sentences: ['L61', 'L87', 'A27', 'A42'],
    title: 'the campaigns of a tier are the same for the merchant and for a member of it',
    async run(account) {
      const { loyalty } = account
      const tiers = await tiersOf(account)
      const lists = await Promise.all(tiers.map(async ({ id }) => accepted(await loyalty('GET', `/v2.0/admin/tiers/${id}/campaigns`)).list()))
      const tierId = tiers[lists.findIndex(({ length }) => length > 0)]?.id ?? tiers[0]!.id
      const id = await account.newMember()
      accepted(await loyalty('POST', `/v2.0/admin/members/${id}/change-tier`, { body: { tierId } }))
      await account.until(
        () => memberOf(account, id),
        (member) => String(member.tierId) === tierId,
      )
      const own = accepted(
        await loyalty('GET', `/v2.0/storefront/tiers/${tierId}/campaigns`, { ...(await account.signIn(id)), query: { customerId: id } }),
      ).list()
      assert.deepEqual(own, lists[tiers.findIndex((tier) => tier.id === tierId)])
    },
  },
]
