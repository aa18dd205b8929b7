import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { loyalty } from '../../src/contract/loyalty.ts'
import type { Session } from '../../src/contract/loyalty.ts'
import { signQuery } from '../../demo/shop/embeds/app-proxy.ts'
import { readAppProxyQuery } from '../../proxy/identity/app-proxy.ts'
import { startStack, type Stack } from '../stack.ts'
import { shopifyLibrary } from '../platforms/shopify-library.ts'
import { runs } from '../properties/runs.ts'

const mira = '700100200301'
const shop = 'kiln-and-paper.myshopify.com'
const secret = 'hush'
const now = () => String(Math.floor(Date.now() / 1000))

type Fields = Record<string, string>

const fieldsOf = (changes: Fields = {}): Fields => ({ shop, logged_in_customer_id: mira, path_prefix: '/apps/storefront', timestamp: now(), ...changes })

/** A query as the platform signs it. */
function signed(fields: Fields, key = secret, more: [string, string][] = []): string {
  const query = new URLSearchParams([...Object.entries(fields), ...more])
  query.set('signature', signQuery(query, key))
  return String(query)
}

const customerOf = (query: string, secrets = [secret]) => {
  try {
    return readAppProxyQuery(query, { shop, secrets }).customer
  } catch {
    return 'refused'
  }
}

describe("the signature of the shop platform's app proxy", () => {
  test('equals that of the example in its documentation', () => {
    const documented =
      'extra=1&extra=2&shop=shop-name.myshopify.com&logged_in_customer_id=1&path_prefix=%2Fapps%2Fawesome_reviews&timestamp=1317327555&signature=4c68c8624d737112c91818c11017d24d334b524cb5c2b8ba08daa056f7395ddb'
    const query = new URLSearchParams(documented)

    assert.equal(signQuery(query, 'hush'), query.get('signature'))
  })

  test("is checked with the same result as by the platform's own library, for a thousand valid and forged queries", async () => {
    const { utils } = shopifyLibrary(secret)
    const age = fc.integer({ min: -200, max: 200 }).filter((seconds) => Math.abs(Math.abs(seconds) - 90) > 2)
    const tamper = fc.constantFrom<(query: string) => string>(
      (query) => query,
      (query) => query.replace(mira, '700100200303'),
      (query) => query.replace('logged_in', 'Logged_in'),
      (query) => query.slice(0, -1),
      (query) => query.replace(/signature=.*/, 'signature='),
    )
    const seen = new Set<boolean>()

    await fc.assert(
      fc.asyncProperty(fc.constantFrom(mira, '', '7'), age, fc.constantFrom(secret, 'guess'), tamper, async (customer, seconds, key, change) => {
        const query = change(signed(fieldsOf({ logged_in_customer_id: customer, timestamp: String(Number(now()) - seconds) }), key))

        const theirs = await utils.validateHmac(Object.fromEntries(new URLSearchParams(query)) as never, { signator: 'appProxy' }).catch(() => false)

        assert.equal(customerOf(query), theirs ? customer || undefined : 'refused')
        seen.add(theirs)
      }),
      runs(1000),
    )

    assert.equal(seen.size, 2)
  })

  test('cannot be reused with other borders between names and values', () => {
    const [time] = [now()]
    // Customer 7 sends a field of their own, and then reuses the signature with other borders between the fields.
    const asked = `xlogged_in_customer_id=${mira}path_prefix=/apps/storefrontshop=${shop}timestamp=${time}`
    const honest = new URLSearchParams(signed(fieldsOf({ logged_in_customer_id: '7', timestamp: time }), secret, [['a', asked]]))
    const cut = new URLSearchParams({
      a: 'x',
      ...fieldsOf({ timestamp: time, path_prefix: `/apps/storefrontshop=${shop}timestamp=${time}logged_in_customer_id=7path_prefix=/apps/storefront` }),
    })
    assert.equal(signQuery(cut, secret), honest.get('signature'), 'the two are one to the signature')
    cut.set('signature', honest.get('signature')!)

    assert.equal(customerOf(String(cut)), 'refused')
    assert.equal(customerOf(String(honest)), 'refused', 'a field of the shopper is no field of the platform')
  })

  test('is valid only for this shop, by any of the secrets, with every field once', () => {
    assert.equal(customerOf(signed(fieldsOf(), 'new'), ['new', 'old']), mira)
    assert.equal(customerOf(signed(fieldsOf(), 'old'), ['new', 'old']), mira)
    for (const query of [
      signed(fieldsOf({ shop: 'another.myshopify.com' })),
      signed(fieldsOf({ logged_in_customer_id: 'x' })),
      signed(fieldsOf({ path_prefix: '/elsewhere/storefront' })),
      signed(fieldsOf(), secret, [['logged_in_customer_id', '7']]),
      `${signed(fieldsOf())}&signature=another`,
      '',
    ])
      assert.equal(customerOf(query), 'refused', query)
  })
})

describe('openShopifySession', () => {
  let stack: Stack
  let second: number
  before(async () => {
    stack = await startStack({ shop: true })
    second = Number(now())
  })
  after(() => stack.stop())

  const ask = (query: string, init: RequestInit = {}) => fetch(`${stack.proxy}/v1/session/shopify?${query}`, { method: 'POST', ...init })
  /** Each query has its own second, because a signature is valid once. */
  const ofTheApp = (fields?: Fields) => signed(fieldsOf({ timestamp: String((second -= 1)), ...fields }), stack.settings.SHOPIFY_APP_SECRETS)

  test('returns the membership and a session for every page of the shop, without origin or client header', async () => {
    const answer = await ask(ofTheApp())
    const { token, membership } = (await answer.json()) as Session

    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('cache-control') ?? '', /private.*no-store/)
    assert.equal(answer.headers.get('access-control-allow-origin'), null)
    assert.equal(membership.member?.first_name, 'Mira')
    assert.equal((await stack.browser(loyalty, { token }).getMembership({})).member?.first_name, 'Mira')
  })

  test('accepts any body that the platform passes on, and ignores the body', async () => {
    const answer = await ask(ofTheApp(), { body: 'logged_in_customer_id=700100200303', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } })

    assert.equal(((await answer.json()) as Session).membership.member?.first_name, 'Mira')
  })

  test('accepts a signature once, and a later one of the same customer', async () => {
    const query = ofTheApp()
    const statuses = await Promise.all([1, 2, 3].map(async () => (await ask(query)).status))
    const again = await ask(query)
    const next = await ask(ofTheApp())

    assert.deepEqual(statuses.sort(), [200, 401, 401])
    assert.equal(((await again.json()) as { code: string }).code, 'assertion-refused')
    assert.equal(next.status, 200)
  })

  test('accepts signatures of two customers from the same second', async () => {
    const timestamp = String(Number(now()) - 60)

    const answers = await Promise.all([mira, '700100200303'].map((id) => ask(ofTheApp({ logged_in_customer_id: id, timestamp }))))

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
  })

  test('distinguishes a guest from a forgery, and opens a session for neither', async () => {
    const guest = await ask(ofTheApp({ logged_in_customer_id: '' }))
    const forged = await ask(signed(fieldsOf(), 'guess'))

    assert.equal(((await guest.json()) as { code: string }).code, 'session-required')
    assert.equal(((await forged.json()) as { code: string }).code, 'assertion-refused')
  })

  test('is reached through the path of the shop, by the customer who is signed in there', async () => {
    const path = `${stack.shop}/apps/storefront/v1/session/shopify`
    const signedIn = await fetch(`${stack.shop}/session`, { method: 'POST', body: new URLSearchParams({ as: mira }), redirect: 'manual' })
    const cookie = signedIn.headers.getSetCookie().at(-1)!.split(';')[0]!

    const answer = await fetch(path, { method: 'POST', headers: { Cookie: cookie } })
    const guest = await fetch(path, { method: 'POST' })

    assert.equal(((await answer.json()) as Session).membership.member?.first_name, 'Mira')
    assert.equal(answer.headers.get('set-cookie'), null)
    assert.equal(guest.status, 401)
  })

  test('is off if the shop and its secret are not set', async () => {
    const without = await startStack({ settings: { SHOPIFY_SHOP: undefined, SHOPIFY_APP_SECRETS: undefined } })

    const answer = await fetch(`${without.proxy}/v1/session/shopify`, { method: 'POST' })

    await without.stop()
    assert.equal(((await answer.json()) as { code: string }).code, 'not-configured')
  })
})
