// Who may only look sees an order as its buyer does, and can change nothing by it.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { orderProtection } from '../../src/contract/order-protection.ts'
import { tracking } from '../../src/contract/tracking.ts'
import { readConfig } from '../../proxy/config/config.ts'
import { createSealer } from '../../proxy/identity/seal.ts'
import { claimOf } from '../claims/claims-stack.ts'
import { refusalOf } from '../proxy/refusals.ts'
import { until } from '../until.ts'
import { pageHeaders, startConsole, tokens, type ConsoleStack } from './console-stack.ts'

/** Seconds. */
const longestView = 900
const email = 'mira@example.com'

test('the link to an order as its buyer sees it leads to the page of TRACK_PAGE_URL', async (t) => {
  const stack = await startConsole({ TRACK_PAGE_URL: '/pages/track' })
  t.after(() => stack.stop())
  await stack.ordered('9701')

  const { url } = await (await stack.as('look')).viewAsShopper({ order: '9701', email })

  assert.match(url, new RegExp(`^${stack.origin}/pages/track#key=`))
})

describe('the link to an order as its buyer sees it', () => {
  let stack: ConsoleStack
  before(async () => {
    stack = await startConsole({ SHOPPERS_MAY: 'protect-later,unprotect', CLAIMS_MODE: 'auto' })
  })
  after(() => stack.stop())

  const track = (proof: Parameters<ReturnType<typeof trackingOf>['trackOrder']>[0]) => trackingOf().trackOrder(proof)
  const trackingOf = () => stack.browser(tracking)
  /** Opens the order as somebody who may only look; resolves to the key in the link, and to the order. */
  async function view(order: string) {
    const { url, order: seen } = await (await stack.as('look')).viewAsShopper({ order, email })
    return { key: new URL(url).hash.slice('#key='.length), seen }
  }
  /** Seconds until a key expires. */
  async function leftOf(key: string) {
    const opened = await createSealer(readConfig(stack.settings).sessionKeys, stack.settings.PUBLIC_URL!).open('key', key)
    return (opened?.exp ?? Infinity) - Date.now() / 1000
  }

  test('shows the order and its protection, offers no change, and refuses every change', async () => {
    await stack.ordered('9701')
    const { key: ofBuyer } = await stack.backend.linkOrder({ shopOrderId: '9701', order_number: 'K-9701', email })
    assert.deepEqual((await track({ key: ofBuyer })).may, ['protect-later'])

    const { key, seen } = await view('9701')
    const opened = await track({ key })
    const renewed = await track({ ticket: opened.ticket })

    for (const order of [seen, opened, renewed]) {
      assert.equal(order.order_number, 'K-9701')
      assert.equal(order.protection?.state, 'unprotected')
      assert.deepEqual(order.may, [])
    }
    for (const given of [key, opened.share_key!]) {
      const code = given === key ? 'not-allowed' : 'not-found'
      await refusalOf(stack.browser(orderProtection).protectOrder({ key: given }), code)
      await refusalOf(stack.browser(orderProtection).unprotectOrder({ key: given }), code)
    }
    assert.deepEqual(await stack.browser(orderProtection).protectOrder({ key: ofBuyer }), { protected: true })
  })

  test('ends after some minutes, as do the links of its answer, and the link to a replacement changes nothing either', async () => {
    const order = await stack.sent('9702')
    await stack.ask('9702/reorder', claimOf(970, '9702'))
    const { key } = await view('9702')
    const { claims, share_key } = await until(
      () => track({ key }),
      (found) => found.claims?.[0]?.order_key !== undefined,
    )
    const { order_key, order_number } = claims![0]!
    await stack.ordered('9703', { shop_order_number: order_number!, customer: order.customer })

    for (const one of [key, share_key!, order_key!]) assert.ok((await leftOf(one)) <= longestView, `${await leftOf(one)} seconds`)
    const replacement = await track({ key: order_key! })
    assert.deepEqual([replacement.order_number, replacement.may], [order_number, []])
    await refusalOf(stack.browser(orderProtection).protectOrder({ key: order_key! }), 'not-allowed')
  })

  test('stands in the audit log if a preview opens it, as does a typed number, once for repeated looks and without contact data', async () => {
    await stack.ordered('9704')
    const { key } = await stack.backend.linkOrder({ shopOrderId: '9704', order_number: 'K-9704', email })
    const cookie = await stack.cookieOf(tokens.look)
    const preview = async (body: object) => {
      const answer = await fetch(`${stack.operator}/console/preview/v1/orders/track`, {
        method: 'POST',
        headers: { ...pageHeaders(stack.operator), 'X-Storefront-Client': '1', 'Content-Type': 'application/json', Cookie: cookie },
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: (await answer.json()) as { ticket: string } }
    }
    const api = await stack.as('look')
    const before = (await api.listAudit({})).entries.length

    const typed = await preview({ order_number: 'K-9704', email })
    const again = [await preview({ order_number: 'K-9704', email }), await preview({ ticket: typed.body.ticket }), await preview({ key })]
    const guessed = [
      await preview({ tracking_number: '1Z999AA1NOBODY' }),
      await preview({ key: 'nobody-has-this-key' }),
      await preview({ order_number: 'K-9704' }),
    ]

    assert.deepEqual(
      [typed, ...again, ...guessed].map(({ status }) => status),
      [200, 200, 200, 200, 404, 404, 400],
    )
    const { entries } = await api.listAudit({})
    const added = entries.slice(0, entries.length - before).reverse()
    assert.deepEqual(
      added.map(({ who, action }) => [who, action]),
      Array.from({ length: 3 }, () => ['noor', 'order.view']),
    )
    assert.deepEqual(
      added.slice(0, 2).map(({ subject }) => subject),
      ['K-9704', '1Z999AA1NOBODY'],
    )
    assert.match(added[2]!.subject, /^key [\w-]{12}$/)
  })
})
