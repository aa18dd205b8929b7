import assert from 'node:assert/strict'
import type { Account } from '../account.ts'
import type { Check } from '../check.ts'
import { accepted, refused } from '../expect.ts'
import { isFree, isSpendBased, memberOf, tiersOf } from '../loyalty-records.ts'

/** Creating members, showing and changing them, and moving them between tiers. */
export const memberChecks: Check[] = [
  {
    sentences: ['L3', 'L12', 'L42', 'L44', 'L32', 'A10', 'A11', 'A12', 'A14'],
    title: 'a member created without a tier is active in a free tier, and shown by their id',
    async run(account) {
      const id = await account.newMember()
      const member = await memberOf(account, id)
      assert.equal(String(member.customerId ?? member.id), id)
      assert.equal(member.status, 'ACTIVE')
      assert.equal(typeof member.credit, 'number')
      assert.ok(['string', 'undefined'].includes(typeof member.accountState))
      const tier = (await tiersOf(account)).find(({ id }) => id === member.tierId)
      assert.ok(tier && isFree(tier), `tier ${String(member.tierId)} is no free one`)
    },
  },
  {
    sentences: ['L38', 'L39', 'L31', 'A14'],
    title: 'creation needs a customer id of the platform, no graph id, and changes nothing without one',
    async run({ loyalty }) {
      for (const body of [{}, { customerId: '' }, { customerId: {} }, { customerId: 'gid://shopify/Customer/8000000000' }])
        refused(await loyalty('POST', '/v2.0/admin/members', { body }))
    },
  },
  {
    sentences: ['L31', 'L43', 'A14'],
    title: 'creation refuses a tier that is not there, and values of another type, and changes no membership then',
    async run({ loyalty, newCustomerId }) {
      for (const fields of [{ segmentId: 'ffffffff' }, { credits: 'ten' }, { credits: 0 }, { overrideSpendThreshold: 'yes' }, { keepInSpendBasedTier: 1 }]) {
        const customerId = newCustomerId()
        const read = async () => (await loyalty('GET', `/v2.0/admin/members/${customerId}`)).text
        const before = await read()
        refused(await loyalty('POST', '/v2.0/admin/members', { body: { customerId, ...fields } }), 404)
        assert.equal(await read(), before)
      }
    },
  },
  {
    sentences: ['L14', 'L43', 'A19'],
    title: 'a credit value at creation is added to the new account',
    async run(account) {
      const id = await account.newMember({ credits: 12.5 })
      const { credit } = await account.until(
        () => memberOf(account, id),
        ({ credit }) => Number(credit) >= 12.5,
      )
      assert.equal(credit, 12.5)
    },
  },
  {
    sentences: ['L13', 'L43', 'A14'],
    title: 'overrideSpendThreshold puts a customer who has spent nothing into a spend-based tier, which they would not come into without',
    async run(account) {
      const { id: segmentId } = await spendBasedTierOf(account)
      const id = await account.newMember({ segmentId, overrideSpendThreshold: true })
      assert.equal((await memberOf(account, id)).tierId, segmentId)
      const customerId = account.newCustomerId()
      await account.loyalty('POST', '/v2.0/admin/members', { body: { customerId, segmentId } })
      const without = await account.loyalty('GET', `/v2.0/admin/members/${customerId}`)
      assert.ok(!without.ok || without.record('customer', 'member').tierId !== segmentId, String(without))
    },
  },
  {
    sentences: ['L13', 'L36', 'L43'],
    title: 'with keepInSpendBasedTier a member who spends nothing stays in their tier over the years, and without it they do not',
    needs: ['time passed'],
    async run(account) {
      const { id: segmentId } = await spendBasedTierOf(account)
      const kept = await account.newMember({ segmentId, overrideSpendThreshold: true, keepInSpendBasedTier: true })
      const given = await account.newMember({ segmentId, overrideSpendThreshold: true })
      await account.happen('time passed', { hours: 24 * 400 })
      await account.until(
        () => memberOf(account, given),
        ({ tierId }) => tierId !== segmentId,
      )
      assert.equal((await memberOf(account, kept)).tierId, segmentId)
    },
  },
  {
    sentences: ['L35', 'A14'],
    title: 'creating a member again with a lower tier moves them down to it',
    async run(account) {
      const [low, high] = await lowAndHigh(account)
      const id = await account.newMember()
      accepted(await account.loyalty('POST', `/v2.0/admin/members/${id}/change-tier`, { body: { tierId: high.id } }))
      accepted(await account.loyalty('POST', '/v2.0/admin/members', { body: { customerId: id, segmentId: low.id } }))
      assert.equal((await memberOf(account, id)).tierId, low.id)
    },
  },
  {
    sentences: ['L22', 'L34', 'L54', 'L55', 'A16'],
    title: 'a change of tier moves a member up and down to the tierId, and to the same tier without complaint',
    async run(account) {
      const [low, high] = await lowAndHigh(account)
      const id = await account.newMember()
      for (const { id: tierId } of [high, high, low]) {
        accepted(await account.loyalty('POST', `/v2.0/admin/members/${id}/change-tier`, { body: { tierId } }))
        assert.equal((await memberOf(account, id)).tierId, tierId)
      }
    },
  },
  {
    sentences: ['L54', 'A16'],
    title: 'a change of tier without a tierId, or to a tier that is not there, is refused and moves nobody',
    async run(account) {
      const id = await account.newMember()
      const { tierId: before } = await memberOf(account, id)
      for (const body of [{}, { tierId: 'ffffffff' }, { tierId: 7 }])
        refused(await account.loyalty('POST', `/v2.0/admin/members/${id}/change-tier`, { body }), 404)
      assert.equal((await memberOf(account, id)).tierId, before)
    },
  },
  {
    sentences: ['L15', 'L45', 'L46', 'L31', 'A15'],
    title: 'an update of a member takes every field, and shows afterwards',
    async run(account) {
      const id = await account.newMember()
      const fields = { firstName: 'Ada', lastName: 'Lovelace — 愛', notes: 'Likes "quotes" & <tags>', phoneNumber: '+12705550100' }
      accepted(await account.loyalty('PATCH', `/v2.0/admin/members/${id}`, { body: fields }))
      const member = await memberOf(account, id)
      for (const [name, value] of Object.entries(fields)) assert.equal(member[name], value)
    },
  },
  {
    sentences: ['L15', 'L46', 'A15'],
    title: 'an update of a member that lacks a field is refused, naming it, and changes nothing',
    async run(account) {
      const id = await account.newMember()
      const read = async () => {
        const { firstName, lastName, notes, phoneNumber } = await memberOf(account, id)
        return { firstName, lastName, notes, phoneNumber }
      }
      const before = await read()
      const fields = { firstName: 'Ada', lastName: 'Byron', notes: 'None', phoneNumber: '+12705550100' }
      for (const name of Object.keys(fields)) {
        const answer = refused(await account.loyalty('PATCH', `/v2.0/admin/members/${id}`, { body: { ...fields, [name]: undefined } }))
        assert.ok(answer.at<string>('message')?.includes(name), String(answer))
      }
      refused(await account.loyalty('PATCH', `/v2.0/admin/members/${id}`, { body: { ...fields, firstName: { first: 'Ada' } } }))
      assert.deepEqual(await read(), before)
    },
  },
]

async function spendBasedTierOf(account: Account) {
  const tier = (await tiersOf(account)).findLast(isSpendBased)
  assert.ok(tier, 'the account needs a spend-based tier for this')
  return tier
}

async function lowAndHigh(account: Account) {
  const tiers = await tiersOf(account)
  const [low, high] = [tiers.find(isFree), tiers.at(-1)]
  assert.ok(low && high && low !== high, 'the account needs a free tier and one above it for this')
  return [low, high] as const
}
