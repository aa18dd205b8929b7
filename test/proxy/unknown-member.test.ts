import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { loyalty } from '../../src/contract/loyalty.ts'
import { unknownMemberStatuses } from '../../proxy/upstream/member-lookup.ts'
import { storefrontChecks } from '../conformance/checks/storefront.ts'
import { openAccount } from '../conformance/account.ts'
import { startStack, type Stack } from '../stack.ts'
import { questionsOf } from './questions.ts'
import { startOddLoyalty } from './odd-loyalty.ts'
import { refusalOf } from './refusals.ts'

const [mira, jonas] = ['700100200301', '700100200302'] as const
const auth = { method: 'POST', path: '/loyalty/v2.0/storefront/auth' }
const wordsFor = { 400: 'Bad request', 401: 'Cannot be authenticated', 404: 'Not found', 422: 'Cannot be processed' }

describe('a refusal of storefront auth', () => {
  let stack: Stack
  before(async () => (stack = await startStack()))
  after(() => stack.stop())
  afterEach(() => stack.mend())

  const open = async (customer: string) => stack.browser(loyalty).openSession({ assertion: await stack.assertion(customer) })
  const refuse = (match: { method?: string; path: string }, status: number, message: string) => stack.fault({ match, status, body: { message, data: {} } })

  for (const [code, words] of Object.entries(wordsFor)) {
    const status = Number(code)

    test(`with ${status} for a customer who is not a member shows the programme and lets them join`, async () => {
      await refuse(auth, status, words)

      const { membership } = await open(jonas)

      assert.equal(membership.member, null)
      assert.deepEqual(membership.unavailable, [])
      assert.ok(membership.tiers.length > 0)
    })

    test(`with ${status} for a member is an outage, not an invitation to join`, async () => {
      await refuse(auth, status, words)

      await refusalOf(open(mira), 'upstream-unavailable')
    })

    test(`with ${status}, if the read of the member is refused with it too, lets the customer join`, async () => {
      await refuse(auth, status, words)
      await refuse({ method: 'GET', path: `/loyalty/v2.0/admin/members/${jonas}` }, status, words)

      assert.equal((await open(jonas)).membership.member, null)
    })

    test(`with ${status} and of every other call, because the key was revoked, is an outage for members and others`, async () => {
      await refuse({ path: '/loyalty/' }, status, 'Invalid API key')

      for (const customer of [mira, jonas]) {
        const problem = await refusalOf(open(customer), 'upstream-unavailable')
        assert.doesNotMatch(JSON.stringify(problem), /key/i)
      }
    })
  }

  test('with a status that is never about the member is an outage', async () => {
    for (const status of [403, 409, 429, 500, 503]) {
      await refuse(auth, status, 'No')
      await refusalOf(open(jonas), 'upstream-unavailable')
      await stack.mend()
    }
  })

  test('is accepted by the conformance check with the same statuses as by the proxy', async (t) => {
    const check = storefrontChecks.find(({ title }) => title.includes('is not authenticated'))!
    const account = await openAccount({
      access: {
        loyaltyBaseUrl: `${stack.services}/loyalty`,
        loyaltyKey: stack.settings.LOYALTY_API_KEY!,
        protectionBaseUrl: stack.settings.PROTECTION_BASE_URL!,
        protectionKey: stack.settings.PROTECTION_API_KEY!,
        trackBaseUrl: stack.settings.TRACK_BASE_URL!,
      },
      timeout: 5_000,
      receiver: {},
    })
    t.after(() => account.close())

    assert.deepEqual(unknownMemberStatuses, Object.keys(wordsFor).map(Number))
    for (const status of unknownMemberStatuses) {
      await refuse(auth, status, 'No')
      await check.run(account)
      await stack.mend()
    }
    for (const status of [200, 403, 500]) {
      await refuse(auth, status, 'No')
      await assert.rejects(check.run(account))
      await stack.mend()
    }
  })
})

test('a customer can join at a service that responds with 400 for an unknown member', async (t) => {
  const stack = await startStack()
  t.after(() => stack.stop())
  const browser = stack.browser(loyalty)
  const { token } = await browser.openSession({ assertion: await stack.assertion(jonas) })
  const path = `/loyalty/v2.0/admin/members/${jonas}`
  await stack.fault({ match: { method: 'GET', path }, status: 400, body: { message: 'Customer not found', data: {} }, times: 1 })

  const { membership } = await stack.browser(loyalty, { token }).join({})

  assert.equal(membership.member?.first_name, 'Jonas')
})

test('with a key that the service does not know, no session is opened and nobody can join', async (t) => {
  const stack = await startStack({ settings: { LOYALTY_API_KEY: 'a-key-that-was-revoked' } })
  t.after(() => stack.stop())

  for (const customer of [mira, jonas]) {
    const opening = stack.browser(loyalty).openSession({ assertion: await stack.assertion(customer) })
    await refusalOf(opening, 'upstream-unavailable')
  }
  assert.ok(stack.log.some((line) => line.includes('LOYALTY_API_KEY')))
  assert.equal(await questionsOf(stack, 'POST /loyalty/v2.0/admin/members'), 0)
})

describe('a read of a customer that finds no record', () => {
  for (const [what, body] of [
    ['data that is null', { message: 'ok', data: null }],
    ['no data', { message: 'ok' }],
    ['data without a customer', { message: 'ok', data: { customer: null } }],
    ['an empty body', undefined],
  ] as const) {
    test(`and returns 200 with ${what} opens a session in which the customer can join`, async () => {
      const { open, seen, stack } = await startOddLoyalty({ nobody: { body }, merchant: { merchantName: 'Odd', currency: 'USD', status: 1 } })

      const { token, membership } = await open('7002')
      await stack.browser(loyalty, { token }).join({})

      assert.equal(membership.member, null)
      assert.equal(seen.filter(({ method, url }) => method === 'POST' && url.endsWith('/admin/members')).length, 1)
    })
  }

  test('is an outage if the merchant’s own record is empty too, so that no member is invited to join', async () => {
    const { open } = await startOddLoyalty({ nobody: { body: { message: 'Invalid API key' } }, merchant: undefined })

    await refusalOf(open('7002'), 'upstream-unavailable')
  })
})

test('a merchant’s record of another shape still proves that the key is valid', async () => {
  const { open } = await startOddLoyalty({ merchant: { merchantName: 4, currency: 'USD', creditsEnabled: 'true', status: 1 } })

  assert.equal((await open('7002')).membership.member, null)
})

test('a customer with an unreadable record is not treated as a newcomer', async () => {
  const { open } = await startOddLoyalty({ nobody: { body: { message: 'ok', data: { customerId: '7002', status: 5 } } } })

  await refusalOf(open('7002'), 'upstream-unavailable')
})

test('a record with a phone number as a number still identifies a member', async () => {
  const { open, seen, stack } = await startOddLoyalty({ nobody: { body: { message: 'ok', data: { customerId: '7002', phoneNumber: 15_035_550_118 } } } })
  await refusalOf(open('7002'), 'upstream-unavailable')

  assert.ok(stack.log.some((line) => line.includes('LOYALTY_AUTH_BODY')))
  assert.equal(seen.filter(({ method, url }) => method === 'POST' && url.endsWith('/admin/members')).length, 0)
})
