import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { consoleActions, consoleReads, consoleSignIn } from '../../console/contract/console.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { runs } from '../properties/runs.ts'
import { pageHeaders, startConsole, tokens, type ConsoleStack } from './console-stack.ts'

// The doctor calls every service and takes seconds, so nobody asks it hundreds of times here.
const { runDoctor: _, ...quickReads } = consoleReads
const table: Record<string, Endpoint> = { ...consoleSignIn, ...quickReads, ...consoleActions }
const changing = new Set(Object.values(consoleActions).map(({ path }) => path))
const reads = Object.values(table).filter(({ method }) => method === 'GET')

/** A request as somebody sends it who is not the page of the console, or is it with somebody else's session. */
interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}

const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom('refund/700', '9700', '../..', '%2e%2e', '__proto__', '\u0000', '<img src=x onerror=alert(1)>', "' or 1=1 --", 'é'.repeat(600)),
)
const value = fc.oneof(text, fc.integer(), fc.constant(null), fc.boolean(), fc.array(text, { maxLength: 3 }), fc.dictionary(text, text, { maxKeys: 2 }))
const fields = fc.dictionary(
  fc.constantFrom('claim', 'reason', 'reports', 'token', 'q', 'order', 'email', 'group', 'after', 'before', 'from', 'to', 'state', 'x'),
  value,
  { maxKeys: 5 },
)
const body = fc.oneof(
  { weight: 4, arbitrary: fields.map((one) => JSON.stringify(one)) },
  fc.json(),
  fc.string({ maxLength: 60 }),
  fc.constant('{"__proto__":{"role":"act"}}'),
  fc.constant('['.repeat(200)),
)
const query = fields.map((one) =>
  new URLSearchParams(Object.entries(one).map(([name, part]) => [name, typeof part === 'string' ? part : JSON.stringify(part)])).toString(),
)

/** Requests of which at least one thing keeps them from having an effect: no session, another role, another page, or another verb. */
const sent: fc.Arbitrary<Sent> = fc
  .record({
    endpoint: fc.constantFrom(...Object.values(table)),
    method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
    body,
    query,
    path: fc.oneof(
      { weight: 4, arbitrary: fc.constant(undefined) },
      fc.constantFrom(
        '/',
        '/index.html',
        '/assets/../../package.json',
        '/assets/%2e%2e/x.js',
        '/preview/v1/me',
        '/preview/v1/orders/track',
        '/widgets/../index.html',
      ),
      fc.string({ maxLength: 20 }).map((one) => `/${encodeURIComponent(one)}`),
    ),
    who: fc.constantFrom('nobody', 'look', 'foreign', 'forged'),
    type: fc.constantFrom('application/json', 'text/plain', 'application/x-www-form-urlencoded', ''),
  })
  .map(({ endpoint, method, body, query, path, who, type }) => ({
    method: path === undefined && who !== 'nobody' ? endpoint.method : method,
    path: `${path ?? endpoint.path}?${query}`,
    headers: { who, ...(type && { 'Content-Type': type }) },
    body,
  }))

describe('requests that nobody may send', () => {
  let stack: ConsoleStack
  let cookies: Record<'act' | 'look', string>
  before(async () => {
    stack = await startConsole({ LOG_LEVEL: 'silent' })
    await stack.waiting('700', '9700')
    cookies = { act: await stack.cookieOf(tokens.act), look: await stack.cookieOf(tokens.look) }
  })
  after(() => stack.stop())

  function headersOf({ who, ...headers }: Record<string, string>): Record<string, string> {
    const own = pageHeaders(stack.operator)
    if (who === 'look') return { ...headers, ...own, Cookie: cookies.look }
    // The session of a person who may act, used by the page of somebody else.
    if (who === 'foreign') return { ...headers, ...own, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site', Cookie: cookies.act }
    if (who === 'forged') return { ...headers, ...own, Cookie: `storefront_console=${Buffer.from(tokens.act).toString('base64url')}` }
    return { ...headers, ...own }
  }

  test('have no effect, show nothing and break nothing', async () => {
    const api = await stack.as('look')
    const before = (await api.listAudit({})).entries.length

    await fc.assert(
      fc.asyncProperty(sent, async ({ method, path, headers, body }) => {
        const answer = await fetch(`${stack.operator}/console${path}`, {
          method,
          headers: headersOf(headers),
          redirect: 'manual',
          ...(method !== 'GET' && method !== 'OPTIONS' && { body }),
        })
        const said = await answer.text()
        const [route = ''] = path.split('?')
        // A service that does not answer is no fault of the console.
        assert.ok(answer.status < 500 || answer.status === 503, `${method} ${path} answered ${answer.status}: ${said}`)
        if (changing.has(route)) assert.ok(answer.status >= 400, `${method} ${path} answered ${answer.status} to ${headers.who}`)
        if (headers.who !== 'look' && reads.some((one) => one.path === route))
          assert.ok(answer.status >= 400, `${method} ${path} answered ${headers.who}: ${said}`)
        assert.equal(answer.headers.get('access-control-allow-origin'), null)
      }),
      runs(300),
    )

    const { claims } = await api.listClaims({})
    assert.deepEqual(
      claims.map(({ key, state }) => [key, state]),
      [['refund/700', 'awaiting']],
    )
    const { entries } = await api.listAudit({})
    assert.equal(entries.filter(({ action }) => !action.endsWith('.view')).length, before)
    assert.equal((await api.verifyAudit({})).broken, null)
  })
})
