import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readConfig } from '../../proxy/config/config.ts'
import { createSealer } from '../../proxy/identity/seal.ts'
import { createClient } from '../../src/contract/client.ts'
import { tracking } from '../../src/contract/tracking.ts'
import { runCommand } from '../cli/commands.ts'
import { lineOf } from '../platforms/payloads.ts'
import { fact, jobs } from '../platforms/sending.ts'
import { until } from '../stack.ts'
import { aiko, checkoutOf, codeOf, customerGid, mira, sessionToken, startExtensionStack, type ExtensionStack } from './extension-stack.ts'

const day = 24 * 3_600_000
let stack: ExtensionStack
let order: string
before(async () => {
  stack = await startExtensionStack({ settings: { SHOPPERS_MAY: 'protect-later,unprotect' } })
  order = await stack.order(5_001n)
})
after(() => stack.stop())

const asNobody = async () => stack.extension(await sessionToken())
const asCustomer = async (id: string) => stack.extension(await sessionToken({ sub: customerGid(id) }))
const proofOf = async (key: string) => (await stack.extension().trackOrder({ key })).proof

describe('a key of an order', () => {
  test('is given to the customer who is signed in, in each form of the id', async () => {
    const shopper = await asCustomer(mira)

    for (const id of [order, `gid://shopify/Order/${order}`, `gid://shopify/OrderIdentity/${order}`]) {
      const { key, expires_at } = await shopper.keyOrder({ id })
      assert.equal(await proofOf(key), 'key')
      assert.ok(Math.abs(Date.parse(expires_at) - Date.now() - 3_600_000) < 60_000)
    }
  })

  test('is given to anyone who knows the token of the checkout, signed in or not, also as somebody else', async () => {
    for (const who of [asNobody(), asCustomer(aiko)]) {
      const { key } = await (await who).keyOrder({ id: order, checkout_token: checkoutOf(order) })
      assert.equal(await proofOf(key), 'key')
    }
  })

  test('proves less by the token of the checkout once the order is a day old, and as much as before to its customer', async () => {
    const old = await stack.order(5_002n, { created_at: new Date(Date.now() - day - 60_000).toISOString() })

    const { key: byCheckout } = await (await asNobody()).keyOrder({ id: old, checkout_token: checkoutOf(old) })
    const { key: byCustomer } = await (await asCustomer(mira)).keyOrder({ id: old })

    assert.equal(await proofOf(byCheckout), 'order')
    assert.equal(await proofOf(byCustomer), 'key')
    assert.equal(await codeOf(stack.extension().protectOrder({ key: byCheckout })), 'not-found')
  })

  const attacks: Record<string, () => Promise<{ who: ReturnType<typeof asNobody>; id: string; checkout_token?: string }>> = {
    'with the id of the order alone': async () => ({ who: asNobody(), id: order }),
    'as another customer': async () => ({ who: asCustomer(aiko), id: order }),
    'as a customer whose id begins alike': async () => ({ who: asCustomer(`${mira}0`), id: order }),
    'of an order that does not exist': async () => ({ who: asCustomer(mira), id: '999999' }),
    'with the token of another checkout': async () => ({ who: asNobody(), id: order, checkout_token: checkoutOf(await stack.order(5_003n)) }),
    'with the token in other letters': async () => ({ who: asNobody(), id: order, checkout_token: checkoutOf(order).toUpperCase() }),
    'with a part of the token': async () => ({ who: asNobody(), id: order, checkout_token: checkoutOf(order).slice(0, -1) }),
    'with the digest that the store has': async () => {
      const { checkout } = (await fact<{ checkout: string }>(stack, `buyer:${order}`))!
      return { who: asNobody(), id: order, checkout_token: checkout }
    },
    'with a token for an order that came from no checkout': async () => ({
      who: asNobody(),
      id: await stack.order(5_004n, { checkout_token: null }),
      checkout_token: 'null-null-null',
    }),
    'as a guest, with the order of a guest': async () => ({ who: asNobody(), id: await stack.order(5_005n, { customer: null }) }),
    'as a customer, with the order of a guest': async () => ({ who: asCustomer(mira), id: await stack.order(5_006n, { customer: null }) }),
  }
  for (const [how, attack] of Object.entries(attacks))
    test(`is not given ${how}`, async () => {
      const { who, ...claim } = await attack()

      assert.equal(await codeOf((await who).keyOrder(claim)), 'not-found')
    })

  test('is refused for a malformed id or token, without a request to a service', async () => {
    const shopper = await asCustomer(mira)

    for (const id of ['', 'K-1001', '-1', '1 or 1=1', `gid://shopify/Customer/${order}`, `gid://shopify/Order/${order}/../1`, '9'.repeat(21)])
      assert.equal(await codeOf(shopper.keyOrder({ id })), 'invalid-request', id)
    for (const checkout_token of ['', 'short', 'with space in it', 'x'.repeat(129)])
      assert.equal(await codeOf(shopper.keyOrder({ id: order, checkout_token })), 'invalid-request', checkout_token)
    assert.equal(await codeOf(shopper.keyOrder({ id: order, checkout_token: null } as never)), 'invalid-request')
  })

  test('takes shop, customer and order from nowhere but the token and the platform', async () => {
    const answer = await fetch(`${stack.proxy}/v1/extension/orders?customer=${mira}&sub=${customerGid(mira)}&logged_in_customer_id=${mira}`, {
      method: 'POST',
      body: JSON.stringify({ id: order, sub: customerGid(mira), customer: mira, customer_id: mira, shop: 'x', proof: 'key', email: 'mira@example.com' }),
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${await sessionToken()}`, 'X-Customer-Id': mira, Cookie: `customer=${mira}` },
    })

    assert.equal(answer.status, 404)
  })

  test('is of no use for anything else: it is no session, no ticket and no key of another order', async () => {
    const { key } = await (await asCustomer(mira)).keyOrder({ id: order })

    assert.equal(await codeOf(stack.extension(key).getMembership({})), 'session-expired')
    assert.equal(await codeOf(stack.extension().trackOrder({ ticket: key })), 'not-found')
    assert.equal(await codeOf(stack.extension(key).keyOrder({ id: order })), 'assertion-refused')
  })
})

describe('the look-up of an extension', () => {
  test('takes a key, then a ticket, and nothing that can be guessed', async () => {
    const { key } = await (await asCustomer(mira)).keyOrder({ id: order })
    const extension = stack.extension()
    const { ticket, order_number } = await extension.trackOrder({ key })

    assert.equal(order_number, order)
    assert.equal((await extension.trackOrder({ ticket })).order_number, order)
    assert.equal((await extension.trackEnrichment({ ticket, wait: 0 })).all_settled, true)
    for (const proof of [{ order_number: order, email: 'mira@example.com' }, { tracking_number: '1Z999AA1' }, { key, ticket }, {}, { key: '' }])
      assert.equal(await codeOf(extension.trackOrder(proof)), 'invalid-request', JSON.stringify(proof))
    assert.equal(await codeOf(extension.trackOrder({ key: 'nobody-has-this-key' })), 'not-found')
  })

  test('shows by a shared key no more than by a tracking number, and changes nothing by it', async () => {
    const { key } = await (await asCustomer(mira)).keyOrder({ id: order })
    const { share_key } = await stack.extension().trackOrder({ key })

    const shared = await stack.extension().trackOrder({ key: share_key! })

    assert.equal(shared.proof, 'tracking')
    assert.equal(shared.protection, undefined)
    for (const verb of ['protectOrder', 'unprotectOrder'] as const) assert.equal(await codeOf(stack.extension()[verb]({ key: share_key! })), 'not-found')
  })

  test('gives a shared key that ends with the key that was given for it, also by a ticket', async () => {
    const { key, expires_at } = await (await asCustomer(mira)).keyOrder({ id: order })
    const { ticket, share_key } = await stack.extension().trackOrder({ key })
    const { share_key: later } = await stack.extension().trackOrder({ ticket })
    const sealer = createSealer(readConfig(stack.settings).sessionKeys, stack.settings.PUBLIC_URL!)

    for (const one of [share_key, later]) assert.equal((await sealer.open('key', one!))?.exp, Date.parse(expires_at) / 1000)
  })

  test('lets the owner protect the order', async () => {
    const { key } = await (await asCustomer(mira)).keyOrder({ id: order })

    assert.deepEqual(await stack.extension().protectOrder({ key }), { protected: true })
    assert.equal((await stack.extension().trackOrder({ key })).protected, true)
  })
})

describe('the key in the order at the platform', () => {
  const handleOf = (id: string) =>
    until(
      () => Promise.resolve(stack.api.orderKeys.get(id)),
      (value) => value !== undefined,
    )

  test('is written once the order has come, opens it, and is stored as a digest', async () => {
    const id = await stack.order(5_010n)
    const handle = (await handleOf(id))!
    await until(
      () => fact<{ handle?: string }>(stack, `handle:${id}`),
      (found) => found !== undefined && found.handle === undefined,
    )

    assert.equal((await stack.extension().trackOrder({ key: handle })).order_number, id)
    assert.equal((await stack.extension().trackOrder({ key: handle })).proof, 'key')
    assert.equal((await stack.browser(tracking).trackOrder({ key: handle })).order_number, id)
    assert.doesNotMatch(JSON.stringify([await fact(stack, `handle:${id}`), await jobs(stack)]), new RegExp(handle.slice(-43)))
  })

  test('is the same after later webhooks of the order', async () => {
    const id = await stack.order(5_011n)
    const handle = await handleOf(id)
    await stack.order(5_011n, { updated_at: new Date(Date.now() + 60_000).toISOString(), line_items: [lineOf(50_111n, { quantity: 1 })] })
    await until(
      () => jobs(stack, { businessKey: id, kind: 'webhook' }),
      (all) => all.length === 2 && all.every(({ state }) => state !== 'waiting'),
    )

    assert.equal(stack.api.orderKeys.get(id), handle)
    assert.deepEqual(
      stack.api.writes.filter((one) => one.order === id).map(({ value }) => value),
      [handle],
    )
  })

  test('cannot be guessed: another secret, another order, a longer one', async () => {
    const [id, other] = [await stack.order(5_012n), await stack.order(5_013n)]
    const [handle, otherHandle] = [(await handleOf(id))!, (await handleOf(other))!]
    const secret = handle.split('.')[2]!
    const wrong = [
      `order.${other}.${secret}`,
      `order.${id}.${'A'.repeat(43)}`,
      `order.999999.${secret}`,
      `${handle}A`,
      handle.slice(0, -1),
      `order.0${id}.${secret}`,
    ]

    for (const key of wrong) assert.equal(await codeOf(stack.extension().trackOrder({ key })), 'not-found', key)
    assert.equal((await stack.extension().trackOrder({ key: otherHandle })).order_number, other)
  })

  test('ends when the merchant revokes it, at once and at the platform; links and other orders keep theirs', async () => {
    const [id, other] = [await stack.order(5_014n), await stack.order(5_015n)]
    const [handle, otherHandle] = [(await handleOf(id))!, (await handleOf(other))!]
    const { key: link } = await stack.backend.linkOrder({ shopOrderId: id, order_number: id, email: 'mira@example.com' })

    assert.deepEqual(await stack.backend.revokeOrderKey({ shopOrderId: id }), { replaced: false })
    await until(
      () => Promise.resolve(stack.api.orderKeys.has(id)),
      (isThere) => !isThere,
    )

    assert.equal(await codeOf(stack.extension().trackOrder({ key: handle })), 'not-found')
    assert.equal((await stack.extension().trackOrder({ key: link })).order_number, id)
    assert.equal((await stack.extension().trackOrder({ key: otherHandle })).order_number, other)
  })

  test('is replaced on request: the old one ends, the new one opens the order', async () => {
    const id = await stack.order(5_016n)
    const first = (await handleOf(id))!

    await stack.backend.revokeOrderKey({ shopOrderId: id, replace: true })
    const second = (await until(
      () => Promise.resolve(stack.api.orderKeys.get(id)),
      (value) => value !== first,
    ))!

    assert.equal(await codeOf(stack.extension().trackOrder({ key: first })), 'not-found')
    assert.equal((await stack.extension().trackOrder({ key: second })).order_number, id)
  })

  test('is ended and replaced by command, and nothing is if one of the orders has none', async () => {
    const id = await stack.order(5_019n)
    const first = (await handleOf(id))!
    const revoke = (...words: string[]) => runCommand(['order-key', 'revoke', ...words], { DATA_DIR: stack.settings.DATA_DIR! })

    const [unknown, wrong] = [await revoke(id, '999999'), await revoke('#1001')]
    assert.match(unknown.err, /No key was written into 999999, so nothing was revoked/)
    assert.match(wrong.err, /"#1001" is no id of an order/)
    assert.ok(unknown.code && wrong.code)
    const { code, err } = await revoke(id, '--replace')

    assert.equal(code, 0, err)
    const second = (await until(
      () => Promise.resolve(stack.api.orderKeys.get(id)),
      (value) => value !== first,
    ))!
    assert.equal(await codeOf(stack.extension().trackOrder({ key: first })), 'not-found')
    assert.equal((await stack.extension().trackOrder({ key: second })).order_number, id)
    assert.equal(new Set(stack.api.writes.filter(({ order }) => order === id).map(({ value }) => value)).size, 2)
  })

  test('ends with the data of the order when the platform asks to erase them', async () => {
    const id = await stack.order(5_017n)
    const handle = (await handleOf(id))!
    await stack.erase(id)

    assert.equal(await codeOf(stack.extension().trackOrder({ key: handle })), 'not-found')
    assert.equal(await codeOf((await asCustomer(mira)).keyOrder({ id })), 'not-found')
    assert.equal(await fact(stack, `buyer:${id}`), undefined)
  })

  test('waits while the platform does not answer, and nothing of the order waits with it', async () => {
    stack.api.trouble('5018', 'drop before', '429', 'throttled', 'drop after')
    const id = await stack.order(5_018n)

    assert.equal((await stack.extension().trackOrder({ key: (await handleOf(id))! })).order_number, id)
    assert.equal(new Set(stack.api.writes.filter((one) => one.order === id).map(({ value }) => value)).size, 1)
  })
})

test('the store holds neither the token of a checkout nor the e-mail address of a buyer once an order is reported', async () => {
  const id = await stack.order(5_020n, { email: 'secret-buyer@example.com', contact_email: null, customer: { id: 1n, email: 'secret-buyer@example.com' } })
  const all = JSON.stringify([await fact(stack, `buyer:${id}`), await fact(stack, `order:${id}`), await jobs(stack, { businessKey: id })])

  assert.doesNotMatch(all, new RegExp(`${checkoutOf(id)}|secret-buyer`))
})

test('extensions are off without a client id, and say so to every origin', async () => {
  const off = await startExtensionStack({ settings: { SHOPIFY_CLIENT_ID: undefined } })
  const client = createClient({ ...(await import('../../src/contract/extension.ts')).extension }, { baseUrl: off.proxy })

  assert.equal(await codeOf(client.keyOrder({ id: '1' })), 'not-configured')
  assert.equal(await codeOf(client.trackOrder({ key: 'x' })), 'not-configured')
  assert.equal(await codeOf(client.openSession({})), 'not-configured')
  await off.stop()
})
