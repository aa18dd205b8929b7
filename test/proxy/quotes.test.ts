import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { protection } from '../../src/contract/protection.ts'
import type { Quote } from '../../src/contract/protection.ts'
import { withConsent } from '../../src/protection/consent.ts'
import { startStack, type Stack } from '../stack.ts'
import { timed } from '../timed.ts'
import { protectedOrderOf } from './orders.ts'
import { questionsOf } from './questions.ts'
import { lineAbout, problemOf, refusalOf } from './refusals.ts'

const oneQuestion = 'POST /protection/api/v1/quotes'

describe('quoteProtection', () => {
  let stack: Stack
  before(async () => (stack = await startStack()))
  after(() => stack.stop())
  afterEach(() => stack.mend())

  const quote = (cents: number, currency = 'USD') => stack.browser(protection).quoteProtection({ cents, currency })
  const ask = (query: string, headers: Record<string, string> = { Origin: stack.origin }) => fetch(`${stack.proxy}/v1/protection/quotes${query}`, { headers })

  test('returns a price, and until when the price is valid', async () => {
    const { price, amount, variant, expires_at } = await quote(6200)

    assert.deepEqual(price, { cents: 175, currency: 'USD' })
    assert.deepEqual(amount, { cents: 6200, currency: 'USD' })
    assert.deepEqual(variant, { id: 9_900_000_175, sku: 'PROTECT-175' })
    assert.ok(Math.abs(Date.parse(expires_at) - Date.now() - 86_400_000) < 60_000)
  })

  test('quotes in the currency of the cart, and returns no variant if the shop sells none', async () => {
    const { price, variant } = await quote(6200, 'EUR')

    assert.equal(price.currency, 'EUR')
    assert.equal(variant, undefined)
  })

  test('seals a quote so that nothing in it can be read and no two seals are equal', async () => {
    const [one, another] = [await quote(6200), await quote(6200)]
    const { quotes } = await stack.state<{ quotes: { token: string }[] }>('quotes')

    const readable = one.token
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString('latin1'))
      .join('\n')
    for (const hidden of [...quotes.map(({ token }) => token), '6200', '"cents"']) assert.ok(!readable.includes(hidden))
    assert.notEqual(one.token, another.token)
  })

  test('is a plain GET that needs no custom header and must not be cached', async () => {
    const answer = await ask('?cents=6200&currency=USD')

    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(answer.headers.get('access-control-allow-origin'), stack.origin)
    assert.equal(((await answer.json()) as Quote).price.cents, 175)
  })

  test('seals a service token of the maximum length, and an order with this seal and a record of consent is accepted', async () => {
    const body = { token: `pq$${'x'.repeat(2045)}`, price: { cents: 175, currency: 'USD' } }
    await stack.fault({ match: { path: oneQuestion.split(' ')[1]! }, status: 200, body, times: 1 })
    const { token, price } = await quote(4800)
    const carried = withConsent(token, { at: '2026-11-21T09:30:00.000Z', wording: '1', lang: 'en', price })

    const verified = await stack.backend.verifyQuote({ token: carried, amount: { cents: 4800, currency: 'USD' } })
    const { id } = await stack.backend.reportOrder(protectedOrderOf('long-token', carried))

    assert.deepEqual([verified.valid, verified.purchased_quote_token], [true, body.token])
    assert.ok(id)
  })

  test('treats a longer service token as an outage, before the shopper pays', async () => {
    const body = { token: `pq$${'x'.repeat(2046)}`, price: { cents: 175, currency: 'USD' } }
    await stack.fault({ match: { path: oneQuestion.split(' ')[1]! }, status: 200, body, times: 1 })

    await refusalOf(quote(4800), 'upstream-unavailable')

    assert.match(stack.log.join('\n'), /the service quoted with a token of 2049 bytes; at most 2048 are taken/)
  })

  describe('does not call the service', () => {
    for (const [query, field] of [
      ['?cents=0&currency=USD', 'cents'],
      ['?cents=-1&currency=USD', 'cents'],
      ['?cents=1.5&currency=USD', 'cents'],
      ['?cents=1e3&currency=USD', 'cents'],
      ['?cents=0x10&currency=USD', 'cents'],
      ['?cents=&currency=USD', 'cents'],
      ['?cents=%20&currency=USD', 'cents'],
      ['?cents=NaN&currency=USD', 'cents'],
      [`?cents=${'9'.repeat(16)}&currency=USD`, 'cents'],
      [`?cents=${'9'.repeat(400)}&currency=USD`, 'cents'],
      ['?cents=1&cents=2&currency=USD', 'cents'],
      ['?currency=USD', 'cents'],
      ['?cents=6200', 'currency'],
      ['?cents=6200&currency=', 'currency'],
      ['?cents=6200&currency=usd', 'currency'],
      ['?cents=6200&currency=QQQ', 'currency'],
      ['?cents=6200&currency=US%00', 'currency'],
      ['?cents=6200&currency=USD&currency=EUR', 'currency'],
    ] as const) {
      test(`and names ${field}, for ${query.slice(0, 60)}`, async () => {
        const before = await questionsOf(stack, oneQuestion)

        const answer = await ask(query)
        const problem = (await answer.json()) as { status: number; code: string; errors: string[] }

        assert.equal(answer.status, 400)
        assert.equal(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8')
        assert.equal(problem.code, 'invalid-request')
        assert.ok(lineAbout(problem as never, field), JSON.stringify(problem))
        assert.equal(await questionsOf(stack, oneQuestion), before)
      })
    }

    test('for pages of other origins, or without an origin', async () => {
      const before = await questionsOf(stack, oneQuestion)

      const foreign = await ask('?cents=6200&currency=USD', { Origin: 'https://elsewhere.example' })
      const nobody = await ask('?cents=6200&currency=USD', {})
      const crossSite = await ask('?cents=6200&currency=USD', { 'Sec-Fetch-Site': 'cross-site' })

      assert.deepEqual([foreign.status, nobody.status, crossSite.status], [403, 403, 403])
      assert.equal(foreign.headers.get('access-control-allow-origin'), null)
      assert.equal(((await foreign.json()) as { code: string }).code, 'origin-not-allowed')
      assert.equal(await questionsOf(stack, oneQuestion), before)
    })
  })

  test('without an origin, returns a quote if the browser says that the page has the same origin', async () => {
    const answer = await ask('?cents=6200&currency=USD', { 'Sec-Fetch-Site': 'same-origin' })

    assert.equal(answer.status, 200)
  })

  test('responds with not-eligible and the service’s error text for an amount that the service refuses', async () => {
    const { status, errors } = await refusalOf(quote(100_000_00), 'not-eligible')

    assert.equal(status, 422)
    assert.deepEqual(errors, ['Amount insured is more than can be protected'])
  })

  test('offers no protection that costs more than the protected amount', async () => {
    await refusalOf(stack.browser(protection).quoteProtection({ cents: 100, currency: 'USD' }), 'not-eligible')
  })

  test('gives up after three seconds', async () => {
    await stack.fault({ match: { path: '/protection' }, hold: true })

    const { passed, counted } = await timed(() => refusalOf(quote(6200), 'upstream-unavailable'))
    await stack.mend()

    assert.ok(passed >= 2_990 && counted < 3_600, `${passed} ms, ${counted} of them counted`)
  })

  test('never repeats a request, because each request creates a quote', async () => {
    await stack.fault({ match: { path: '/protection' }, status: 503, times: 1 })
    const before = await questionsOf(stack, oneQuestion)

    await refusalOf(quote(6200), 'upstream-unavailable')

    assert.equal(await questionsOf(stack, oneQuestion), before + 1)
  })

  for (const [what, body] of [
    ['without a price', { token: 'an-upstream-token' }],
    ['with a fraction of a cent', { token: 'an-upstream-token', price: { cents: 1.5, currency: 'USD' } }],
    ['with a negative price', { token: 'an-upstream-token', price: { cents: -175, currency: 'USD' } }],
    ['in another currency', { token: 'an-upstream-token', price: { cents: 175, currency: 'EUR' } }],
    ['that is not JSON', '<html>an-upstream-token</html>'],
    ['that is cut short', '{"token": "an-upstream-token", "pri'],
  ] as const) {
    test(`shows no price from a response ${what}`, async () => {
      await stack.fault({ match: { path: '/protection' }, body, times: 1 })

      const problem = await refusalOf(quote(6200), 'upstream-unavailable')

      assert.ok(!JSON.stringify(problem).includes('an-upstream-token'))
    })
  }
})

test('quoteProtection responds with not-configured if no protection service is set up', async (t) => {
  const stack = await startStack({ settings: { PROTECTION_BASE_URL: undefined, PROTECTION_API_KEY: undefined } })
  t.after(() => stack.stop())

  const { status, code } = await problemOf(stack.browser(protection).quoteProtection({ cents: 6200, currency: 'USD' }))

  assert.deepEqual([status, code], [404, 'not-configured'])
})

test('quoteProtection uses the protected naming if that is set', async (t) => {
  const stack = await startStack({ settings: { PROTECTION_NAMING: 'protected' } })
  t.after(() => stack.stop())

  const { price } = await stack.browser(protection).quoteProtection({ cents: 6200, currency: 'USD' })

  assert.equal(price.cents, 175)
})
