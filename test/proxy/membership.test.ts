import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Membership } from '../../src/contract/loyalty.ts'
import { loyalty } from '../../src/contract/loyalty.ts'
import { membershipParts, membershipSchema } from '../../src/contract/loyalty.schema.ts'
import { startStack, until, type Stack } from '../stack.ts'
import { timed } from '../timed.ts'
import { allQuestions, questionsOf } from './questions.ts'
import { lineAbout, refusalOf } from './refusals.ts'

const [mira, jonas, aiko] = ['700100200301', '700100200302', '700100200303'] as const

interface Held {
  customerId: string
  status: string
  tierId: string
}

let stack: Stack
before(async () => (stack = await startStack()))
after(() => stack.stop())
beforeEach(async () => void (await fetch(`${stack.services}/_control/reset`, { method: 'POST' })))
afterEach(() => stack.mend())

const signIn = async (customer: string, to = stack) => {
  const session = await to.browser(loyalty).openSession({ assertion: await to.assertion(customer) })
  return { session, browser: to.browser(loyalty, { token: session.token }) }
}
const membersHeld = async () => (await stack.state<{ members: Held[] }>('members')).members
const memberHeld = async (customer: string) => (await membersHeld()).find(({ customerId }) => customerId === customer)

/** Sends a request with this session, without the client. */
const ask = (token: string, path: string, { method = 'GET', body, headers = {} }: { method?: string; body?: string; headers?: Record<string, string> } = {}) =>
  fetch(stack.proxy + path, {
    method,
    body,
    headers: { Origin: stack.origin, 'X-Storefront-Client': '1', 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, ...headers },
  })

describe('getMembership', () => {
  test('returns everything that one screen shows', async () => {
    const { session, browser } = await signIn(mira)

    const membership = await browser.getMembership({})

    assert.deepEqual(membershipSchema.strict().parse(membership), membership)
    assert.deepEqual(membership, session.membership)
    assert.equal(membership.program?.name, 'Kiln & Paper')
    assert.equal(membership.tier?.name, 'Gold')
    assert.deepEqual(membership.member?.credits, { cents: 4250, currency: 'USD' })
    assert.deepEqual(
      membership.tiers.map(({ name }) => name),
      ['Member', 'Silver', 'Gold', 'Platinum'],
    )
    assert.equal(membership.credits.entries.length, 10)
    assert.ok(membership.credits.next)
    assert.ok(membership.benefits.length > 0 && membership.campaigns.length > 0)
    assert.deepEqual(membership.spend?.annual, { cents: 51230, currency: 'USD' })
    assert.deepEqual(membership.unavailable, [])
  })

  test('returns the requested parts, and requests no others from the services', async () => {
    const { browser } = await signIn(mira)
    const before = await questionsOf(stack, 'GET /loyalty/v2.0/storefront/members/:id/credits')

    const membership = await browser.getMembership({ parts: 'spend,tiers' })

    assert.ok(membership.spend && membership.tiers.length === 4)
    assert.equal(membership.member, null)
    assert.deepEqual(membership.credits.entries, [])
    assert.equal(await questionsOf(stack, 'GET /loyalty/v2.0/storefront/members/:id/credits'), before)
  })

  test('refuses a part that does not exist, and names the field', async () => {
    const { browser } = await signIn(mira)

    for (const parts of ['everything', 'member,', '', 'member;tier', '__proto__']) {
      const problem = await refusalOf(browser.getMembership({ parts }), 'invalid-request')
      assert.ok(lineAbout(problem, 'parts'), JSON.stringify(problem))
    }
  })

  for (const [path, missing] of [
    ['/loyalty/v2.0/admin/members/*/sbt', ['spend']],
    ['/loyalty/v2.0/storefront/members/*/credits', ['credits', 'redemption']],
    ['*/storefront/members/700100200301', ['member', 'tier', 'benefits', 'campaigns']],
  ] as const) {
    const present = (membership: Membership) => membershipParts.filter((part) => !membership.unavailable.includes(part) && !isEmpty(membership, part))
    const expected = membershipParts.filter((part) => part !== 'redemption' && !(missing as readonly string[]).includes(part))

    test(`names ${missing.join(' and ')} when it fails, and shows the rest`, async () => {
      const { browser } = await signIn(mira)
      await stack.fault({ match: { path }, status: 500 })

      const membership = await browser.getMembership({})

      assert.deepEqual(membership.unavailable, missing)
      assert.deepEqual(present(membership), expected)
    })

    test(`names ${missing.join(' and ')} when its answer has another shape, and shows the rest`, async () => {
      const { browser } = await signIn(mira)
      await stack.fault({ match: { path }, body: { message: 'ok', data: 'none of the things it should be' } })

      const membership = await browser.getMembership({})

      assert.deepEqual(membership.unavailable, missing)
      assert.deepEqual(present(membership), expected)
    })
  }

  for (const [path, missing] of [
    ['/loyalty/v2.0/admin/merchant', ['program']],
    // The tiers' own lists show which tier a benefit of the merchant's list belongs to.
    ['*/admin/tiers', ['tier', 'tiers', 'benefits']],
    ['/loyalty/v2.0/admin/tiers/*/benefits', ['benefits']],
    ['/loyalty/v2.0/admin/tiers/*/campaigns', ['campaigns']],
  ] as const) {
    for (const [what, fault] of [
      ['fails', { status: 500 }],
      ['has another shape', { body: { message: 'ok', data: 'none of the things it should be' } }],
    ] as const)
      test(`names ${missing.join(' and ')} as long as it ${what}, and no longer`, async (t) => {
        const fresh = await startStack()
        t.after(() => fresh.stop())
        await fresh.fault({ match: { path }, ...fault })

        const { session, browser } = await signIn(mira, fresh)
        const still = await browser.getMembership({})
        await fresh.mend()
        const mended = await browser.getMembership({})

        assert.deepEqual([session.membership.unavailable, still.unavailable, mended.unavailable], [missing, missing, []])
        assert.equal(mended.program?.name, 'Kiln & Paper')
        assert.equal(mended.tiers.length, 4)
        assert.ok(mended.benefits.length > 0 && mended.campaigns.length > 0)
      })
  }

  test('names a part that is late and shows the rest within two seconds, but waits for a part that is requested alone', async () => {
    const { browser } = await signIn(mira)
    await stack.fault({ match: { path: '/loyalty/v2.0/admin/members/*/sbt' }, hold: true })

    const { result: membership, counted } = await timed(() => browser.getMembership({}))
    const asked = browser.getMembership({ parts: 'spend' })
    // A request for all parts would have stopped waiting by now.
    await pause(1_800)
    await stack.mend()
    const { spend, unavailable } = await asked

    assert.deepEqual(membership.unavailable, ['spend'])
    assert.ok(membership.member && membership.benefits.length > 0)
    assert.ok(counted < 1_700, `${counted} ms`)
    assert.ok(spend)
    assert.deepEqual(unavailable, [])
  })

  test('shows nothing of another member’s record that the service returns, and redeems nothing with it', async () => {
    const { browser } = await signIn(mira)
    const theirs = { customerId: aiko, status: 'ACTIVE', firstName: 'Aiko', tierId: '4c8e1a27', tierName: 'Silver', credit: 1000, currencyCode: 'USD' }
    const path = `*/storefront/members/${mira}`
    for (const data of [theirs, { customer: theirs }, { ...theirs, customerId: Number(aiko) }]) {
      await stack.fault({ match: { path }, body: { message: 'ok', data } })

      const membership = await browser.getMembership({})
      const redemption = browser.redeemCredits({ amount: { cents: 100, currency: 'USD' } }, { headers: { 'Idempotency-Key': 'a key' } })

      assert.deepEqual([membership.member, membership.tier, membership.benefits, membership.campaigns], [null, null, [], []])
      assert.deepEqual(membership.unavailable, ['member', 'tier', 'benefits', 'campaigns'])
      assert.equal(membership.credits.entries.length, 10)
      assert.doesNotMatch(JSON.stringify(membership), /Aiko/)
      await refusalOf(redemption, 'upstream-unavailable')
      await refusalOf(browser.listCredits({}), 'upstream-unavailable')
      await stack.mend()
    }
    assert.equal(await questionsOf(stack, 'POST /loyalty/v2.0/storefront/members/:id/credits/redemption'), 0)
  })

  test('keeps unknown statuses and benefits, and reads dates and lists in their other forms', async (t) => {
    const fresh = await startStack()
    t.after(() => fresh.stop())
    const day = { startDate: '2026-05-13 20:26:01 +00:00', endDate: null }
    await fresh.fault({ match: { path: '*/campaigns' }, body: { message: 'ok', data: { campaigns: [{ id: 7, name: 'Spring', ...day }], count: 1 } } })
    await fresh.fault({ match: { path: '*/benefits' }, body: { message: 'ok', data: [{ type: 'MOON_TRIP', name: '<b>Moon</b>', enabled: true }] } })
    await fresh.fault({
      match: { path: '*/storefront/members/700100200301' },
      body: { data: { customer: { customerId: 700100200301, status: 'ON_THE_MOON', tierId: '3a636361', credit: 0.1 + 0.2, currencyCode: 'USD', more: 1 } } },
    })

    const { member, benefits, campaigns } = (await signIn(mira, fresh)).session.membership

    assert.equal(member?.status, 'ON_THE_MOON')
    assert.deepEqual(member.credits, { cents: 30, currency: 'USD' })
    assert.deepEqual(benefits, [{ type: 'MOON_TRIP', name: '<b>Moon</b>', description: null, credit: null }])
    assert.deepEqual(campaigns, [{ id: '7', name: 'Spring', starts_at: '2026-05-13T20:26:01.000Z', ends_at: null }])
  })
})

describe('join', () => {
  test('makes a customer a member, once', async () => {
    const { session } = await signIn(jonas)

    const first = await ask(session.token, '/v1/me', { method: 'POST', body: '{}' })
    const joined = (await first.json()) as typeof session
    const again = await ask(session.token, '/v1/me', { method: 'POST', body: '{}' })

    assert.equal(first.status, 201)
    assert.equal(joined.membership.member?.first_name, 'Jonas')
    assert.equal(joined.membership.tier?.name, 'Member')
    // The new token opens their own credits: none yet, or the welcome credits if those have arrived.
    const { entries } = await stack.browser(loyalty, { token: joined.token }).listCredits({})
    assert.ok(entries.every(({ reason }) => reason === 'SIGNUP'))
    assert.equal(again.status, 200)
    assert.equal(await questionsOf(stack, 'POST /loyalty/v2.0/admin/members'), 1)
  })

  for (const [who, customer] of [
    ['a member', mira],
    ['a member who is leaving', aiko],
  ] as const) {
    test(`creates nothing for ${who} and leaves their record unchanged`, async () => {
      const { session } = await signIn(customer)
      const before = await memberHeld(customer)

      const answer = await ask(session.token, '/v1/me', { method: 'POST', body: '{}' })

      assert.equal(answer.status, 200)
      assert.deepEqual(await memberHeld(customer), before)
      assert.equal(await questionsOf(stack, 'POST /loyalty/v2.0/admin/members'), 0)
    })
  }

  test('creates nothing if the member cannot be looked up', async () => {
    const { browser } = await signIn(mira)
    await stack.fault({ match: { path: `/loyalty/v2.0/admin/members/${mira}` }, status: 500 })

    await refusalOf(browser.join({}), 'upstream-unavailable')

    assert.equal(await questionsOf(stack, 'POST /loyalty/v2.0/admin/members'), 0)
    assert.equal((await memberHeld(mira))?.tierId, '3a636361')
  })
})

describe('another member’s id', () => {
  const elsewhere = { customerId: aiko, customer_id: aiko, id: aiko, sub: aiko, member: aiko, tierId: '4c8e1a27', segmentId: '4c8e1a27', credits: 1000 }

  test('in a query or a header changes nothing', async () => {
    const { session } = await signIn(mira)
    const query = new URLSearchParams(Object.entries(elsewhere).map(([name, value]) => [name, String(value)])).toString()
    const headers = { 'X-Customer-Id': aiko, 'X-Shopify-Customer-Id': aiko, 'X-Forwarded-User': aiko, Cookie: `customer=${aiko}` }

    const membership = (await (await ask(session.token, `/v1/me?${query}`, { headers })).json()) as Membership
    const credits = (await (await ask(session.token, `/v1/me/credits?${query}`, { headers })).json()) as Membership['credits']

    assert.equal(membership.member?.first_name, 'Mira')
    assert.ok(credits.entries.length > 2)
  })

  test('in a body changes nothing: the request affects only the session’s own member', async () => {
    const { session } = await signIn(jonas)

    const joined = (await (await ask(session.token, '/v1/me', { method: 'POST', body: JSON.stringify(elsewhere) })).json()) as typeof session
    await ask(joined.token, '/v1/me/cancellation', { method: 'POST', body: JSON.stringify({ ...elsewhere, reason: 'Moving' }) })
    await ask(joined.token, '/v1/me/reactivation', { method: 'POST', body: JSON.stringify(elsewhere) })

    assert.equal((await memberHeld(aiko))?.status, 'PENDING_CANCELLATION')
    assert.equal((await memberHeld(jonas))?.tierId, '1f2e3d4c')
    // No credits yet, or the welcome credits of every new member if those have arrived.
    assert.ok([0, 500].includes(joined.membership.member?.credits.cents ?? NaN))
  })

  test('in a path is refused, and no service is called', async () => {
    const { session } = await signIn(mira)
    const before = await allQuestions(stack)

    for (const path of [
      `/v1/me/${aiko}`,
      `/v1/members/${aiko}`,
      `/v1/me/credits/${aiko}`,
      `/v1/me/..%2f${aiko}`,
      `/v1/me/credits/redemptions/..%2f..%2f${aiko}`,
    ]) {
      assert.ok([400, 404].includes((await ask(session.token, path)).status), path)
    }
    assert.equal(await allQuestions(stack), before)
  })
})

describe('listCredits', () => {
  test('pages through the whole history, newest first, each entry once', async () => {
    const { browser } = await signIn(mira)

    const first = await browser.listCredits({ limit: 5 })
    const second = await browser.listCredits({ limit: 5, cursor: first.next! })
    const third = await browser.listCredits({ limit: 5, cursor: second.next! })

    const all = [first, second, third].flatMap(({ entries }) => entries)
    const times = all.map(({ created_at }) => Date.parse(created_at))
    assert.equal(third.next, null)
    assert.equal(new Set(times).size, 13)
    assert.deepEqual(
      times,
      [...times].sort((a, b) => b - a),
    )
  })

  test('refuses an invalid limit or cursor, and passes on the service’s refusal of an unknown cursor', async () => {
    const { session, browser } = await signIn(mira)

    for (const limit of ['0', '101', '-1', '1.5', 'ten', '']) {
      const answer = await ask(session.token, `/v1/me/credits?limit=${limit}`)
      assert.deepEqual([limit, answer.status], [limit, 400])
    }
    await refusalOf(browser.listCredits({ cursor: 'x'.repeat(3_000) }), 'invalid-request')
    await refusalOf(browser.listCredits({ cursor: 'not a cursor' }), 'upstream-refused')
  })
})

describe('actions of a member', () => {
  test('cancelMembership and reactivateMembership take effect at the service', async () => {
    const { browser } = await signIn(mira)
    const status = async () => (await memberHeld(mira))?.status

    await browser.cancelMembership({ reason: 'Moving abroad' })
    await until(status, (now) => now === 'PENDING_CANCELLATION')
    await browser.reactivateMembership({})
    await until(status, (now) => now === 'ACTIVE')

    assert.equal(await questionsOf(stack, 'POST /loyalty/v2.0/storefront/members/:id/cancellation'), 1)
  })

  test('are sent once, even if the response is lost', async () => {
    const { browser } = await signIn(mira)
    await stack.fault({ match: { method: 'POST', path: '*/cancellation' }, drop: 'after' })

    await refusalOf(browser.cancelMembership({}), 'upstream-unavailable')

    assert.equal(await questionsOf(stack, 'POST /loyalty/v2.0/storefront/members/:id/cancellation'), 1)
  })

  test('are not offered if the shop does not allow them', async (t) => {
    const quiet = await startStack({ settings: { SHOPPERS_MAY: 'payment' } })
    t.after(() => quiet.stop())
    const { token, membership } = await quiet.browser(loyalty).openSession({ assertion: await quiet.assertion(mira) })
    const browser = quiet.browser(loyalty, { token })

    assert.deepEqual(membership.may, ['payment'])
    await refusalOf(browser.join({}), 'not-configured')
    await refusalOf(browser.cancelMembership({}), 'not-configured')
    await refusalOf(browser.reactivateMembership({}), 'not-configured')
    await browser.updatePaymentMethod({})
    assert.equal((await quiet.state<{ totals: { mails: number } }>('mails')).totals.mails, 1)
  })

  test('send three e-mails about the means of payment in an hour, and no more', async (t) => {
    const own = await startStack({ settings: { SHOPPERS_MAY: 'payment' } })
    t.after(() => own.stop())
    const openSession = async () => own.browser(loyalty, { token: (await own.browser(loyalty).openSession({ assertion: await own.assertion(mira) })).token })
    const browser = await openSession()
    for (let count = 0; count < 3; count += 1) await browser.updatePaymentMethod({})

    await refusalOf(browser.updatePaymentMethod({}), 'rate-limited')
    await refusalOf((await openSession()).updatePaymentMethod({}), 'rate-limited')
    assert.equal((await own.state<{ totals: { mails: number } }>('mails')).totals.mails, 3)
  })
})

test('getMembership still responds while the whole service is down, and names all of the member’s own parts as unavailable', async (t) => {
  const failing = await startStack()
  t.after(() => failing.stop())
  const { token } = await failing.browser(loyalty).openSession({ assertion: await failing.assertion(mira) })
  await failing.fault({ match: { path: '/loyalty' }, drop: true })

  const { unavailable, may } = await failing.browser(loyalty, { token }).getMembership({})

  assert.deepEqual(
    unavailable,
    membershipParts.filter((part) => part !== 'program' && part !== 'tiers'),
  )
  assert.ok(may.includes('join'))
})

const isEmpty = (membership: Membership, part: (typeof membershipParts)[number]) => {
  const value = membership[part]
  return value === null || (Array.isArray(value) && value.length === 0) || (part === 'credits' && membership.credits.entries.length === 0)
}
