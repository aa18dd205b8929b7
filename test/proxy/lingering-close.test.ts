import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { fromShopify, secrets, shop, startPlatformStack } from '../platforms/sending.ts'
import { orderPayload, sign, toBody } from '../platforms/payloads.ts'
import type { Stack } from '../stack.ts'
import { orderOf } from './orders.ts'

const token = 'a-loyalty-webhook-token'
const claimsKey = 'a-claims-key-long-enough'
const orders = '/v1/platforms/shopify/orders-create'
const webhook = '/v1/webhooks/loyalty'
/** A well-formed signature that is invalid. */
const unsigned = sign('another body', 'another secret')

let stack: Stack
before(
  async () =>
    (stack = await startPlatformStack({
      settings: { LOYALTY_WEBHOOK_TOKENS: token, CLAIMS_API_KEYS: claimsKey, CLAIMS_RESOLVER: 'demo', TRUST_PROXY: '1' },
    })),
)
after(() => stack.stop())

/** Begins a POST: sends the headers and the given part of the body. */
function begin(path: string, headers: Record<string, string | number | undefined>, part = ''): ClientRequest {
  const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
  const posting = request(`${stack.proxy}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...given },
    agent: false,
  })
  posting.on('error', () => {}) // the proxy may close the connection after its response
  posting.flushHeaders()
  if (part) posting.write(part)
  return posting
}

/** Resolves to the response, without sending the rest of the body. */
async function answerTo(posting: ClientRequest): Promise<{ status: number; said: string }> {
  const [answer] = (await once(posting, 'response')) as [IncomingMessage]
  const said = await text(answer)
  posting.destroy()
  return { status: answer.statusCode!, said }
}

describe('an unauthenticated caller is refused before its body is read', () => {
  const shopifyHeaders = { 'X-Shopify-Topic': 'orders/create', 'X-Shopify-Hmac-Sha256': unsigned, 'X-Shopify-Shop-Domain': shop }
  const wooHeaders = { 'X-WC-Webhook-Topic': 'order.created', 'X-WC-Webhook-Signature': unsigned }
  for (const [what, path, headers] of [
    ['the backend without a key', '/v1/merchant/orders', {}],
    ['the backend with another key', '/v1/merchant/orders', { Authorization: 'Bearer a-key-of-somebody-else' }],
    ['the protection service without a key', '/v1/claims/orders/1/refund', {}],
    ['the protection service with another key', '/v1/claims/orders/1/refund', { 'X-API-Key': 'a-key-of-somebody-else' }],
    ['the loyalty service without a token in the header', webhook, {}],
    ['the loyalty service with another token', webhook, { 'X-Loyalty-Webhook-Token': 'a-token-of-somebody-else' }],
    ['Shopify without a signature', orders, { ...shopifyHeaders, 'X-Shopify-Hmac-Sha256': undefined }],
    ['Shopify with an invalid signature', orders, { ...shopifyHeaders, 'X-Shopify-Hmac-Sha256': 'signed' }],
    ['Shopify without a topic', orders, { ...shopifyHeaders, 'X-Shopify-Topic': undefined }],
    ['Shopify with the topic of another path', orders, { ...shopifyHeaders, 'X-Shopify-Topic': 'orders/updated' }],
    ['Shopify from another shop', orders, { ...shopifyHeaders, 'X-Shopify-Shop-Domain': 'moss-and-tin.myshopify.com' }],
    ['WooCommerce without a signature', '/v1/platforms/woocommerce/order-created', { ...wooHeaders, 'X-WC-Webhook-Signature': undefined }],
    ['WooCommerce with the topic of another path', '/v1/platforms/woocommerce/order-created', { ...wooHeaders, 'X-WC-Webhook-Topic': 'order.updated' }],
  ] as const)
    test(what, async () => {
      const { status, said } = await answerTo(begin(path, { ...headers, 'Content-Length': 250_000 }))

      assert.equal(status, 401, said)
    })

  test('if the body is larger than 16 KiB on routes for browsers', async () => {
    const headers = { Origin: stack.origin, 'X-Storefront-Client': '1', 'Content-Length': 16 * 1024 + 1 }
    for (const path of ['/v1/orders/track', '/v1/session', '/v1/me', '/v1/me/cancellation'])
      assert.equal((await answerTo(begin(path, headers))).status, 413, path)
  })

  test('if the body is larger than any order and its signature is not checked yet', async () => {
    assert.equal((await answerTo(begin(orders, { ...shopifyHeaders, 'Content-Length': 2 * 1024 * 1024 + 1 }))).status, 413)
  })

  test('or as soon as the body is too long if its length is not announced', async () => {
    const posting = begin(webhook, { 'Transfer-Encoding': 'chunked' }, 'x'.repeat(16 * 1024 + 1))

    assert.equal((await answerTo(posting)).status, 413)
  })
})

describe('a larger body is accepted from a caller with a key', () => {
  test('such as an order of 500 lines from the backend', async () => {
    const [line] = orderOf('1').line_items
    const lines = Array.from({ length: 500 }, (_, index) => ({ ...line!, shop_line_item_id: `line-${index}`, name: 'Mug '.repeat(50) }))
    const order = { ...orderOf(String(Date.now())), line_items: lines }
    assert.ok(JSON.stringify(order).length > 200_000)

    await stack.backend.reportOrder(order)
  })

  test('such as a delivery of 200 kB with its token in the header, but not one of 17 kB with its token in the body', async () => {
    const delivery = (size: number, more: object) => JSON.stringify({ event: 'something.new', data: { filling: 'x'.repeat(size) }, ...more })
    const post = (body: string, headers: Record<string, string>) =>
      fetch(`${stack.proxy}${webhook}`, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body })

    assert.equal((await post(delivery(200_000, {}), { 'X-Loyalty-Webhook-Token': token })).status, 200)
    assert.equal((await post(delivery(10_000, { token }), {})).status, 200)
    assert.equal((await post(delivery(17_000, { token }), {})).status, 401)
  })
})

test('bodies that never arrive completely do not block a webhook: the oldest of them is refused', async () => {
  const headers = { 'X-Shopify-Topic': 'orders/create', 'X-Shopify-Hmac-Sha256': unsigned, 'X-Shopify-Shop-Domain': shop, 'Content-Length': 1_000_000 }
  const held = []
  for (let count = 0; count < 32; count += 1) held.push(begin(orders, headers, '{"id":'))
  const first = answerTo(held[0]!)
  // All places are taken once one more body makes the oldest one give way.
  const one = begin(orders, headers, '{"id":')

  assert.equal((await first).status, 503)
  assert.equal((await fromShopify(stack, 'orders/create', orderPayload(9_000_000_000_001n), { secret: secrets[0] })).status, 200)
  for (const posting of [...held, one]) posting.destroy()
})

describe('a slow body is read to its end while unauthenticated callers fill all places', () => {
  /** Begins bodies that never end; resolves to the status with which the first of them is refused. */
  async function fill(count: number, path: string, headers: Record<string, string | number>) {
    const held = Array.from({ length: count }, (_, index) => begin(path, { ...headers, 'X-Forwarded-For': `2001:db8:7:${index.toString(16)}::1` }, '{"id":'))
    const { status } = await answerTo(held[0]!)
    for (const posting of held) posting.destroy()
    return status
  }

  test('if it is a webhook of a platform from another network', async () => {
    const body = toBody(orderPayload(9_000_000_000_002n))
    const headers = { 'X-Shopify-Topic': 'orders/create', 'X-Shopify-Shop-Domain': shop, 'Content-Length': 1_000_000 }
    const signed = { ...headers, 'X-Shopify-Hmac-Sha256': sign(body, secrets[0]), 'X-Shopify-Webhook-Id': 'slow', 'Content-Length': Buffer.byteLength(body) }
    const slow = begin(orders, { ...signed, 'X-Forwarded-For': '198.51.100.1' }, body.slice(0, 10))

    assert.equal(await fill(32, orders, { ...headers, 'X-Shopify-Hmac-Sha256': unsigned }), 503)
    slow.end(body.slice(10))

    const { status, said } = await answerTo(slow)
    assert.equal(status, 200, said)
  })

  test('if it is a delivery of the loyalty service with its token, from any network', async () => {
    const body = JSON.stringify({ event: 'something.new', data: {} })
    const slow = begin(webhook, { 'X-Loyalty-Webhook-Token': token, 'Content-Length': body.length, 'X-Forwarded-For': '2001:db8:7::1' }, body.slice(0, 10))

    assert.equal(await fill(65, webhook, { 'Content-Length': 1_000 }), 503)
    slow.end(body.slice(10))

    const { status, said } = await answerTo(slow)
    assert.equal(status, 200, said)
  })
})
