import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { runChecks } from '../../proxy/doctor/doctor.ts'
import type { OrderDto } from '../../proxy/upstream/protection.ts'
import { until, type Stack } from '../stack.ts'
import { recordedWebhooks, unreadable, type Recorded } from './recorded.ts'
import { fromWooCommerce, settled, startPlatformStack, jobs } from './sending.ts'

const orderOf = ({ body }: Recorded) => String((JSON.parse(body) as { id: number }).id)
const readable = recordedWebhooks.filter((webhook) => webhook !== unreadable)

describe('webhooks that WooCommerce 11.0.1 sent', () => {
  let stack: Stack
  before(async () => {
    stack = await startPlatformStack({ settings: { FALLBACK_PHONE: '+1 510 555 0100' } })
  })
  after(() => stack.stop())

  const send = ({ topic, delivery, body }: Recorded) => fromWooCommerce(stack, topic, body, { headers: { 'X-WC-Webhook-Delivery-ID': delivery } })
  const ordersAtService = async () => (await stack.state<{ orders: OrderDto[] }>('orders')).orders

  test('bring every order of one second, although their deliveries share an id', async () => {
    const ids = readable.map(({ delivery }) => delivery)
    assert.ok(new Set(ids).size < ids.length, 'the recording has no equal ids')

    for (const webhook of readable) assert.equal((await send(webhook)).status, 200)

    const wanted = [...new Set(readable.map(orderOf))]
    await until(ordersAtService, (orders) => wanted.every((id) => orders.some(({ shop_order_id }) => shop_order_id === id)))
  })

  test('create one report if the same body arrives again', async () => {
    const [webhook] = readable as [Recorded]
    const reported = () => jobs(stack, { businessKey: orderOf(webhook), kind: 'webhook' })
    const before = await reported()

    for (let times = 0; times < 3; times += 1) assert.equal((await send(webhook)).status, 200)
    await settled(stack, orderOf(webhook))

    assert.deepEqual(
      (await reported()).map(({ id }) => id),
      before.map(({ id }) => id),
    )
  })

  test('without an order, because their user may not read it, are each held with the remedy, and doctor counts them', async () => {
    for (let times = 0; times < 2; times += 1) assert.equal((await send(unreadable)).status, 200)
    const held = await until(
      () => jobs(stack, { states: ['held'], kind: 'webhook-error' }),
      ({ length }) => length === 2,
    )

    for (const { notes } of held)
      assert.match(
        notes.join(),
        /WooCommerce sent an error in place of the order \(woocommerce_rest_cannot_view\).*give the webhook to a user who may manage the shop.*reconcile --send/,
      )
    const finding = (await runChecks(stack.settings)).find(({ check }) => check === 'WooCommerce webhooks')
    assert.equal(finding?.verdict, 'failed')
    assert.match(finding.says, /2 webhooks carried an error instead of an order/)
    assert.match(finding.remedy!, /user who may manage the shop/)
  })

  test('about an order that was deleted meanwhile are held with another remedy', async () => {
    const body = JSON.stringify({ code: 'woocommerce_rest_shop_order_invalid_id', message: 'Invalid ID.', data: { status: 404 } })

    assert.equal((await send({ ...unreadable, body })).status, 200)

    await until(
      () => jobs(stack, { states: ['held'], kind: 'webhook-error' }),
      (held) => held.some(({ notes }) => /woocommerce_rest_shop_order_invalid_id.*the order was deleted.*drop this/.test(notes.join())),
    )
  })

  test('with another error of WordPress, or with an object without an id, are each held with the reason', async () => {
    const bodies = [
      '{"code":"rest_forbidden","message":"Sorry, you are not allowed to do that.","data":{"status":401}}',
      '{"code":"rest_forbidden","message":"Sorry, you are not allowed to do that.","data":{"status":401}}',
      '{"code":"internal_server_error","message":"<p>There has been a critical error on this website.</p>","data":{"status":500}}',
      '{"code":"rest_no_route","message":"No route was found matching the URL and request method.","data":{"status":404}}',
      '{"code":"a_plugin_of_the_shop","message":"No.","data":null}',
      '{"of_a_plugin":7001}',
      '{"of_a_plugin":7002}',
    ]
    const before = new Set((await jobs(stack, { states: ['held'] })).map(({ id }) => id))
    for (const body of bodies) assert.equal((await send({ ...unreadable, body })).status, 200)
    const held = await until(
      async () => (await jobs(stack, { states: ['held'] })).filter(({ id }) => !before.has(id)).reverse(),
      ({ length }) => length === bodies.length,
    )

    const notes = held.map((job) => job.notes.join())
    for (const note of notes.slice(0, 2))
      assert.match(note, /\(rest_forbidden\): the user of the webhook may not read orders; give the webhook to a user.*reconcile --send/)
    for (const [index, code] of [
      [2, 'internal_server_error'],
      [3, 'rest_no_route'],
      [4, 'a_plugin_of_the_shop'],
    ] as const)
      assert.match(notes[index]!, new RegExp(`\\(${code}\\).*find the cause in WooCommerce > Status > Logs.*reconcile --send.*drop this`))
    for (const note of notes.slice(5)) assert.match(note, /id is missing/)
    const finding = (await runChecks(stack.settings)).find(({ check }) => check === 'WooCommerce webhooks')
    assert.match(finding!.remedy!, /queue list --kind webhook-error/)
  })
})
