import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync } from 'node:crypto'
import { describe, test } from 'node:test'
import { SignJWT } from 'jose'
import { createSessionTokenVerifier } from '../../proxy/identity/session-token.ts'
import { adminApp } from '../claims/admin-api.ts'
import { shopifyLibrary } from '../platforms/shopify-library.ts'
import { customerGid, mira, oldSecret, sessionToken, shop, type Claims } from './extension-stack.ts'

const verify = createSessionTokenVerifier({ shop, clientId: adminApp.clientId, secrets: [adminApp.clientSecret, oldSecret] })
const verdictOf = async (authorization: string | undefined) => {
  try {
    return (await verify(authorization)).customer ?? 'nobody'
  } catch (error) {
    return (error as { code: string }).code
  }
}
const ofToken = async (token: string | Promise<string>) => verdictOf(`Bearer ${await token}`)

/** Seconds since 1970. Tokens are made when their test runs, which may be minutes after this file was loaded. */
const now = () => Math.floor(Date.now() / 1000)
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const claimsNow = { dest: shop, aud: adminApp.clientId, iat: now(), nbf: now(), exp: now() + 300, jti: 'x', sub: customerGid(mira) }
const handMade = (header: object, claims: object = claimsNow, signature?: string) => {
  const text = `${encode(header)}.${encode(claims)}`
  return `${text}.${signature ?? createHmac('sha256', adminApp.clientSecret).update(text).digest('base64url')}`
}
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ownKey = generateKeyPairSync('ed25519')
const sub = customerGid(mira)

/** Tokens that must be refused, each with one fault. */
const hostile: Record<string, () => string | Promise<string>> = {
  'of another shop': () => sessionToken({ dest: 'moss-and-tin.myshopify.com' }),
  'of a shop whose name begins alike': () => sessionToken({ dest: `${shop}.attacker.example` }),
  'of a shop whose name ends alike': () => sessionToken({ dest: `not-${shop}` }),
  'of the shop as user of another host': () => sessionToken({ dest: `https://${shop}@attacker.example` }),
  'of the shop with a path': () => sessionToken({ dest: `https://${shop}/admin` }),
  'of the shop without TLS': () => sessionToken({ dest: `http://${shop}` }),
  'with the shop in a list': () => sessionToken({ dest: [shop] }),
  'without a shop': () => sessionToken({ dest: undefined }),
  'of another app': () => sessionToken({ aud: 'another-app' }),
  'of two apps': () => sessionToken({ aud: [adminApp.clientId, 'another-app'] }),
  'with the app in a list': () => sessionToken({ aud: [adminApp.clientId] }),
  'without an app': () => sessionToken({ aud: undefined }),
  'signed with another secret': () => sessionToken({ sub }, { secret: 'shpss_of_another_app_of_the_attacker' }),
  'signed with an empty secret': () =>
    handMade(
      { alg: 'HS256' },
      claimsNow,
      createHmac('sha256', '')
        .update(`${encode({ alg: 'HS256' })}.${encode(claimsNow)}`)
        .digest('base64url'),
    ),
  'signed with the client id': () => sessionToken({ sub }, { secret: adminApp.clientId }),
  'without a signature': () => handMade({ alg: 'HS256' }, claimsNow, ''),
  'with the algorithm none': () => handMade({ alg: 'none' }, claimsNow, ''),
  'with the algorithm None and a signature': () => handMade({ alg: 'None' }),
  'with HS384': () => new SignJWT(claimsNow).setProtectedHeader({ alg: 'HS384' }).sign(new TextEncoder().encode(adminApp.clientSecret)),
  'with HS512': () => new SignJWT(claimsNow).setProtectedHeader({ alg: 'HS512' }).sign(new TextEncoder().encode(adminApp.clientSecret)),
  'with RS256 by a key of the attacker': () => new SignJWT(claimsNow).setProtectedHeader({ alg: 'RS256' }).sign(privateKey),
  'with RS256 in the header, and the secret as key': () => handMade({ alg: 'RS256' }),
  'with EdDSA and its key in the header': () =>
    new SignJWT(claimsNow).setProtectedHeader({ alg: 'EdDSA', jwk: ownKey.publicKey.export({ format: 'jwk' }) }).sign(ownKey.privateKey),
  'with HS256 by a public key': () => {
    const text = `${encode({ alg: 'HS256' })}.${encode(claimsNow)}`
    return `${text}.${createHmac('sha256', publicKey.export({ type: 'spki', format: 'pem' }))
      .update(text)
      .digest('base64url')}`
  },
  'with a payload that is not encoded': () => handMade({ alg: 'HS256', b64: false, crit: ['b64'] }),
  'with a critical extension that nobody knows': () => handMade({ alg: 'HS256', crit: ['exp2'], exp2: 1 }),
  'of another type': () => sessionToken({ sub }, { header: { typ: 'storefront-assertion+jwt' } }),
  'that has expired': () => sessionToken({ iat: now() - 400, nbf: now() - 400, exp: now() - 60 }),
  'that is not valid yet': () => sessionToken({ nbf: now() + 250 }),
  'that was made in the future': () => sessionToken({ iat: now() + 250, nbf: now() }),
  'that lives for eleven minutes': () => sessionToken({ exp: now() + 660 }),
  'that never expires': () => sessionToken({ exp: undefined }),
  'that expires in text': () => handMade({ alg: 'HS256' }, { ...claimsNow, exp: String(now() + 300) }),
  'that expires in infinity': () => handMade({ alg: 'HS256' }, { ...claimsNow, exp: 1e308 }),
  'without nbf': () => sessionToken({ nbf: undefined }),
  'without iat': () => sessionToken({ iat: undefined }),
  'of a member of staff': () => sessionToken({ sub: '42', sid: 'c8f1', iss: `https://${shop}/admin`, dest: `https://${shop}` }),
  'of a member of staff without a session': () => sessionToken({ sub: '42' }),
  'of a member of staff as a number': () => handMade({ alg: 'HS256' }, { ...claimsNow, sub: 42 }),
  'of a customer with a session of the admin': () => sessionToken({ sub, sid: 'c8f1' }),
  'with an empty session of the admin': () => sessionToken({ sub, sid: '' }),
  'of somebody who is no customer': () => sessionToken({ sub: 'gid://shopify/StaffMember/42' }),
  'of a customer with a path behind': () => sessionToken({ sub: `${sub}/../${mira}` }),
  'of a customer with a query': () => sessionToken({ sub: `${sub}?admin=1` }),
  'of a customer in two lines': () => sessionToken({ sub: `${sub}\n` }),
  'of a customer without a number': () => sessionToken({ sub: 'gid://shopify/Customer/' }),
  'of a customer by name': () => sessionToken({ sub: 'gid://shopify/Customer/mira' }),
  'of a customer with a very long number': () => sessionToken({ sub: customerGid('7'.repeat(40)) }),
  'of nobody, in words': () => sessionToken({ sub: '' }),
  'of nobody, as null': () => handMade({ alg: 'HS256' }, { ...claimsNow, sub: null }),
  'of customers in a list': () => sessionToken({ sub: [sub] }),
  'with a changed customer': async () => {
    const [header, , signature] = (await sessionToken({ sub })).split('.')
    return `${header}.${encode({ ...claimsNow, sub: customerGid('1') })}.${signature}`
  },
  'cut short': async () => (await sessionToken({ sub })).slice(0, -1),
  'in two parts': async () => (await sessionToken({ sub })).split('.').slice(0, 2).join('.'),
  'in five parts': async () => `${await sessionToken({ sub })}.a.b`,
  'of nine thousand characters': async () => `${await sessionToken({ sub, padding: 'x'.repeat(9_000) })}`,
}

describe('a session token of the platform', () => {
  test('names the customer who is signed in, or nobody', async () => {
    assert.equal(await ofToken(sessionToken({ sub })), mira)
    assert.equal(await ofToken(sessionToken()), 'nobody')
    assert.equal(await ofToken(sessionToken({ sub, dest: `https://${shop}`, iss: `https://${shop}` })), mira)
    assert.equal(await ofToken(handMade({ alg: 'HS256' })), mira)
  })

  test('is accepted with a clock that differs by some seconds, and any number of times', async () => {
    const now = Math.floor(Date.now() / 1000)
    const token = await sessionToken({ sub, iat: now + 8, nbf: now + 8 })

    assert.deepEqual(await Promise.all([1, 2, 3].map(() => ofToken(token))), [mira, mira, mira])
    assert.equal(await ofToken(sessionToken({ sub, iat: now - 305, nbf: now - 305, exp: now - 5 })), mira)
  })

  test('is accepted with each secret while the secret of the app is replaced', async () => {
    assert.equal(await ofToken(sessionToken({ sub }, { secret: oldSecret })), mira)
  })

  assert.ok(Object.keys(hostile).length >= 30)
  for (const [fault, make] of Object.entries(hostile))
    test(`${fault} is refused`, async () => {
      assert.equal(await ofToken(make()), 'assertion-refused')
    })

  test('is asked for where there is none, and refused in another form', async () => {
    const token = await sessionToken({ sub })

    assert.equal(await verdictOf(undefined), 'session-required')
    assert.equal(await verdictOf(''), 'session-required')
    for (const header of [token, `Basic ${token}`, `Bearer  ${token}`, `Bearer ${token} ${token}`, `Bearer ${token}, Bearer ${token}`, 'Bearer '])
      assert.equal(await verdictOf(header), 'assertion-refused', header.slice(0, 20))
  })

  test("is accepted by the platform's own library, if it is accepted here", async () => {
    const { session } = shopifyLibrary(adminApp.clientSecret, adminApp.clientId)
    const tokens: (Claims & { dest?: string })[] = [{ sub }, {}, { sub, dest: `https://${shop}` }]

    for (const claims of tokens) assert.ok(await session.decodeSessionToken(await sessionToken(claims)))
  })

  test('leaves no trace of itself in the error', async () => {
    const token = await sessionToken({ sub, sid: 'c8f1' })

    const error = await verify(`Bearer ${token}`).then(
      () => undefined,
      (caught: unknown) => caught as Error,
    )

    assert.equal(error?.cause, undefined)
    assert.doesNotMatch(`${error?.stack}`, new RegExp(`${token.slice(-20)}|${mira}`))
  })
})
