import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Delivery } from '../../../demo/services/deliveries.ts'
import { deliverySchema, loyaltyEvents, type LoyaltyEventName } from '../../../proxy/upstream/loyalty-events.schema.ts'
import { until } from '../../until.ts'
import { startReceiver } from './receiver.ts'
import { jonas, mira, refused, startServices } from './start.ts'

type Services = Awaited<ReturnType<typeof startServices>>
const soon = { waitsMs: [5, 5, 5], timeoutMs: 2000 }

/** Asks until the messages to that address have become what is wanted. */
const settled = async ({ list }: Services, url: string, outcome: Delivery['outcome']) =>
  until(
    async () => (await list<Delivery>('deliveries')).filter((delivery) => delivery.url === url),
    (deliveries) => deliveries.length > 0 && deliveries.every((delivery) => delivery.outcome === outcome),
  )

describe('loyalty events', () => {
  test('all eight reach a registered address, each with what the document says of it', async () => {
    const services = await startServices({ deliveries: soon })
    const { admin, storefront, control, signIn, pass, list } = services
    const { url, arrived, received, topics } = await startReceiver()
    const { token } = await admin.createWebhook({ callbackUrl: url })

    await admin.updateMerchant({ phone: '+1 503 555 0100' })
    await control('POST', 'platform/reinstall')
    await admin.createMember({ customerId: jonas, credits: 5 })
    await admin.updateMember({ id: mira, firstName: 'Mira', lastName: 'Okafor-Lund', notes: null, phoneNumber: null })
    await control('POST', 'platform/orders', { customerId: jonas, orderId: 91, orderTotal: 20 })
    await storefront.cancelMembership({ id: mira }, await signIn(mira))
    pass(2000)
    const [mail] = await list<{ link: string }>('mails')
    await fetch(services.address + mail!.link, { method: 'POST' })
    await arrived(11)

    const twiceMore = ['customer.updated', 'customer.updated'] // name, then the end asked for, then the end
    assert.deepEqual(topics().sort(), [...Object.keys(loyaltyEvents), 'customer.credits.updated', ...twiceMore].sort())
    for (const { headers, body } of received) {
      const { payload, metadata } = deliverySchema.parse(body)
      loyaltyEvents[metadata.topic as LoyaltyEventName].payload.parse(payload)
      assert.deepEqual([headers['x-loyalty-webhook-token'], body.token, payload.merchantId], [token, token, 'kiln-and-paper'])
      assert.deepEqual([metadata.retryCount, metadata.version, metadata.shopDomain], [0, '2.0.0', 'kiln-and-paper.example.com'])
      assert.equal(metadata.triggerredAt, metadata.triggeredAt)
      assert.ok(!JSON.stringify(payload).includes('cancelToken'))
    }
  })

  test('a changed record comes as it was and as it is', async () => {
    const { admin } = await startServices({ deliveries: soon })
    const { url, arrived, received } = await startReceiver()
    await admin.createSubscription({ topic: 'customer.updated', callbackUrl: url })

    await admin.changeTier({ id: mira, tierId: '4c8e1a27' })
    await arrived(1)

    const { oldData, newData } = loyaltyEvents['customer.updated'].payload.parse(received[0]?.body.payload)
    assert.deepEqual([oldData.tierName, newData.tierName, newData.credit], ['Gold', 'Platinum', 42.5])
  })

  test('a request that changes nothing sends no webhook', async () => {
    const { admin, list } = await startServices({ deliveries: soon })
    const { url } = await startReceiver()
    await admin.createWebhook({ callbackUrl: url })
    const { firstName, lastName, notes, phoneNumber } = await admin.getMember({ id: mira })

    await admin.changeTier({ id: mira, tierId: '3a636361' })
    await admin.updateMember({ id: mira, firstName: firstName!, lastName: lastName!, notes: notes ?? null, phoneNumber: phoneNumber ?? null })
    await admin.updateMerchant({})
    await admin.updateMerchant({ merchantId: 'somebody-else', merchantName: 'Kiln & Paper' })
    await admin.reactivateMember({ id: mira })

    assert.deepEqual(await list('deliveries'), [])
  })
})

describe('delivery', () => {
  test('is tried again until the answer is a success, and tells of the same event each time', async () => {
    const services = await startServices({ deliveries: soon })
    const { url, arrived, received } = await startReceiver(500, 302, 204)
    await services.admin.createWebhook({ callbackUrl: url })

    await services.admin.updateMerchant({ phone: '1' })
    await arrived(3)

    const [delivery] = await settled(services, url, 'delivered')
    assert.deepEqual(
      delivery?.attempts.map(({ status }) => status),
      [500, 302, 204],
    )
    assert.deepEqual(
      received.map(({ body }) => body.metadata.retryCount),
      [0, 1, 2],
    )
    const [first, ...repeats] = received.map(({ body: { metadata, payload } }) => ({ payload, id: metadata.id, at: metadata.triggeredAt }))
    for (const repeat of repeats) assert.deepEqual(repeat, first)
  })

  test('does not wait for an address that is slow to answer', async () => {
    const services = await startServices({ deliveries: { timeoutMs: 200, waitsMs: [5] } })
    const { url, arrived } = await startReceiver('never', 200)
    await services.admin.createWebhook({ callbackUrl: url })

    await services.admin.updateMerchant({ phone: '1' })
    await arrived(2)

    const [delivery] = await settled(services, url, 'delivered')
    assert.deepEqual(
      delivery?.attempts.map(({ status, error }) => [status, error]),
      [
        [null, 'no answer within 200 ms'],
        [200, null],
      ],
    )
  })

  test('ends after the last try where nobody answers, and keeps nothing from others', async () => {
    const services = await startServices({ deliveries: soon })
    const gone = await startReceiver()
    await gone.close()
    const { url, arrived } = await startReceiver()
    await services.admin.createWebhook({ callbackUrl: gone.url })
    await services.admin.createWebhook({ callbackUrl: url })

    await services.admin.updateMerchant({ phone: '1' })
    await arrived(1)

    const [failed] = await settled(services, gone.url, 'failed')
    assert.equal(failed?.attempts.length, 4)
    assert.ok(failed?.attempts.every(({ status, error }) => status === null && error))
  })

  test('to one address does not wait for another that never answers, however much waits there', async () => {
    const { admin } = await startServices({ deliveries: { timeoutMs: 600_000 } })
    const [silent, quick] = [await startReceiver('never'), await startReceiver()]
    for (const { url } of [silent, quick]) await admin.createWebhook({ callbackUrl: url })

    for (let count = 1; count <= 40; count++) await admin.updateMerchant({ phone: String(count) })
    await quick.arrived(40)

    assert.equal(silent.received.length, 4)
  })

  test('goes on at the new address where a subscription has moved meanwhile', async () => {
    const services = await startServices({ deliveries: { waitsMs: [300] } })
    const { admin } = services
    const [before, after] = [await startReceiver(503), await startReceiver()]
    const { id } = await admin.createSubscription({ topic: 'merchant.updated', callbackUrl: before.url })
    const { token } = await admin.createWebhook({ callbackUrl: after.url })
    await admin.updateMerchant({ phone: '1' })
    await before.arrived(1)

    await admin.updateSubscription({ id, topic: 'merchant.updated', callbackUrl: after.url })
    await after.arrived(2)

    assert.deepEqual(after.received.map(({ body: { metadata, token } }) => [metadata.retryCount, token]).sort(), [
      [0, token],
      [1, token],
    ])
    assert.equal((await settled(services, after.url, 'delivered')).length, 2)
  })

  test('stops the moment a webhook is deleted, also of what was on its way; the backend confirms later', async () => {
    const services = await startServices({ deliveries: { waitsMs: [400, 400] }, effectDelay: 500 })
    const { admin, pass, list } = services
    const { url, arrived, received } = await startReceiver(503)
    const { id } = await admin.createWebhook({ callbackUrl: url })
    await admin.updateMerchant({ phone: '1' })
    await arrived(1)

    await admin.deleteWebhook({ id })
    await admin.updateMerchant({ phone: '2' })

    assert.equal((await settled(services, url, 'withdrawn')).length, 1)
    assert.equal(received.length, 1)
    const [deleted] = await list<{ deletedAt?: string; confirmedAt?: string; token?: string }>('webhooks')
    assert.ok(deleted?.deletedAt && !deleted.confirmedAt && deleted.token === undefined)
    pass(500)
    assert.ok((await list<{ confirmedAt?: string }>('webhooks'))[0]?.confirmedAt)
  })

  test('remembers a deleted webhook for a day, so that deleting it again succeeds', async () => {
    const { admin, pass, list } = await startServices()
    const [first, second] = [
      await admin.createWebhook({ callbackUrl: 'http://127.0.0.1:9/a' }),
      await admin.createWebhook({ callbackUrl: 'http://127.0.0.1:9/b' }),
    ]
    await admin.deleteWebhook({ id: first.id })
    pass(3_600_000)
    await admin.deleteWebhook({ id: first.id })
    pass(2 * 86_400_000)

    await admin.deleteWebhook({ id: second.id })

    assert.deepEqual(
      (await list('webhooks')).map(({ id }) => id),
      [second.id],
    )
    await assert.rejects(admin.deleteWebhook({ id: first.id }), refused(404))
  })

  test('is withdrawn by a reset', async () => {
    const services = await startServices({ deliveries: { waitsMs: [20, 20] } })
    const { url, arrived, received } = await startReceiver(500)
    await services.admin.createWebhook({ callbackUrl: url })
    await services.admin.updateMerchant({ phone: '1' })
    await arrived(1)

    await services.control('POST', 'reset')

    assert.deepEqual(await services.list('deliveries'), [])
    const { url: next, arrived: arrivedNext } = await startReceiver(500, 200)
    await services.admin.createWebhook({ callbackUrl: next })
    await services.admin.updateMerchant({ phone: '2' })
    await arrivedNext(2) // later than the first address would have been tried again
    assert.equal(received.length, 1)
  })
})

describe('addresses', () => {
  test('are http, whole, and carry no password', async () => {
    const { admin } = await startServices()
    for (const callbackUrl of ['ftp://shop.example.com/hook', 'shop.example.com/hook', '/hook', 'javascript:alert(1)', 'http://a:b@shop.example.com/', '']) {
      await assert.rejects(admin.createWebhook({ callbackUrl }), ({ status, problem }: { status: number; problem: { message: string } }) => {
        assert.match(problem.message, /^callbackUrl (is no http address|carries a name or a password)/)
        return status === 400
      })
      await assert.rejects(admin.createSubscription({ topic: 'customer.updated', callbackUrl }), refused(400))
    }
    await assert.rejects(admin.createWebhook({} as never), refused(400, { message: 'callbackUrl is required', data: {} }))
    assert.deepEqual(await admin.listWebhooks({}), [])
  })
})
