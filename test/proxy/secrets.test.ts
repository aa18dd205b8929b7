import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Session } from '../../src/contract/loyalty.ts'
import type { TrackedOrder } from '../../src/contract/tracking.ts'
import { startStack, until, type Stack } from '../stack.ts'
import { orderOf, protectedOrderOf } from './orders.ts'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))
const canary = (name: string) => `canary-${name}-${randomBytes(12).toString('hex')}`
const loyaltyKey = canary('loyalty')
const protectionKey = canary('protection')
const merchantKey = canary('merchant')
const secrets = { session: randomBytes(32), assertion: randomBytes(32) }
const keys = [loyaltyKey, protectionKey, merchantKey, secrets.session, secrets.assertion]
/** Personal data that must not appear in the log. A given name and a town are not listed: responses to their owner may contain these. */
const people = ['mira@example.com', 'Okafor', '2210 SE Clay Street', '97214', '+1 503 555 0118', '700100200301', 'jonas@example.com', '192.0.2.77']

/** Returns a secret in every form in which it might leak; base64 in each of its three alignments. */
function forms(secret: string | Uint8Array): string[] {
  const bytes = Buffer.from(secret)
  const aligned = [0, 1, 2].flatMap((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
    const inner = text.slice(shift === 0 ? 0 : 4, -4).replace(/=+$/, '')
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
  const hex = bytes.toString('hex')
  const written = typeof secret === 'string' ? [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), [...secret].reverse().join('')] : []
  return [...written, ...aligned, hex, hex.toUpperCase()].filter((form) => form.length >= 5)
}

const leaks = (text: string, hidden: readonly (string | Uint8Array)[]) =>
  hidden.filter((secret) => forms(secret).some((form) => text.includes(form))).map(String)

describe('keys, tokens and people', () => {
  let stack: Stack
  const answers: string[] = []
  before(async () => {
    stack = await startStack({
      settings: {
        LOYALTY_API_KEY: loyaltyKey,
        PROTECTION_API_KEY: protectionKey,
        MERCHANT_API_KEYS: merchantKey,
        SESSION_KEYS: `one:${secrets.session.toString('base64url')}`,
        ASSERTION_KEYS: `one:${secrets.assertion.toString('base64url')}`,
        LOG_LEVEL: 'trace',
        TRUST_PROXY: '1',
      },
      services: { loyaltyKey, protectionKey },
    })
    await walk()
  })
  after(() => stack.stop())

  /** Sends a request and records the whole response: status, headers and body. */
  async function ask<Body = unknown>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Body> {
    const answer = await fetch(stack.proxy + path, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: { Origin: stack.origin, 'X-Storefront-Client': '1', 'Content-Type': 'application/json', 'X-Forwarded-For': '192.0.2.77', ...headers },
    })
    const text = await answer.text()
    answers.push([path, answer.status, ...[...answer.headers].flat(), text].join('\n'))
    return JSON.parse(text) as Body
  }

  /** Sends every kind of request that a browser can send, valid and invalid, while the services work and while they fail. */
  async function walk() {
    const open = async () => ask<Session>('POST', '/v1/session', { assertion: await stack.assertion('700100200301') })
    const { token } = await open()
    const member = { Authorization: `Bearer ${token}` }
    const order = { order_number: 'K-1002', email: 'mira@example.com' }
    const everything = async () => {
      await open()
      await ask('GET', '/v1/me', undefined, member)
      await ask('GET', '/v1/me/credits?limit=3', undefined, member)
      await ask('POST', '/v1/me/credits/redemptions', { amount: { cents: 100, currency: 'USD' } }, { ...member, 'Idempotency-Key': randomUUID() })
      await ask('GET', '/v1/protection/quotes?cents=4800&currency=USD')
      const { ticket } = await ask<TrackedOrder>('POST', '/v1/orders/track', order)
      await ask('POST', '/v1/orders/track', { tracking_number: '794644790138' })
      await ask('POST', '/v1/orders/track', { ...order, email: 'jonas@example.com' })
      await ask('POST', '/v1/orders/track/enrichment', { ticket: ticket ?? 'none', wait: 0 })
      await ask('POST', '/v1/orders/track/events', { ticket: ticket ?? 'none', package: '794644790138' })
      await ask('GET', '/v1/mira@example.com?email=mira@example.com')
      await ask('GET', '/livez')
    }
    await everything()
    const said = { error: [`key ${protectionKey} of mira@example.com`], message: `key ${loyaltyKey} of Okafor`, token: protectionKey }
    for (const fault of [{ status: 500, body: said }, { body: 'mira@example.com' }, { body: said }, { status: 401, body: said }, { drop: 'after' }] as const) {
      await stack.fault({ match: { path: '/' }, ...fault })
      await everything()
      await stack.mend()
    }
    await until(
      () => ask<{ price?: unknown }>('GET', '/v1/protection/quotes?cents=4800&currency=USD'),
      ({ price }) => price !== undefined,
    )
    const backend = { Authorization: `Bearer ${merchantKey}` }
    await ask('POST', '/v1/merchant/orders', { ...orderOf('1'), customer: { email: 'mira@example.com Okafor' } }, backend)
    const { id } = await ask<{ id: string }>('POST', '/v1/merchant/orders', protectedOrderOf('2', 'a-token'), backend)
    await until(
      () => ask<{ state: string }>('GET', `/v1/merchant/reports/${id}`, undefined, backend),
      ({ state }) => state === 'delivered',
    )
  }

  test('no response contains a key, in any form', () => {
    assert.ok(answers.length > 60)
    assert.deepEqual(leaks(answers.join('\n'), keys), [])
  })

  test('no line of the log contains a key, in any form', () => {
    assert.ok(stack.log.length > 60)
    assert.deepEqual(leaks(stack.log.join(''), keys), [])
  })

  test('no response and no line of the log contains a token of a service', async () => {
    const { quotes, orders } = await stack.state<{ quotes: { token: string }[]; orders: { key: string }[] }>('quotes,orders')
    const tokens = [...quotes.map(({ token }) => token), ...orders.map(({ key }) => key)]

    assert.ok(tokens.length > 5)
    assert.deepEqual(leaks(answers.join('\n'), tokens), [])
    assert.deepEqual(leaks(stack.log.join(''), tokens), [])
  })

  test('no line of the log contains personal data', () => {
    assert.deepEqual(leaks(stack.log.join(''), people), [])
  })

  test('no response and no line of the log contains the address of a service', () => {
    const { host, port } = new URL(stack.services)

    assert.deepEqual(leaks(answers.join('\n'), [host]), [])
    assert.ok(!stack.log.join('').includes(`:${port}`))
  })

  test('no line of the log contains a session or a ticket', () => {
    assert.ok(!stack.log.join('').includes('eyJ'))
  })

  test('every line of the log is JSON, and every request has a line', () => {
    const lines = stack.log.map((line) => JSON.parse(line) as { msg: string })

    assert.ok(lines.filter(({ msg }) => msg === 'answered').length >= answers.length - 1)
  })
})

test('the log does not contain the address of a service that cannot be reached', async (t) => {
  const stack = await startStack({ settings: { TRACK_BASE_URL: 'https://track.internal.invalid:4999', PROTECTION_BASE_URL: 'http://127.0.0.1:9/api/v1' } })
  t.after(() => stack.stop())
  const headers = { Origin: stack.origin, 'X-Storefront-Client': '1', 'Content-Type': 'application/json' }

  const track = await fetch(`${stack.proxy}/v1/orders/track`, { method: 'POST', body: '{"tracking_number": "794644790138"}', headers })
  const quote = await fetch(`${stack.proxy}/v1/protection/quotes?cents=4800&currency=USD`, { headers })

  assert.deepEqual([track.status, quote.status], [503, 503])
  const said = stack.log.join('') + (await track.text()) + (await quote.text())
  assert.doesNotMatch(said, /internal\.invalid|127\.0\.0\.1:9\b/)
  assert.match(said, /ECONNREFUSED/)
})

test('no built file contains a key of the settings, and no widget contains a name that only a server knows', (t) => {
  if (!existsSync(dist)) return t.diagnostic('nothing is built')
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  const demoKeys = readFileSync(fileURLToPath(new URL('../../demo/settings.env', import.meta.url)), 'utf8')
    .split('\n')
    .flatMap((line) => (/_KEYS?=/.test(line) ? [line.slice(line.indexOf('=') + 1)] : []))

  for (const { parentPath, name } of files) {
    const text = readFileSync(`${parentPath}/${name}`, 'latin1')
    assert.deepEqual(leaks(text, demoKeys), [], `${parentPath}/${name}`)
    if (`${parentPath}/`.startsWith(`${dist}/widgets/`)) assert.doesNotMatch(text, /x-loyalty-api-key|x-api-key|\/v2\.0\/|\/api\/v1/i, name)
  }
})
