import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { loyalty } from '../../src/contract/loyalty.ts'
import { startStack, until, type Stack } from '../stack.ts'
import { openOddService, startOddService, type Odd, type Seen } from './odd-service.ts'
import { orderOf, shipmentOf } from './orders.ts'

describe('the proxy reports to a service', () => {
  let stack: Stack
  let service: Awaited<ReturnType<typeof openOddService>>
  let answer: (seen: Seen) => Odd = () => ({ status: 201 })
  before(async () => {
    service = await openOddService((asked) => answer(asked))
    stack = await startStack({ settings: { PROTECTION_BASE_URL: `${service.address}/api/v1` } })
  })
  after(async () => {
    await stack.stop()
    service.stop()
  })

  const settled = async ({ id }: { id: string }) =>
    until(
      () => stack.backend.getReport({ id }),
      ({ state }) => state !== 'waiting',
    )
  const event = { shop_shipment_event_id: 'e1', status: 'in_transit' as const, created_at: '2026-01-01T00:00:00Z', shopShipmentId: '1s' }

  test('that responds with 409 and no body for a known event: delivered (A59, A60)', async () => {
    answer = () => ({ status: 409 })

    const report = await settled(await stack.backend.reportShipmentEvent(event))

    assert.equal(report.state, 'delivered')
  })

  test('that already knows an order: the order is sent again as an update (A57)', async () => {
    answer = ({ method }) => (method === 'POST' ? { status: 422, body: { error: ['shop_order_id has already been taken'] } } : { body: {} })

    const report = await settled(await stack.backend.reportOrder(orderOf('1')))

    assert.equal(report.state, 'delivered')
    assert.deepEqual(
      service.seen.slice(-2).map(({ method, url }) => `${method} ${url}`),
      ['POST /api/v1/orders', 'PATCH /api/v1/orders/1'],
    )
  })

  for (const refusal of [{ status: 404 }, { status: 422, body: { error: ['shop_order_id must exist'] } }]) {
    test(`that responds with ${refusal.status} for a shipment whose order comes later: both delivered (A58)`, async () => {
      const order = orderOf(`late-${refusal.status}`)
      let known = false
      answer = ({ url }) => {
        known ||= url.endsWith('/orders')
        return known ? { status: 201, body: {} } : refusal
      }

      const early = await stack.backend.reportShipment(shipmentOf(`s-${refusal.status}`, order))
      const late = await settled(await stack.backend.reportOrder(order))

      assert.deepEqual([late.state, (await settled(early)).state], ['delivered', 'delivered'])
    })
  }

  test('that refuses to protect an order: not protected, with the service’s error text (A64, A65)', async () => {
    answer = () => ({ status: 422, body: { error: ['Order is not eligible for protection'] } })

    const report = await settled(await stack.backend.reportProtectionAdded({ shopOrderId: '1' }))

    assert.deepEqual([report.state, report.protected], ['failed', false])
    assert.match(report.notes.join(), /Order is not eligible for protection/)
  })
})

test('a session is opened and a member is read with the headers and the body from the settings (A30 to A32)', async () => {
  const member = { customerId: '7001', status: 'ACTIVE', credit: 42.5, currencyCode: 'USD' }
  const { address, seen } = await startOddService(({ url }) => {
    if (url.endsWith('/auth')) return { status: 201, body: { message: 'ok', data: { accessToken: 'opaque', expiresIn: 600 } } }
    if (url.includes('/credits')) return { body: { message: 'ok', data: [] } }
    return url.includes('/members/') ? { body: member } : { body: { message: 'ok', data: { currency: 'USD' } } }
  })
  const stack = await startStack({
    settings: {
      LOYALTY_BASE_URL: address,
      LOYALTY_KEY_HEADER: 'X-Vendor-Key',
      LOYALTY_TOKEN_HEADER: 'X-Member-Token: JWT',
      LOYALTY_AUTH_BODY: '{"shopperId":"{customerId}"}',
    },
  })
  after(() => stack.stop())

  const { membership, expires_at } = await stack.browser(loyalty).openSession({ assertion: await stack.assertion('7001') })

  assert.equal(membership.member?.credits.cents, 4250)
  assert.ok(Date.parse(expires_at) < Date.now() + 600_000, expires_at)
  const auth = seen.find(({ url }) => url.endsWith('/auth'))!
  assert.deepEqual(JSON.parse(auth.body), { shopperId: '7001' })
  const asked = seen.find(({ url }) => url.includes('/storefront/members/7001'))!
  assert.deepEqual([asked.headers['x-vendor-key'], asked.headers['x-member-token']], [stack.settings.LOYALTY_API_KEY, 'JWT opaque'])
  assert.equal(asked.headers.authorization, undefined)
})
