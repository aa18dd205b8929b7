import assert from 'node:assert/strict'
import { request as send } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { loyalty } from '../../src/contract/loyalty.ts'
import type { Problem } from '../../src/contract/problem.ts'
import { protection } from '../../src/contract/protection.ts'
import { tracking, type TrackedOrder } from '../../src/contract/tracking.ts'
import { startStack, type Stack } from '../stack.ts'
import { allQuestions } from './questions.ts'
import { lineAbout } from './refusals.ts'

const order = { order_number: 'K-1002', email: 'mira@example.com' }

describe('a browser', () => {
  let stack: Stack
  before(async () => (stack = await startStack({ origins: ['https://shop.example', 'https://shop.example:8443'] })))
  after(() => stack.stop())

  /** Sends a request as our widgets do, except for the given differences. */
  async function ask(body: BodyInit | undefined, headers: Record<string, string | undefined> = {}, path = '/v1/orders/track', method = 'POST') {
    const all = { Origin: stack.origin, 'X-Storefront-Client': '1', 'Content-Type': 'application/json', ...headers }
    const answer = await fetch(stack.proxy + path, {
      method,
      body,
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<string, string>,
    })
    return { status: answer.status, headers: answer.headers, problem: (await answer.json()) as Problem }
  }

  /** Returns the code of the problem; fails if a service was called. */
  async function refusedUnasked(...request: Parameters<typeof ask>) {
    const before = await allQuestions(stack)
    const { problem } = await ask(...request)
    assert.equal(await allQuestions(stack), before)
    return problem.code
  }

  test('on a page of the shop gets a response with the page’s origin and without credentials', async () => {
    const { status, headers } = await ask(JSON.stringify(order))

    assert.equal(status, 200)
    assert.equal(headers.get('access-control-allow-origin'), 'https://shop.example')
    assert.equal(headers.get('access-control-allow-credentials'), null)
    assert.match(headers.get('vary') ?? '', /\bOrigin\b/i)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.match(headers.get('x-request-id') ?? '', /^[\w-]{36}$/)
    assert.equal(headers.get('set-cookie'), null)
  })

  test('gets a large response in the best encoding that it accepts, and a small response unencoded', async () => {
    const codings = [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip, br;q=0', 'gzip'],
      ['BR;q=1.0', 'br'],
      ['identity', null],
      ['*;q=0.1, brew', null],
    ] as const
    const timeline = Array.from({ length: 400 }, (_, year) => ({ status: 'in_transit', message: 'Left Zürich', created_at: `${year + 1000}-01-01T00:00:00Z` }))
    const packages = [{ tracking_number: 'T1', timeline }]
    await stack.fault({ match: { path: '/track/api/order' }, body: { shipments: [], packages } })

    for (const [accepted, coding] of codings) {
      // fetch decodes the response: the decoded response has to be complete.
      const { headers, problem } = await ask(JSON.stringify(order), { 'Accept-Encoding': accepted })
      const [parcel] = (problem as unknown as TrackedOrder).packages
      assert.deepEqual([headers.get('content-encoding'), parcel?.events.length, parcel?.events.at(-1)?.message], [coding, 400, 'Left Zürich'], accepted)
      assert.match(headers.get('vary') ?? '', /\bOrigin\b.*\bAccept-Encoding\b/i)
      assert.ok(coding === null || Number(headers.get('content-length')) < 5_000)
    }
    await stack.mend()
    const { status, headers } = await ask('{}', { 'Accept-Encoding': 'br' })
    assert.deepEqual([status, headers.get('content-encoding'), /Accept-Encoding/i.test(headers.get('vary') ?? '')], [400, null, false])
  })

  for (const origin of [
    'https://elsewhere.example',
    'http://shop.example',
    'https://shop.example:444',
    'https://shop.example.elsewhere.example',
    'https://evil-shop.example',
    'https://sub.shop.example',
    'https://shop.example/',
    'HTTPS://SHOP.EXAMPLE',
    'null',
    '',
  ]) {
    test(`on a page of "${origin}" is refused and may not read the reason`, async () => {
      assert.equal(await refusedUnasked(JSON.stringify(order), { Origin: origin }), 'origin-not-allowed')

      const { status, headers } = await ask(JSON.stringify(order), { Origin: origin })
      assert.equal(status, 403)
      assert.equal(headers.get('access-control-allow-origin'), null)
    })
  }

  test('that sends no origin is refused, unless it says that the page has the same origin', async () => {
    assert.equal(await refusedUnasked(JSON.stringify(order), { Origin: undefined }), 'origin-not-allowed')
    assert.equal(await refusedUnasked(JSON.stringify(order), { Origin: undefined, 'Sec-Fetch-Site': 'same-site' }), 'origin-not-allowed')
    assert.equal(await refusedUnasked(JSON.stringify(order), { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'same-origin' }), 'origin-not-allowed')
    assert.equal((await ask(JSON.stringify(order), { Origin: undefined, 'Sec-Fetch-Site': 'same-origin' })).status, 200)
  })

  test('must send the client header, which no form can send', async () => {
    assert.equal(await refusedUnasked(JSON.stringify(order), { 'X-Storefront-Client': undefined }), 'client-header-required')
    assert.equal(await refusedUnasked(JSON.stringify(order), { 'X-Storefront-Client': '2' }), 'client-header-required')
    assert.equal(await refusedUnasked(undefined, { 'X-Storefront-Client': undefined, 'Content-Type': undefined }, '/v1/me', 'GET'), 'client-header-required')
  })

  for (const type of [
    undefined,
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json-patch+json',
  ]) {
    test(`must send JSON, not ${type ?? 'a body without a type'}`, async () => {
      const body = new Blob([JSON.stringify(order)])

      assert.equal(await refusedUnasked(body, { 'Content-Type': type }), 'media-type-not-supported')
    })
  }

  test('gets its preflight request allowed only on the shop’s pages', async () => {
    const preflight = (origin: string) =>
      fetch(`${stack.proxy}/v1/me/payment-method`, {
        method: 'OPTIONS',
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'PATCH',
          'Access-Control-Request-Headers': 'authorization,content-type,x-storefront-client',
        },
      })

    const own = await preflight('https://shop.example')
    const foreign = await preflight('https://elsewhere.example')

    assert.equal(own.status, 204)
    assert.equal(own.headers.get('access-control-allow-origin'), 'https://shop.example')
    for (const method of ['GET', 'POST', 'PATCH']) assert.match(own.headers.get('access-control-allow-methods') ?? '', new RegExp(`\\b${method}\\b`))
    for (const header of ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Storefront-Client'])
      assert.match(own.headers.get('access-control-allow-headers') ?? '', new RegExp(`\\b${header}\\b`))
    assert.equal(own.headers.get('access-control-allow-credentials'), null)
    assert.equal(foreign.headers.get('access-control-allow-origin'), null)
  })

  test('may read a refusal on the shop’s own page', async () => {
    const { status, headers } = await ask('{', {})

    assert.equal(status, 400)
    assert.equal(headers.get('access-control-allow-origin'), 'https://shop.example')
    assert.match(headers.get('access-control-expose-headers') ?? '', /Retry-After/)
  })

  for (const [what, body] of [
    ['half a body', '{"order_number": "K-1002"'],
    ['a body that is not JSON', 'order_number=K-1002'],
    ['a list', '[]'],
    ['a list of one order', `[${JSON.stringify(order)}]`],
    ['text', '"K-1002"'],
    ['a number', '7'],
    ['a boolean', 'true'],
    ['null', 'null'],
    ['an empty body', ''],
    ['a number instead of text', '{"tracking_number": 794644790138}'],
    ['an object instead of text', '{"tracking_number": {"$ne": ""}}'],
    ['a list instead of text', '{"tracking_number": ["794644790138"]}'],
    ['null instead of text', '{"tracking_number": null}'],
    ['a prototype', '{"__proto__": {"tracking_number": "794644790138"}}'],
    ['a prototype beside an order', '{"order_number": "K-1002", "email": "mira@example.com", "__proto__": {"key": "x"}}'],
    ['a constructor’s prototype', '{"tracking_number": "794644790138", "constructor": {"prototype": {"key": "x"}}}'],
    ['a hundred levels', '{"a":'.repeat(100) + '1' + '}'.repeat(100)],
    ['sixteen thousand levels', '['.repeat(16_000)],
  ] as const) {
    test(`that sends ${what} is refused, and no service is called`, async () => {
      assert.equal(await refusedUnasked(body), 'invalid-request')
    })
  }

  test('may send brackets inside text', async () => {
    const { problem } = await ask(JSON.stringify({ tracking_number: '[{"'.repeat(20) }))

    assert.equal(problem.code, 'not-found')
  })

  test('that announces a body that is too large is refused before it sends the body', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const request = send(`${stack.proxy}/v1/orders/track`, {
        method: 'POST',
        headers: { Origin: stack.origin, 'X-Storefront-Client': '1', 'Content-Type': 'application/json', 'Content-Length': 50 * 1024 * 1024 },
      })
      request.once('response', (answer) => {
        resolve(answer.statusCode)
        request.destroy()
      })
      request.once('error', reject)
      request.flushHeaders()
    })

    assert.equal(status, 413)
  })

  test('that sends a value that is too long learns which one', async () => {
    const { problem } = await ask(JSON.stringify({ tracking_number: 'x'.repeat(65) }))

    assert.ok(lineAbout(problem, 'tracking_number'), JSON.stringify(problem))
  })

  for (const [method, path] of [
    ['GET', '/v1/nothing'],
    ['GET', '/v1/me/credits/redemptions/%E0%A4%A'],
    ['GET', `/v1/me/credits/redemptions/${'x'.repeat(2_000)}`],
    ['DELETE', '/v1/me'],
    ['PUT', '/v1/orders/track'],
    ['GET', '/v1/orders/track'],
    ['GET', '/../../etc/passwd'],
    ['GET', '/assets/..%2f..%2fpackage.json'],
    ['GET', '/.vite/manifest.json'],
  ] as const) {
    test(`that requests ${method} ${path.slice(0, 40)} gets a problem, and nothing internal`, async () => {
      const { status, headers, problem } = await ask(undefined, {}, path, method)

      assert.ok(status >= 400 && status < 500, String(status))
      assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/)
      assert.equal(problem.status, status)
      assert.ok(!JSON.stringify(problem).includes('FST_'), JSON.stringify(problem))
    })
  }

  test('may send any number of requests over one connection', async () => {
    const warnings: string[] = []
    const note = ({ message }: Error) => warnings.push(message)
    process.on('warning', note)
    const browser = stack.browser(tracking)

    for (let count = 0; count < 24; count += 1) await browser.trackOrder(order)
    process.off('warning', note)

    assert.deepEqual(warnings, [])
  })
})

test('routes of a service that the settings leave out respond with not-configured, to browsers and backends', async (t) => {
  const stack = await startStack({
    settings: {
      LOYALTY_BASE_URL: undefined,
      LOYALTY_API_KEY: undefined,
      PROTECTION_BASE_URL: undefined,
      PROTECTION_API_KEY: undefined,
      TRACK_BASE_URL: undefined,
      MERCHANT_API_KEYS: undefined,
    },
  })
  t.after(() => stack.stop())

  for (const { method, path } of [...Object.values(protection), ...Object.values(tracking), ...Object.values(loyalty)]) {
    const answer = await fetch(stack.proxy + path.replace(':id', 'x'), {
      method,
      headers: { Origin: stack.origin, 'X-Storefront-Client': '1', 'Content-Type': 'application/json' },
    })
    assert.deepEqual([path, answer.status, ((await answer.json()) as Problem).code], [path, 404, 'not-configured'])
  }
  const merchant = await fetch(`${stack.proxy}/v1/merchant/reports/x`)
  assert.equal(((await merchant.json()) as Problem).code, 'not-configured')
})
