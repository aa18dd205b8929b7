import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { base64url } from 'jose'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { loyalty, type CreditPage, type Membership } from '../../src/contract/loyalty.ts'
import { membershipParts } from '../../src/contract/loyalty.schema.ts'
import { orderProtection } from '../../src/contract/order-protection.ts'
import { protection } from '../../src/contract/protection.ts'
import { tracking } from '../../src/contract/tracking.ts'
import type { BenefitDto, CreditsDto, MemberDto } from '../../proxy/upstream/loyalty.ts'
import { toCents } from '../../proxy/routes/amounts.ts'
import { nextToExpire } from '../../proxy/routes/membership/expiring.ts'
import { startStack, type Stack } from '../stack.ts'
import { forge, forgedSessions, type Known } from './forged-sessions.ts'

const routes = { ...protection, ...tracking, ...orderProtection, ...loyalty }
type Verb = keyof typeof routes
const { getProgram: _program, openSession: _session, ...ofMembers } = loyalty
const isMembers = (verb: Verb) => verb in ofMembers
/** Answers everybody the same. */
const isPublic = (verb: Verb) => verb === 'quoteProtection' || verb === 'getProgram'

/** A well-formed request for each route, from a caller who knows no secret. */
const inputs: { readonly [Name in Verb]: Record<string, unknown> } = {
  quoteProtection: { cents: 6200, currency: 'USD' },
  trackOrder: { order_number: 'K-1002', email: 'nobody@example.com' },
  trackEnrichment: { ticket: 'x' },
  trackEvents: { ticket: 'x', package: 'x' },
  protectOrder: { key: 'x' },
  unprotectOrder: { key: 'x' },
  getProgram: {},
  openSession: { assertion: 'x' },
  getMembership: {},
  join: {},
  listCredits: {},
  redeemCredits: { amount: { cents: 100, currency: 'USD' } },
  getRedemption: { id: 'x' },
  cancelMembership: { reason: 'Moving abroad' },
  reactivateMembership: {},
  updatePaymentMethod: {},
}
const verbs = Object.keys(routes) as Verb[]

const [mira, aiko, adaeze] = ['700100200301', '700100200303', '810100200301'] as const
const other = 'https://another-page.example'
const neighbour = { loyaltyKey: 'moss-loyalty-key', protectionKey: 'moss-protection-key' }
const newKey = (kid: string) => `${kid}:${base64url.encode(randomBytes(32))}`

let kiln: Stack
let moss: Stack
/** Sessions of Mira, of another member of the same shop, and of a member of the other shop. */
let hers: Known
let theirs: Known
let elsewhere: Known

before(async () => {
  const loose = { TRACK_TRIES: '100000,100000,100000', SHOPPERS_MAY: 'join,redeem,cancel,reactivate,payment,protect-later,unprotect' }
  kiln = await startStack({ origins: ['https://kiln.example', other], settings: { ...loose, SESSION_KEYS: newKey('one') } })
  moss = await startStack({
    origins: ['https://moss.example'],
    services: { neighbour },
    settings: async ({ TRACK_BASE_URL }) => ({
      ...loose,
      SESSION_KEYS: newKey('two'),
      ASSERTION_KEYS: newKey('two'),
      LOYALTY_API_KEY: neighbour.loyaltyKey,
      PROTECTION_API_KEY: neighbour.protectionKey,
      TRACK_BASE_URL: `${TRACK_BASE_URL}/moss-and-tin`,
    }),
  })
  hers = await sessionAt(kiln, mira)
  theirs = await sessionAt(kiln, aiko)
  elsewhere = await sessionAt(moss, adaeze)
})
after(async () => {
  await kiln.stop()
  await moss.stop()
})

async function sessionAt(stack: Stack, customer: string, origin = stack.origin): Promise<Known> {
  const { token } = await stack.browser(loyalty, { origin }).openSession({ assertion: await stack.assertion(customer) })
  return { token, key: stack.settings.SESSION_KEYS! }
}

interface Asking {
  headers?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
  /** The id in the path. */
  id?: string
}

/** Calls a route as a page of the shop, with the given additions. */
async function ask(stack: Stack, verb: Verb, { headers = {}, query = {}, body = {}, ...named }: Asking = {}) {
  const { method, path }: Endpoint = routes[verb]
  const { id, ...input } = { ...inputs[verb], ...named }
  const isRead = method === 'GET'
  const search = new URLSearchParams({ ...(isRead && input), ...query })
  const answer = await fetch(`${stack.proxy}${path.replace(':id', String(id))}?${search}`, {
    method,
    body: isRead ? undefined : JSON.stringify({ ...input, ...body }),
    headers: { Origin: stack.origin, 'X-Storefront-Client': '1', 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID(), ...headers },
  })
  const text = await answer.text()
  return { status: answer.status, code: (JSON.parse(text) as { code?: string }).code, text }
}

/** Names every part of a membership, so that no part is left out because it is late. */
const everyPart = { query: { parts: membershipParts.join() } }
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

/** Reads a member's own data from the service, with the shop's key. */
async function heldOf({ settings }: Stack, customer: string) {
  const { LOYALTY_BASE_URL = '', LOYALTY_API_KEY = '' } = settings
  const read = async <Record>(path: string) => {
    const answer = await fetch(`${LOYALTY_BASE_URL}/v2.0/admin/${path}`, { headers: { 'X-Loyalty-Api-Key': LOYALTY_API_KEY } })
    return ((await answer.json()) as { data: Record }).data
  }
  const { firstName, credit, tierId } = await read<MemberDto>(`members/${customer}`)
  const { annual = 0 } = await read<{ annual?: number }>(`members/${customer}/sbt`)
  const { credits, lastCreditEntry } = await read<CreditsDto>(`members/${customer}/credits?limit=100`)
  const ofTier = await read<BenefitDto[]>(`tiers/${tierId}/benefits`)
  const ofEverybody = (await read<BenefitDto[]>('benefits')).filter(({ type }) => ofTier.every((benefit) => benefit.type !== type))
  const entries = credits.slice(0, 10).map(({ createdAt, amount }) => `${createdAt} ${toCents(amount, 'USD')}`)
  return {
    name: firstName,
    credits: toCents(credit ?? 0, 'USD'),
    spent: toCents(annual, 'USD'),
    entries,
    page: entries,
    expiring: nextToExpire(credit ?? 0, { credits, lastCreditEntry }, 'USD', Date.now()),
    benefits: [...ofTier, ...ofEverybody].filter(({ enabled }) => enabled !== false).map(({ name }) => name),
  }
}

/** Returns the same data from the responses of the proxy. */
function dataIn({ member, spend, credits, benefits }: Membership, { entries }: CreditPage) {
  const written = (all: CreditPage['entries']) => all.slice(0, 10).map(({ created_at, amount }) => `${created_at} ${amount.cents}`)
  return {
    name: member?.first_name,
    credits: member?.credits.cents,
    spent: spend?.annual?.cents ?? 0,
    entries: written(credits.entries),
    page: written(entries),
    expiring: credits.expiring,
    benefits: benefits.map(({ name }) => name),
  }
}

/** What the proxy reads of a whole programme. It reads it again after a while, for any shopper. */
const ofProgram = /\/admin\/(merchant|tiers|benefits)\b/

/** Returns the requests about members that a shop's loyalty service has received so far. */
async function touched({ services }: Stack) {
  const { requests } = (await (await fetch(`${services}/_control/state?of=requests`)).json()) as { requests: { operation: string; count: number }[] }
  return requests.filter(({ operation }) => operation.includes('/loyalty/') && !ofProgram.test(operation))
}

/** Fails if a response names a member: by last name, address or id. */
async function assertOfNobody(stack: Stack, text: string, about: string) {
  const named = await namesOf(stack)
  const found = named.find((name) => text.includes(name))
  assert.equal(found, undefined, `${about}: ${text.slice(0, 300)}`)
}

const known = new Map<Stack, Promise<string[]>>()
function namesOf(stack: Stack): Promise<string[]> {
  const merchant = stack === moss ? 'moss-and-tin' : 'kiln-and-paper'
  const read = async () => {
    const answer = await fetch(`${stack.services}/_control/state?of=members&merchant=${merchant}`)
    const { members } = (await answer.json()) as { members: { customerId: string; email: string; lastName: string }[] }
    return members.slice(0, 5).flatMap(({ customerId, email, lastName }) => [customerId, email, lastName])
  }
  if (!known.has(stack)) known.set(stack, read())
  return known.get(stack)!
}

/** Requests that carry the token in every place except the right one. */
const misplaced = (token: string, verb: Verb): Record<string, Asking> => {
  const names = ['token', 'access_token', 'session', 'authorization', 'Authorization', 'jwt', 'bearer', 'id_token', 'api_key', 'sub', 'customer', 'member']
  const everywhere = Object.fromEntries(names.map((name) => [name, token]))
  const proofs = Object.fromEntries(Object.keys(inputs[verb]).flatMap((name) => (/^(assertion|ticket|key|id)$/.test(name) ? [[name, token]] : [])))
  const headers = ['X-Authorization', 'X-Forwarded-Authorization', 'Proxy-Authorization', 'X-Access-Token', 'X-Session', 'X-Storefront-Session', 'X-Api-Key']
  return {
    query: { query: everywhere },
    body: { body: { ...everywhere, ...proofs } },
    cookie: { headers: { Cookie: names.map((name) => `${name}=${token}`).join('; ') } },
    'other headers': { headers: { ...Object.fromEntries(headers.map((name) => [name, `Bearer ${token}`])), 'X-Customer-Id': aiko, Forwarded: `for=${token}` } },
    'another scheme': { headers: { Authorization: `Basic ${token}` } },
    'no scheme': { headers: { Authorization: token } },
    'a scheme behind another': { headers: { Authorization: `Basic eA==, Bearer ${token}` } },
  }
}

describe('every browser route of the contract', () => {
  test('returns no member’s data without a session', async () => {
    for (const verb of verbs) {
      const { status, code, text } = await ask(kiln, verb)
      if (isMembers(verb)) assert.deepEqual([verb, status, code], [verb, 401, 'session-required'])
      await assertOfNobody(kiln, text, verb)
    }
  })

  test('refuses a session with any single fault and calls no service; a route without sessions responds as if there were none', async () => {
    const forged = await forgedSessions(hers, theirs, elsewhere)
    const usual = new Map(await Promise.all(verbs.map(async (verb) => [verb, (await ask(kiln, verb)).status] as const)))
    const before = await touched(kiln)
    assert.equal(new Set(forged.map(([, token]) => token)).size, forged.length)

    // Some at a time, because the proxy delays some responses to fixed moments; not all, because it gives up on a service that a busy machine slows down.
    const tryAll = async ([what, token]: (typeof forged)[number]) => {
      assert.notEqual(token, hers.token)
      for (const verb of verbs) {
        const { status, code, text } = await ask(kiln, verb, bearer(token))
        if (isMembers(verb)) assert.deepEqual([what, verb, status, code], [what, verb, 401, 'session-expired'])
        else assert.deepEqual([what, verb, status], [what, verb, usual.get(verb)])
        await assertOfNobody(kiln, text, `${verb}, ${what}`)
      }
    }
    const tried = forged.values()
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (const one of tried) await tryAll(one)
      }),
    )

    assert.deepEqual(await touched(kiln), before)
  })

  test('accepts a valid session that this test makes itself, so each forged session is refused only for its own fault', async () => {
    const { status, text } = await ask(kiln, 'getMembership', bearer(await forge(hers)))

    assert.equal(status, 200)
    assert.match(text, /"first_name":"Mira"/)
  })

  test('accepts a session only in the Authorization header', async () => {
    const before = await touched(kiln)

    for (const verb of verbs) {
      for (const [place, asking] of Object.entries(misplaced(hers.token, verb))) {
        const { status, code, text } = await ask(kiln, verb, asking)
        if (isMembers(verb)) assert.deepEqual([place, verb, status, code], [place, verb, 401, 'session-required'])
        else if (!isPublic(verb)) assert.ok(status >= 400 && status < 500, `${place}, ${verb}: ${status}`)
        await assertOfNobody(kiln, text, `${verb}, ${place}`)
      }
    }

    assert.deepEqual(await touched(kiln), before)
  })

  test('serves the session’s own member, even if another member’s session is in all other places', async () => {
    const own = `"first_name":"Mira"`
    const reads: readonly Verb[] = ['getMembership', 'listCredits', 'getRedemption', 'join']
    for (const verb of reads) {
      const alone = await ask(kiln, verb, bearer(hers.token))
      for (const [place, { headers, ...asking }] of Object.entries(misplaced(theirs.token, verb))) {
        const { status, text } = await ask(kiln, verb, { ...asking, headers: { ...headers, ...bearer(hers.token).headers } })
        const isKnown = verb !== 'getRedemption'
        assert.deepEqual([verb, place, status], [verb, place, isKnown ? 200 : 404])
        if (verb !== 'listCredits' && isKnown) assert.ok(text.includes(own), `${verb}, ${place}`)
        else if (isKnown) assert.equal(text, alone.text)
        assert.doesNotMatch(text, /Aiko|Tanaka|"cents":660/)
      }
    }
  })

  test('returns to each member only their own data, one after the other and at once', async () => {
    const members = [
      [mira, hers],
      [aiko, theirs],
    ] as const
    const held = new Map(await Promise.all(members.map(async ([customer]) => [customer, await heldOf(kiln, customer)] as const)))
    assert.notDeepEqual(held.get(mira), held.get(aiko))
    const answerOf = async ({ token }: Known) => {
      const answers = await Promise.all([ask(kiln, 'getMembership', { ...everyPart, ...bearer(token) }), ask(kiln, 'listCredits', bearer(token))])
      return dataIn(...(answers.map(({ text }) => JSON.parse(text) as unknown) as [Membership, CreditPage]))
    }

    for (const [customer, { token, key }] of [...members, ...members]) assert.deepEqual(await answerOf({ token, key }), held.get(customer))
    const atOnce = await Promise.all([...members, ...members].map(async ([customer, known]) => [await answerOf(known), held.get(customer)]))
    for (const [answered, expected] of atOnce) assert.deepEqual(answered, expected)
  })

  test('shows no member another member’s redemption, neither as pending nor by its id', async () => {
    await kiln.fault({ match: { method: 'POST', path: '*/credits/redemption' }, status: 500 })
    const { status, text } = await ask(kiln, 'redeemCredits', bearer(hers.token))
    await kiln.mend()
    const { id } = JSON.parse(text) as { id: string }
    assert.equal(status, 202, text)

    const own = await ask(kiln, 'getMembership', { ...everyPart, ...bearer(hers.token) })
    const others = await ask(kiln, 'getMembership', { ...everyPart, ...bearer(theirs.token) })

    const openIn = ({ text }: { text: string }) => (JSON.parse(text) as Membership).pending.map((redemption) => redemption.id)
    assert.deepEqual([openIn(own), openIn(others)], [[id], []])
    const found = await Promise.all([hers, theirs].map(({ token }) => ask(kiln, 'getRedemption', { ...bearer(token), id })))
    assert.deepEqual(
      found.map(({ status }) => status),
      [200, 404],
    )
  })

  test('accepts a session only from the origin that the session was made for', async () => {
    const made = await sessionAt(kiln, mira, other)
    const origins = [
      [kiln.origin, 401, 'session-expired'],
      ['https://moss.example', 403, 'origin-not-allowed'],
      ['null', 403, 'origin-not-allowed'],
    ] as const
    for (const [origin, status, code] of origins) {
      for (const verb of verbs.filter(isMembers)) {
        const answer = await ask(kiln, verb, { headers: { ...bearer(made.token).headers, Origin: origin } })
        assert.deepEqual([origin, verb, answer.status, answer.code], [origin, verb, status, code])
      }
    }
  })

  test('refuses the other shop’s sessions and proofs, although the customer has the same id in both shops', async () => {
    const both = [
      [kiln, moss],
      [moss, kiln],
    ] as const
    for (const [made, asked] of both) {
      const foreign = [await sessionAt(made, mira), await sessionAt(made, made === kiln ? aiko : adaeze)]
      const before = await touched(asked)
      for (const { token } of foreign) {
        for (const verb of verbs.filter(isMembers)) {
          for (const origin of [asked.origin, made.origin]) {
            const { status, code, text } = await ask(asked, verb, { headers: { ...bearer(token).headers, Origin: origin } })
            const expected = origin === asked.origin ? [401, 'session-expired'] : [403, 'origin-not-allowed']
            assert.deepEqual([verb, status, code], [verb, ...expected])
            await assertOfNobody(asked, text, verb)
            await assertOfNobody(made, text, verb)
          }
        }
      }
      const { status, code } = await ask(asked, 'openSession', { body: { assertion: await made.assertion(mira) } })
      assert.deepEqual([status, code], [401, 'assertion-refused'])
      assert.deepEqual(await touched(asked), before)
    }
  })
})
