import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { buildServices } from '../../../demo/services/app.ts'
import type { ServicesOptions } from '../../../demo/services/world.ts'
import { event, order, reportSent, shipment } from './orders.ts'
import { startReceiver } from './receiver.ts'
import { mira, startServices } from './start.ts'
import { until } from '../../until.ts'

const keys = { loyaltyKey: 'loyalty-key', protectionKey: 'protection-key' }
const neighbour = { loyaltyKey: 'their-loyalty-key', protectionKey: 'their-protection-key' }

const folder = mkdtempSync(join(tmpdir(), 'services-'))
after(() => rmSync(folder, { recursive: true }))

/** A state file in a folder of its own. */
function freshFile(text?: string) {
  const file = join(mkdtempSync(join(folder, '/')), 'state.json')
  if (text !== undefined) writeFileSync(file, text)
  return file
}

/** A file in which one of the first merchant's lists is another. */
const damaged = (list: string, value: unknown) => JSON.stringify({ version: 2, merchants: { 'kiln-and-paper': { [list]: value } } })

/** Stand-ins that are to be ended by the test. */
async function run(stateFile: string, options: Partial<ServicesOptions> = {}) {
  const app = await buildServices({ ...keys, stateFile, ...options })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return { address, app }
}

describe('state in a file', () => {
  test('outlives the services: orders with their keys, quotes, events and balances', async () => {
    const stateFile = freshFile()
    const first = await startServices({ stateFile })
    const { token } = await first.protection.quote({ cart: { amount_insured: { cents: 4800, currency: 'USD' } } })
    const reported = order()
    await first.protection.createOrder(reported)
    await first.protection.createShipment(shipment())
    await first.protection.createShipmentEvent(event('e1', 'in_transit', reported.created_at))
    const { key } = (await first.list('orders')).at(-1)!
    const { credit } = await first.admin.getMember({ id: mira })
    await first.stop()

    const second = await startServices({ stateFile })
    assert.equal((await second.track.lookUpOrder({ key: String(key) })).packages[0]?.current_status, 'in_transit')
    assert.equal((await second.track.lookUpOrder({ order_number: '9001', email: 'ada@example.com' })).key, key)
    assert.equal((await second.track.lookUpOrder({ tracking_number: '1Z999AA10000000017' })).shop_order_id, '9001')
    assert.equal((await second.protection.createOrder(reported)).shop_order_id, '9001')
    await second.protection.createOrder(order({ shop_order_id: '9002', purchased_quote_token: token, amount_insured: { cents: 4800, currency: 'USD' } }))
    assert.equal((await second.admin.getMember({ id: mira })).credit, credit)
  })

  test('what was accepted before the end takes effect after it', async () => {
    const stateFile = freshFile()
    const first = await startServices({ stateFile, effectDelay: 60_000 })
    const { credit } = await first.admin.getMember({ id: mira })
    await first.admin.issueCredits({ id: mira, amount: 5 })
    await first.stop()

    const second = await startServices({ stateFile })
    second.pass(120_000)
    assert.equal((await second.admin.getMember({ id: mira })).credit, Number(credit) + 5)
  })

  test('holds what a request has changed before that is answered, as a whole, and nothing stays beside it', async () => {
    const stateFile = freshFile()
    writeFileSync(`${stateFile}.new`, 'cut off')
    const { protection, admin } = await startServices({ stateFile })
    await protection.createOrder(order())
    assert.ok(readFileSync(stateFile, 'utf8').includes('#9001'))
    const phones = Array.from({ length: 20 }, (_, index) => `phone ${index}`)
    await Promise.all(
      phones.map(async (phoneNumber) => {
        await admin.updateMember({ id: mira, firstName: 'Mira', lastName: 'Okafor', notes: phoneNumber, phoneNumber })
        JSON.parse(readFileSync(stateFile, 'utf8'))
      }),
    )
    const { phoneNumber } = await admin.getMember({ id: mira })
    assert.ok(readFileSync(stateFile, 'utf8').includes(`"phoneNumber":"${phoneNumber}"`))
    assert.deepEqual(readdirSync(dirname(stateFile)), ['state.json'])
  })

  test('begins anew with a reset', async () => {
    const stateFile = freshFile()
    const first = await startServices({ stateFile })
    await first.protection.createOrder(order())
    await first.control('POST', 'reset')
    await first.stop()

    assert.ok(!readFileSync(stateFile, 'utf8').includes('#9001'))
  })

  for (const [damage, text, reason] of [
    ['cut off', '{"version":1,"merchants":{', 'it is not JSON'],
    ['of something else', '{"name":"storefront"}', 'it was not written by these services'],
    ['of another version', '{"version":1,"merchants":{}}', 'it was not written by these services'],
    ['with another kind of thing in it', damaged('orders', { '9001': {} }), 'kiln-and-paper.orders is not as these services write it'],
    ['with entries of another kind', damaged('orders', [1]), 'kiln-and-paper.orders.0 is not as these services write it'],
    ['with an order that says nothing', damaged('orders', [['9001', {}]]), 'kiln-and-paper.orders.0.1.key is not as these services write it'],
    ['with a claim that says nothing', damaged('claims', [{}]), 'kiln-and-paper.claims.0.id is not as these services write it'],
    ['with nobody for a member', damaged('members', [[mira, null]]), 'kiln-and-paper.members.0.1 is not as these services write it'],
    ['without tiers', damaged('tiers', []), 'kiln-and-paper.tiers is not as these services write it'],
    ['with a ledger without entries', damaged('ledgers', [[mira, {}]]), 'kiln-and-paper.ledgers.0.1.entries is not as these services write it'],
    [
      'with unknown work',
      damaged('forwarded', [{ dueAt: '2026-01-01T00:00:00Z', work: { does: 'sleep' } }]),
      'kiln-and-paper.forwarded.0.work.does is not as these services write it',
    ],
  ] as const)
    test(`a file ${damage} is named and left as it is`, async () => {
      const stateFile = freshFile(text)
      await assert.rejects(buildServices({ ...keys, stateFile }), {
        message: `The state file ${stateFile} is damaged: ${reason}. Repair it, move it away, or name another file.`,
      })
      assert.equal(readFileSync(stateFile, 'utf8'), text)
    })

  test('a file that cannot be written is named before anything starts', async () => {
    const stateFile = join(dirname(freshFile()), 'nowhere', 'state.json')
    await assert.rejects(buildServices({ ...keys, stateFile }), { message: new RegExp(`^The state file ${stateFile} cannot be written: ENOENT`) })
    assert.ok(!existsSync(stateFile))
  })

  test("keeps a neighbour's part while they are not served", async () => {
    const stateFile = freshFile()
    const held = () => (JSON.parse(readFileSync(stateFile, 'utf8')) as { merchants: Record<string, { orders: [string, unknown][] }> }).merchants['moss-and-tin']
    await (await run(stateFile, { neighbour })).app.close()
    const before = held()
    await (await run(stateFile)).app.close()
    assert.ok(before && before.orders.length > 0)
    assert.deepEqual(held(), before)
  })

  test('an event that had not arrived is sent by the next run, at its next attempt, with the data of its time', async () => {
    const stateFile = freshFile()
    const { url, arrived, received } = await startReceiver(503, 200)
    const first = await startServices({ stateFile, deliveries: { waitsMs: [200, 200] } })
    const { token } = await first.admin.createWebhook({ callbackUrl: url })
    await first.admin.updateMerchant({ phone: '1' })
    await arrived(1)
    await first.stop()

    const second = await startServices({ stateFile, deliveries: { waitsMs: [200, 200] } })
    await arrived(2)

    const [one, two] = received.map(({ body }) => body)
    assert.deepEqual([two?.payload, two?.metadata.id, two?.metadata.retryCount, two?.token], [one?.payload, one?.metadata.id, 1, token])
    await until(
      () => second.list<{ outcome: string; attempts: unknown[] }>('deliveries'),
      ([delivery]) => delivery?.outcome === 'delivered' && delivery.attempts.length === 2,
    )
    await second.stop()
    assert.ok(!readFileSync(stateFile, 'utf8').includes(String(one?.metadata.id)))
  })

  test('forwarded work is done in time by the next run, without a request', async () => {
    const stateFile = freshFile()
    const { url, arrived, topics } = await startReceiver()
    const now = () => new Date()
    const first = await startServices({ stateFile, effectDelay: 400, now })
    await first.admin.createWebhook({ callbackUrl: url })
    await first.admin.issueCredits({ id: mira, amount: 5 })
    await first.stop()

    await startServices({ stateFile, now })
    await arrived(1)
    assert.deepEqual(topics(), ['customer.credits.updated'])
  })

  test('work that fails is reported and keeps no other from being done', async (context) => {
    const reported = context.mock.method(console, 'error', () => {})
    const dueAt = new Date().toISOString()
    const wishes = { cancelImmediately: true, nextSegmentId: 'ffffffff' }
    const book = { does: 'book', customerId: mira, amount: 5, reason: 'MANUAL', note: null, force: false }
    const stateFile = freshFile(
      damaged('forwarded', [
        { dueAt, work: { does: 'cancel', customerId: mira, wishes } },
        { dueAt, work: book },
      ]),
    )

    const { admin, list } = await startServices({ stateFile })

    assert.equal((await admin.getMember({ id: mira })).credit, 47.5)
    assert.deepEqual(await list('forwarded'), [])
    assert.match(String(reported.mock.calls[0]?.arguments[0]), /^Forwarded work failed: \{"does":"cancel"/)
  })

  test('a claim that nobody answered is raised again by the next run', async () => {
    const stateFile = freshFile()
    const called: string[] = []
    const merchant = createServer((request, response) => {
      called.push(request.url ?? '')
      if (called.length > 1) response.end('{}')
    }).listen(0, '127.0.0.1')
    after(() => merchant.close().closeAllConnections())
    await once(merchant, 'listening')

    const first = await startServices({ stateFile, claimsUrl: `http://127.0.0.1:${(merchant.address() as AddressInfo).port}` })
    await reportSent(first.protection)
    assert.equal((await first.control('POST', 'claims', { shop_order_id: '9001', resolution: 'refund' })).status, 202)
    while (called.length === 0) await new Promise(setImmediate)
    await first.stop()

    const second = await startServices({ stateFile })
    while ((await second.list('claims')).at(-1)?.outcome === 'pending') await new Promise(setImmediate)
    assert.equal((await second.list('claims')).at(-1)?.outcome, 'resolved')
    assert.deepEqual(called, ['/orders/9001/refund', '/orders/9001/refund'])
  })

  test('the attempts at a claim continue where they stopped', async () => {
    const stateFile = freshFile()
    const { url, arrived } = await startReceiver(503, 200)
    const options = { stateFile, claimsUrl: url, deliveries: { waitsMs: [2_000] } }
    const first = await startServices(options)
    await reportSent(first.protection)
    await first.control('POST', 'claims', { shop_order_id: '9001', resolution: 'refund' })
    await arrived(1)
    await until(
      () => first.list<{ attempts: unknown[] }>('claims'),
      (claims) => claims.at(-1)?.attempts.length === 1,
    )
    await first.stop()

    const second = await startServices(options)
    await arrived(2)
    const claims = await until(
      () => second.list<{ outcome: string; attempts: { status: number }[] }>('claims'),
      (claims) => claims.at(-1)?.attempts.length === 2,
    )
    assert.deepEqual(
      claims.at(-1)?.attempts.map(({ status }) => status),
      [503, 200],
    )
  })
})
