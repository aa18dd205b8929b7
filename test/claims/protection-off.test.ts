import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { orderProtection } from '../../src/contract/order-protection.ts'
import { protection } from '../../src/contract/protection.ts'
import { tracking } from '../../src/contract/tracking.ts'
import { chargeOf, fulfillmentPayload, lineOf, orderPayload } from '../platforms/payloads.ts'
import { heldOrder, startRefundingStack } from '../platforms/refunding.ts'
import { drop, fromShopify, jobs, settled } from '../platforms/sending.ts'
import { openDatabase } from '../../proxy/store/open-database.ts'
import { refusalOf } from '../proxy/refusals.ts'
import { until, type Stack } from '../stack.ts'
import { askClaims, claimsKey, doubtsAbout, usd } from './claims-stack.ts'
import type { Resolver } from './resolver.ts'

describe('protection that is taken off', () => {
  let resolver: Resolver
  let stack: Stack
  before(async () => {
    const settings = { SHOPPERS_MAY: 'unprotect', CLAIMS_API_KEYS: claimsKey, CLAIMS_MODE: 'auto', CLAIMS_AUTO_LIMIT: '100.00 USD' }
    ;({ resolver, stack } = await startRefundingStack(settings))
  })
  after(async () => {
    await stack.stop()
    await resolver.stop()
  })
  afterEach(() => stack.mend())

  let next = 6_100_000_000_000_000_000n

  /** Buys two mugs with protection, and has them sent; no carrier has scanned the parcel. Returns the order's id and key. */
  async function buyAndSend() {
    const id = (next += 10n)
    const quote = await stack.browser(protection).quoteProtection({ cents: 4800, currency: 'USD' })
    const now = new Date().toISOString()
    const payload = orderPayload(id, { created_at: now, updated_at: now, line_items: [lineOf(id + 1n), chargeOf(id + 2n, quote)] })
    await fromShopify(stack, 'orders/create', payload)
    const { key } = (await until(
      () => heldOrder(stack, id),
      (order) => order !== undefined,
    ))!
    await settled(stack, String(id))
    await fromShopify(stack, 'fulfillments/create', fulfillmentPayload(id + 3n, payload, { created_at: now }))
    await isDelivered(id, 'shipment')
    await until(
      () => stack.browser(tracking).trackOrder({ key }),
      ({ all_settled }) => all_settled,
    )
    return { id, key }
  }
  const isDelivered = (id: bigint, kind: string) =>
    until(
      () => jobs(stack, { businessKey: String(id), kind }),
      (all) => all.length > 0 && all.every(({ state }) => state === 'delivered'),
    )
  const claimBoth = (id: bigint) =>
    askClaims(stack.proxy, `${id}/store_credit`, {
      shop_order_id: String(id),
      refundable: { id: `c${id}`, type: 'Claim' },
      line_items: [{ shop_line_item_id: String(id + 1n), quantity_to_issue: 2, to_issue_amount: usd(4800) }],
    })
  const paidOut = (id: bigint) => [...resolver.done.values()].filter(({ body }) => body.order_id === String(id)).map(({ what }) => what)

  test('is not offered once the order has a claim, and is refused', async () => {
    const { id, key } = await buyAndSend()
    assert.equal((await claimBoth(id)).status, 200)

    assert.deepEqual((await stack.browser(tracking).trackOrder({ key })).may, [])
    await refusalOf(stack.browser(orderProtection).unprotectOrder({ key }), 'not-eligible')
    assert.deepEqual(paidOut(id), ['store_credit'])
  })

  test('has a claim wait for a person, although the service does not know yet that it is off', async () => {
    const { id, key } = await buyAndSend()
    await stack.fault({ match: { path: '*/refund_insurance' }, status: 500 })
    await stack.browser(orderProtection).unprotectOrder({ key })
    await isDelivered(id, 'platform-refund')

    assert.equal((await claimBoth(id)).status, 503)
    assert.deepEqual(paidOut(id), ['refund'])

    await stack.mend()
    await isDelivered(id, 'refund-protection')
    assert.equal((await claimBoth(id)).status, 503, 'also once the service knows')
    assert.deepEqual(paidOut(id), ['refund'])
  })

  /** Has the shopper take protection off while the service refuses to, and has a person drop the refused report. Then deletes what is deleted after 7 days. */
  async function removeAndForget(id: bigint, key: string) {
    await stack.fault({ match: { path: '*/refund_insurance' }, status: 422, body: { error: ['order was shipped'] } })
    const answer = await stack.browser(orderProtection).unprotectOrder({ key })
    const [refused] = await until(
      () => jobs(stack, { businessKey: String(id), kind: 'refund-protection' }),
      ([job]) => job?.state === 'failed',
    )
    await drop(stack, refused!.id, 'the service keeps it')
    await stack.mend()
    const { transact, close } = await openDatabase({ folder: stack.settings.DATA_DIR! }, { migrates: false })
    const done = ['delivered', 'superseded', 'dropped'] as const
    await transact((tx) =>
      tx
        .deleteFrom('work')
        .where('order_id', '=', String(id))
        .where('state', 'in', [...done])
        .execute(),
    )
    await close()
    return answer
  }

  test('is remembered after the jobs of the removal are deleted, although the service refused it', async () => {
    const { id, key } = await buyAndSend()
    const answer = await removeAndForget(id, key)

    assert.equal((await claimBoth(id)).status, 503)
    assert.equal(await doubtsAbout(stack, `store_credit/c${id}`), 'the protection of the order was refunded')
    assert.deepEqual(paidOut(id), ['refund'])
    assert.deepEqual(await stack.browser(orderProtection).unprotectOrder({ key }), answer)
    assert.deepEqual(paidOut(id), ['refund'], 'and its price is not given back again')
  })

  test('counts again once the order is protected again', async () => {
    const { id, key } = await buyAndSend()
    await removeAndForget(id, key)
    const { id: addition } = await stack.backend.reportProtectionAdded({ shopOrderId: String(id) })
    await until(
      () => stack.backend.getReport({ id: addition }),
      ({ state }) => state === 'delivered',
    )

    assert.equal((await claimBoth(id)).status, 200)
  })
})
