import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { extension } from '../../src/contract/extension.ts'
import { checkoutOf, customerGid, mira, sessionToken, startExtensionStack, type ExtensionStack } from './extension-stack.ts'

let stack: ExtensionStack
let order: string
before(async () => {
  stack = await startExtensionStack()
  order = await stack.order(6_001n)
})
after(() => stack.stop())

const urlOf = (path: string) => `${stack.proxy}${path.replace(':id', 'x')}`
const origins = [undefined, 'null', 'https://extensions.shopifycdn.com', 'https://cdn.shopify.com', 'https://attacker.example']
const originHeader = (origin: string | undefined): Record<string, string> => (origin === undefined ? {} : { Origin: origin })

describe('every route for UI extensions', () => {
  for (const [verb, { path }] of Object.entries(extension))
    test(`${verb} answers the preflight of every origin, without credentials and without a redirect`, async () => {
      for (const origin of origins) {
        const answer = await fetch(urlOf(path), {
          method: 'OPTIONS',
          redirect: 'manual',
          headers: {
            ...originHeader(origin),
            'Access-Control-Request-Method': 'POST',
            'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key',
          },
        })

        assert.equal(answer.status, 204)
        assert.equal(answer.headers.get('access-control-allow-origin'), '*')
        assert.equal(answer.headers.get('access-control-allow-credentials'), null)
        const allowed = answer.headers.get('access-control-allow-headers')?.split(', ')
        assert.deepEqual(allowed, ['Authorization', 'Content-Type', 'Idempotency-Key'])
        for (const { method } of Object.values(extension)) assert.match(answer.headers.get('access-control-allow-methods') ?? '', new RegExp(method))
      }
    })

  for (const [verb, { method, path }] of Object.entries(extension))
    test(`${verb} is readable for every origin, also where it refuses, and is never stored`, async () => {
      for (const origin of origins) {
        const answer = await fetch(urlOf(path), {
          method,
          headers: { ...originHeader(origin), 'Content-Type': 'application/json' },
          ...(method !== 'GET' && { body: '{}' }),
        })

        assert.ok(answer.status >= 400)
        assert.equal(answer.headers.get('access-control-allow-origin'), '*')
        assert.equal(answer.headers.get('access-control-allow-credentials'), null)
        assert.equal(answer.headers.get('cache-control'), 'no-store')
        assert.equal(answer.headers.get('set-cookie'), null)
      }
    })

  for (const [verb, { method, path }] of Object.entries(extension).filter(([, { method }]) => method !== 'GET'))
    test(`${verb} takes no form, which any page could send without a preflight`, async () => {
      for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x', undefined]) {
        const answer = await fetch(urlOf(path), {
          method,
          headers: { Authorization: `Bearer ${await sessionToken({ sub: customerGid(mira) })}`, ...(type !== undefined && { 'Content-Type': type }) },
          body: new Uint8Array(Buffer.from(JSON.stringify({ id: order }))),
        })

        assert.equal(answer.status, 415, type)
      }
    })
})

describe('the proof', () => {
  const claim = () => JSON.stringify({ id: order, checkout_token: checkoutOf(order) })
  const askFor = (path: string, init: RequestInit) =>
    fetch(`${stack.proxy}${path}`, { method: 'POST', body: claim(), ...init, headers: { 'Content-Type': 'application/json', ...init.headers } })

  test('counts in the Authorization header alone', async () => {
    const token = await sessionToken({ sub: customerGid(mira) })
    const elsewhere: [string, RequestInit][] = [
      [`?token=${token}&session=${token}&id_token=${token}&authorization=Bearer%20${token}`, {}],
      ['', { headers: { Cookie: `token=${token}; session=${token}; Authorization=Bearer ${token}` } }],
      ['', { headers: { 'X-Authorization': `Bearer ${token}`, 'Proxy-Authorization': `Bearer ${token}`, 'X-Shopify-Session-Token': token } }],
      ['', { body: JSON.stringify({ ...(JSON.parse(claim()) as object), token, session: token, authorization: `Bearer ${token}` }) }],
    ]

    for (const path of ['/v1/extension/orders', '/v1/extension/session'])
      for (const [query, init] of elsewhere) assert.equal((await askFor(path + query, init)).status, 401, path)
    assert.equal((await askFor('/v1/extension/orders', { headers: { Authorization: `Bearer ${token}` } })).status, 200)
  })

  test('of pages, an allowed origin, opens nothing here, and proofs of extensions open nothing on pages', async () => {
    const page = { Origin: stack.origin, 'X-Storefront-Client': '1', 'Sec-Fetch-Site': 'same-origin' }
    const token = await sessionToken({ sub: customerGid(mira) })

    assert.equal((await askFor('/v1/extension/orders', { headers: page })).status, 401)
    for (const path of ['/v1/session', '/v1/orders/track', '/v1/me'])
      assert.equal((await askFor(path, { headers: { Authorization: `Bearer ${token}`, Origin: 'null' } })).status, 403, path)
    assert.equal((await askFor('/v1/me', { headers: { ...page, Authorization: `Bearer ${token}` } })).status, 401)
  })

  test('is in no line of the log, and neither is the token of a checkout', async () => {
    const token = await sessionToken({ sub: customerGid(mira) })
    await askFor('/v1/extension/orders', { headers: { Authorization: `Bearer ${token}` } })
    await askFor('/v1/extension/orders', { headers: { Authorization: `Bearer ${token}x` } })

    const log = stack.log.join('\n')
    assert.match(log, /\/v1\/extension\/orders/)
    for (const secret of [token, token.slice(-30), checkoutOf(order), mira, 'mira@example.com']) assert.ok(!log.includes(secret))
  })
})
