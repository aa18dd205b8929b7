import assert from 'node:assert/strict'
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { base64url, EncryptJWT, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import type { Session } from '../../src/contract/loyalty.ts'
import { loyalty } from '../../src/contract/loyalty.ts'
import { protection } from '../../src/contract/protection.ts'
import { tracking } from '../../src/contract/tracking.ts'
import { startStack, type Stack } from '../stack.ts'
import { forge } from './forged-sessions.ts'
import { newKeyPair } from './key-pair.ts'
import { allQuestions } from './questions.ts'
import { lineAbout, refusalOf } from './refusals.ts'

const [mira, jonas, aiko] = ['700100200301', '700100200302', '700100200303'] as const
const typ = 'storefront-assertion+jwt'
const shared = randomBytes(32)
/** A secret whose first byte looks like the beginning of a JWK. */
const braced = Buffer.from(`{${'secret'.repeat(6)}`)
const edwards = newKeyPair('ed25519')
const curve = newKeyPair('P-256')
const jwkOf = (key: typeof edwards.publicKey) => base64url.encode(JSON.stringify(key.export({ format: 'jwk' })))

const keys = [
  `shared:${base64url.encode(shared)}`,
  `braced:${base64url.encode(braced)}`,
  `edwards:${jwkOf(edwards.publicKey)}`,
  `curve:${jwkOf(curve.publicKey)}`,
]
const now = () => Math.floor(Date.now() / 1000)

describe('openSession', () => {
  let stack: Stack
  before(async () => (stack = await startStack({ settings: { ASSERTION_KEYS: keys.join(',') } })))
  after(() => stack.stop())

  const open = (assertion: string) => stack.browser(loyalty).openSession({ assertion })
  const claimsOf = (changes: JWTPayload = {}): JWTPayload => ({
    iss: stack.origin,
    aud: stack.proxy,
    sub: mira,
    iat: now(),
    exp: now() + 120,
    jti: randomUUID(),
    ...changes,
  })
  const signed = (claims: JWTPayload = {}, header: object = {}, key: Parameters<SignJWT['sign']>[0] = shared) =>
    new SignJWT(claimsOf(claims)).setProtectedHeader({ alg: 'HS256', typ, kid: 'shared', ...header }).sign(key)

  test('returns a session and the whole membership for a new proof', async () => {
    const { token, expires_at, membership } = await open(await signed())

    assert.match(token, /^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/)
    assert.equal(membership.member?.first_name, 'Mira')
    const life = Date.parse(expires_at) - Date.now()
    assert.ok(life > 60 * 60_000 && life < 120 * 60_000, `${life} ms`)
  })

  test('accepts proofs signed by any of the keys: two secrets, Ed25519, P-256', async () => {
    for (const proof of [
      signed({}, { kid: 'shared' }),
      signed({}, { kid: 'braced' }, braced),
      signed({}, { kid: 'edwards', alg: 'EdDSA' }, edwards.privateKey),
      signed({}, { kid: 'curve', alg: 'ES256' }, curve.privateKey),
    ]) {
      assert.equal((await open(await proof)).membership.member?.first_name, 'Mira')
    }
  })

  describe('refuses, without a call to the service, a proof', () => {
    const forged: Record<string, () => Promise<string> | string> = {
      'that has expired': () => signed({ iat: now() - 200, exp: now() - 60 }),
      'that is not valid yet': () => signed({ nbf: now() + 60 }),
      'made in the future': () => signed({ iat: now() + 60, exp: now() + 120 }),
      'that is valid for more than five minutes': () => signed({ exp: now() + 301 }),
      'made long ago with a long validity': () => signed({ iat: now() - 400, exp: now() + 100 }),
      'for another audience': () => signed({ aud: 'https://elsewhere.example' }),
      'of another issuer': () => signed({ iss: 'https://elsewhere.example' }),
      'of no issuer': () => signed({ iss: undefined }),
      'for no audience': () => signed({ aud: undefined }),
      'without a customer': () => signed({ sub: undefined }),
      'with an empty customer id': () => signed({ sub: '' }),
      'with a path as customer id': () => signed({ sub: '../admin/merchant' }),
      'with a number as customer id': () => signed({ sub: 700100200301 as unknown as string }),
      'that does not say when it was made': () => signed({ iat: undefined }),
      'that never expires': () => signed({ exp: undefined }),
      'without an id': () => signed({ jti: undefined }),
      'with an id that can be guessed': () => signed({ jti: '7' }),
      'with text as a time': () => signed({ exp: 'tomorrow' as unknown as number }),
      'of another type': () => signed({}, { typ: 'JWT' }),
      'of no type': () => signed({}, { typ: undefined }),
      'without the name of its key': () => signed({}, { kid: undefined }),
      'by an unknown key': () => signed({}, { kid: 'another' }),
      'by another secret': () => signed({}, {}, randomBytes(32)),
      'in the name of another key': () => signed({}, { kid: 'braced' }),
      'by another algorithm with the same secret': () => signed({}, { alg: 'HS512' }, randomBytes(64)),
      'whose secret is a public Ed25519 key': () => signed({}, { kid: 'edwards' }, Buffer.from(jwkOf(edwards.publicKey), 'base64url')),
      'whose secret is a public P-256 key': () => signed({}, { kid: 'curve' }, curve.publicKey.export({ format: 'der', type: 'spki' })),
      'by another key of the right kind': () => signed({}, { kid: 'edwards', alg: 'EdDSA' }, newKeyPair('ed25519').privateKey),
      'by P-256 in the name of Ed25519': () => signed({}, { kid: 'edwards', alg: 'ES256' }, curve.privateKey),
      'that brings its own key': async () => {
        const pair = newKeyPair('ed25519')
        return signed({}, { kid: 'edwards', alg: 'EdDSA', jwk: pair.publicKey.export({ format: 'jwk' }) }, pair.privateKey)
      },
      'that demands unknown rules': () => {
        const header = { alg: 'HS256', typ, kid: 'shared', crit: ['rule'], rule: true }
        const content = [header, claimsOf()].map((part) => base64url.encode(JSON.stringify(part))).join('.')
        return `${content}.${createHmac('sha256', shared).update(content).digest('base64url')}`
      },
      'without a signature': () => new UnsecuredJWT(claimsOf()).encode(),
      'without a signature, in the name of a key': () =>
        `${base64url.encode(JSON.stringify({ alg: 'none', typ, kid: 'shared' }))}.${base64url.encode(JSON.stringify(claimsOf()))}.`,
      'cut short': async () => (await signed()).slice(0, -2),
      'with the claims of another member': async () => {
        const [header, , signature] = (await signed()).split('.')
        return [header, base64url.encode(JSON.stringify(claimsOf({ sub: aiko }))), signature].join('.')
      },
      'that is not a token': () => 'assertion',
      'that is encrypted, not signed': () => new EncryptJWT(claimsOf()).setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ, kid: 'shared' }).encrypt(shared),
      'that is only an id': () => mira,
      'that is only an address': () => 'mira@example.com',
    }
    for (const [what, forge] of Object.entries(forged)) {
      test(what, async () => {
        const before = await allQuestions(stack)

        const { status, detail, errors } = await refusalOf(open(await forge()), 'assertion-refused')

        assert.equal(status, 401)
        assert.equal(errors, undefined)
        assert.doesNotMatch(detail, /kid|audience|signature/)
        assert.equal(await allQuestions(stack), before)
      })
    }
  })

  test('accepts times with fractions (RFC 7519, section 2, NumericDate), and such a proof only once', async () => {
    const proof = await signed({ iat: Date.now() / 1000, exp: Date.now() / 1000 + 120.0001 })

    assert.equal((await open(proof)).membership.member?.first_name, 'Mira')
    await refusalOf(open(proof), 'assertion-refused')
  })

  test('accepts a proof once', async () => {
    const proof = await signed()
    await open(proof)

    await refusalOf(open(proof), 'assertion-refused')
  })

  test('opens one session for twenty simultaneous requests with one proof', async () => {
    const proof = await signed()

    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => open(proof)))

    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  test('accepts a valid proof after a refused proof with the same id', async () => {
    const jti = randomUUID()
    await refusalOf(open(await signed({ jti }, {}, randomBytes(32))), 'assertion-refused')

    assert.equal((await open(await signed({ jti }))).membership.member?.first_name, 'Mira')
  })

  test('names an assertion that is missing, empty, too long or not text', async () => {
    for (const input of [{}, { assertion: '' }, { assertion: 7 }, { assertion: { sub: mira } }, { assertion: 'x'.repeat(9_000) }]) {
      const problem = await refusalOf(stack.browser(loyalty).openSession(input as { assertion: string }), 'invalid-request')
      assert.ok(lineAbout(problem, 'assertion'), JSON.stringify(problem))
    }
  })
})

describe('a session', () => {
  let stack: Stack
  let session: Session
  const other = 'https://another-shop.example'
  before(async () => {
    stack = await startStack({ origins: ['https://shop.example', other] })
    session = await stack.browser(loyalty).openSession({ assertion: await stack.assertion(mira) })
  })
  after(() => stack.stop())

  const membership = (token: string, origin?: string) => stack.browser(loyalty, { token, ...(origin && { origin }) }).getMembership({ parts: 'member' })

  test('identifies the member', async () => {
    assert.equal((await membership(session.token)).member?.first_name, 'Mira')
  })

  test('is valid only on the origin that it was made for', async () => {
    await refusalOf(membership(session.token, other), 'session-expired')
  })

  test('is required by every route of a member, before anything else is checked', async () => {
    const { openSession: _, getProgram: __, ...routes } = loyalty
    for (const { method, path } of Object.values(routes)) {
      const answer = await fetch(stack.proxy + path.replace(':id', 'x'), {
        method,
        body: method === 'GET' ? undefined : '{"amount": "wrong"}',
        headers: { Origin: stack.origin, 'X-Storefront-Client': '1', 'Content-Type': 'application/json' },
      })
      assert.deepEqual([path, answer.status, ((await answer.json()) as { code: string }).code], [path, 401, 'session-required'])
    }
  })

  test('is refused if a character in any part was changed', async () => {
    const parts = session.token.split('.')
    for (const [index, part] of parts.entries()) {
      if (part === '') continue
      const middle = Math.floor(part.length / 2)
      const changed = [...parts]
      changed[index] = part.slice(0, middle) + (part[middle] === 'A' ? 'B' : 'A') + part.slice(middle + 1)
      await refusalOf(membership(changed.join('.')), 'session-expired')
    }
  })

  test('is refused if it is cut, lengthened, or in another scheme', async () => {
    await refusalOf(membership(session.token.slice(0, -1)), 'session-expired')
    await refusalOf(membership(`${session.token}x`), 'session-expired')
    await refusalOf(membership(''), 'session-required')
    await refusalOf(membership('x'.repeat(9_000)), 'session-required')
    await refusalOf(stack.browser(loyalty, { headers: { Authorization: `Basic ${session.token}` } }).getMembership({}), 'session-required')
  })

  test('is not accepted as another sealed token, and no other sealed token is accepted as a session', async () => {
    const { token: quote } = await stack.browser(protection).quoteProtection({ cents: 6200, currency: 'USD' })
    const { ticket } = await stack.browser(tracking).trackOrder({ order_number: 'K-1002', email: 'mira@example.com' })
    const { key } = await stack.backend.linkOrder({ shopOrderId: '580001002', order_number: 'K-1002', email: 'mira@example.com' })

    for (const sealed of [quote, ticket, key, await stack.assertion(mira)]) await refusalOf(membership(sealed), 'session-expired')
    await refusalOf(stack.browser(tracking).trackOrder({ ticket: session.token }), 'not-found')
    assert.equal((await stack.backend.verifyQuote({ token: session.token, amount: { cents: 6200, currency: 'USD' } })).valid, false)
  })

  test('cannot be a token of the service, or a token that others have sealed', async () => {
    const auth = await fetch(`${stack.services}/loyalty/v2.0/storefront/auth`, {
      method: 'POST',
      headers: { 'X-Loyalty-Api-Key': stack.settings.LOYALTY_API_KEY!, 'Content-Type': 'application/json' },
      body: JSON.stringify({ customerId: mira }),
    })
    const { data } = (await auth.json()) as { data: { token: string } }
    const claims = { sub: mira, jwt: data.token, org: stack.origin }
    const sealedBy = (key: Uint8Array, kid: string) =>
      new EncryptJWT(claims)
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ: 'storefront-session+jwt', kid })
        .setIssuer(stack.proxy)
        .setAudience(stack.proxy)
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime('1h')
        .encrypt(key)
    const [kid] = stack.settings.SESSION_KEYS!.split(':') as [string]

    await refusalOf(membership(data.token), 'session-expired')
    await refusalOf(membership(await sealedBy(randomBytes(32), kid)), 'session-expired')
    await refusalOf(membership(await sealedBy(randomBytes(32), 'another')), 'session-expired')
  })

  test('cannot be read: it hides its member and the service’s token', async () => {
    const readable = session.token
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString('latin1'))
      .join('\n')

    assert.ok(!readable.includes(mira))
    assert.ok(!readable.includes('eyJ'))
  })

  test('ends when the service no longer accepts its token, so that a new proof is required', async () => {
    await stack.fault({ match: { path: '/loyalty/v2.0/storefront/members' }, status: 401, body: { message: 'Token has expired', data: {} } })

    await refusalOf(membership(session.token), 'session-expired')
    await refusalOf(stack.browser(loyalty, { token: session.token }).listCredits({}), 'session-expired')

    await stack.mend()
  })

  test('stays valid while keys are rotated, until the old key is removed', async (t) => {
    const old = stack.settings.SESSION_KEYS!
    const fresh = `fresh:${base64url.encode(randomBytes(32))}`
    const settings = { PUBLIC_URL: stack.proxy }
    const during = await startStack({ origins: ['https://shop.example'], settings: { ...settings, SESSION_KEYS: `${fresh},${old}` } })
    t.after(() => during.stop())
    const afterwards = await startStack({ origins: ['https://shop.example'], settings: { ...settings, SESSION_KEYS: fresh } })
    t.after(() => afterwards.stop())
    const ask = (one: Stack) => one.browser(loyalty, { token: session.token }).getMembership({ parts: 'member' })

    assert.equal((await ask(during)).member?.first_name, 'Mira')
    await refusalOf(ask(afterwards), 'session-expired')
  })

  test('made before SESSIONS_SINCE is refused, and a later one is accepted', async (t) => {
    const known = { token: session.token, key: stack.settings.SESSION_KEYS! }
    const [earlier, later] = [await forge(known, {}, { iat: now() - 120 }), await forge(known, {}, { iat: now() - 30 })]
    const settings = { PUBLIC_URL: stack.proxy, SESSIONS_SINCE: new Date(Date.now() - 60_000).toISOString() }
    const since = await startStack({ origins: ['https://shop.example'], settings })
    t.after(() => since.stop())
    const ask = (token: string) => since.browser(loyalty, { token }).getMembership({ parts: 'member' })

    assert.equal((await membership(earlier)).member?.first_name, 'Mira')
    await refusalOf(ask(earlier), 'session-expired')
    assert.equal((await ask(later)).member?.first_name, 'Mira')
  })

  test('of a customer who has not joined shows the program and no member, and allows no action of a member', async () => {
    const { token, membership } = await stack.browser(loyalty).openSession({ assertion: await stack.assertion(jonas) })
    const browser = stack.browser(loyalty, { token })

    assert.equal(membership.member, null)
    assert.equal(membership.tier, null)
    assert.equal(membership.program?.name, 'Kiln & Paper')
    assert.ok(membership.tiers.length > 0 && membership.benefits.length > 0)
    assert.deepEqual(membership.unavailable, [])
    await refusalOf(browser.listCredits({}), 'not-eligible')
    await refusalOf(browser.cancelMembership({}), 'not-eligible')
    await refusalOf(browser.reactivateMembership({}), 'not-eligible')
    const redeeming = browser.redeemCredits({ amount: { cents: 100, currency: 'USD' } }, { headers: { 'Idempotency-Key': randomUUID() } })
    await refusalOf(redeeming, 'not-eligible')
  })
})
