import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { tracking } from '../../src/contract/tracking.ts'
import { runCommand } from '../cli/commands.ts'
import { orderOf, shipmentOf } from '../proxy/orders.ts'
import { until } from '../until.ts'
import { claimOf, delivered, startClaims, usd, type ClaimsStack } from './claims-stack.ts'

describe('claims that a person at the shop decides', () => {
  let stack: ClaimsStack
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'claims-'))
    stack = await startClaims({ settings: { DATA_DIR: folder, CLAIMS_AUTO_LIMIT: '30.00 USD' } })
  })
  after(async () => {
    await stack.stop()
    await rm(folder, { recursive: true })
  })
  const run = (...words: string[]) => runCommand(['claims', ...words], stack.settings)
  const moved = (order: string) => [...stack.resolver.done.values()].filter(({ body }) => body.order_id === order).length
  const whole = { quantity: 2, cents: 4800 }

  test('a claim above the limit waits: the service gets 503, and the shop gives nothing', async () => {
    await stack.sent('9001')

    const answer = await stack.ask('9001/refund', claimOf(901, '9001', whole))

    assert.equal(answer.status, 503)
    assert.match(answer.body.error![0]!, /approve/)
    assert.ok(Number(answer.retryAfter) > 0)
    assert.equal(moved('9001'), 0)
  })

  test('a claim within the limit does not wait, and neither does a reorder of goods within the limit', async () => {
    await stack.sent('9002')
    await stack.sent('9022')

    assert.equal((await stack.ask('9002/refund', claimOf(902, '9002'))).status, 200)
    assert.equal((await stack.ask('9022/reorder', claimOf(9021, '9022'))).status, 200)
  })

  test('the larger of the two amounts is compared with the limit', async () => {
    const euros = (cents: number) => ({ cents, currency: 'EUR' })
    await stack.sent('9011', { line_items: orderOf('9011').line_items.map((line) => ({ ...line, total_price_presentment: euros(4800) })) })
    const [line] = claimOf(911, '9011', { cents: 2999 }).line_items
    const ask = (id: number, cents: number) =>
      stack.ask('9011/refund', { refundable: { id }, line_items: [{ ...line, to_issue_amount_presentment: euros(cents) }] })

    assert.equal((await ask(911, 3001)).status, 503)
    await run('refuse', '911', '--reason', 'a mistake', '--yes')
    assert.equal((await ask(9111, 3000)).status, 200)
  })

  test('a reorder waits if its goods are worth more than the limit', async () => {
    await stack.sent('9003')

    assert.equal((await stack.ask('9003/reorder', claimOf(903, '9003', { quantity: 2 }))).status, 503)
  })

  test('an approved claim is resolved, and the next request of the service gets the outcome', async () => {
    await stack.sent('9004')
    await stack.ask('9004/refund', claimOf(904, '9004', whole))

    const approved = await run('approve', '904', '--yes')

    assert.deepEqual([approved.code, approved.err], [0, 'refund/904 is approved, and being resolved.\n'])
    const answer = await stack.ask('9004/refund', claimOf(904, '9004', whole))
    assert.equal(answer.status, 200)
    assert.equal(moved('9004'), 1)
    const again = await run('approve', '904', '--yes')
    assert.equal(again.code, 2)
    assert.match(again.err, /does not wait for a decision/)
  })

  test('an approval may have a reason, which the audit log keeps', async () => {
    await stack.sent('9019')
    await stack.ask('9019/refund', claimOf(919, '9019', whole))

    const approved = await run('approve', '919', '--reason', 'a photo shows it', '--yes')

    assert.equal(approved.code, 0)
    const log = JSON.parse((await runCommand(['audit', 'list', '--json'], stack.settings)).out) as { subject: string; reason: string | null }[]
    assert.deepEqual(
      log.filter(({ subject }) => subject === 'refund/919').map(({ reason }) => reason),
      ['a photo shows it'],
    )
  })

  test('a refused claim is never resolved, and the service gets the reason', async () => {
    await stack.sent('9005')
    await stack.ask('9005/store_credit', claimOf(905, '9005', whole))

    const refused = await run('refuse', 'store_credit/905', '--reason', 'the parcel was found', '--yes')

    assert.equal(refused.code, 0)
    const [first, again] = [
      await stack.ask('9005/store_credit', claimOf(905, '9005', whole)),
      await stack.ask('9005/store_credit', claimOf(905, '9005', whole)),
    ]
    assert.deepEqual([first.status, first.body], [422, { error: ['the shop refused: the parcel was found'] }])
    assert.equal(again.text, first.text)
    assert.equal(moved('9005'), 0)
  })

  test('a waiting claim reserves its part of the order: a claim that does not fit beside it is refused', async () => {
    await stack.sent('9006')
    await stack.ask('9006/refund', claimOf(906, '9006', whole))

    const beside = await stack.ask('9006/refund', claimOf(9061, '9006'))

    assert.equal(beside.status, 422)
    await run('refuse', '906', '--reason', 'a mistake', '--yes')
    assert.equal((await stack.ask('9006/refund', claimOf(9061, '9006'))).status, 200)
  })

  test('commands list the waiting claims and show one claim, as text and as JSON', async () => {
    await stack.sent('9007')
    await stack.ask('9007/refund', claimOf(907, '9007', whole))

    const [text, json, one, none] = await Promise.all([run('list'), run('list', '--json', '--all'), run('show', '907', '--json'), run('show', 'no-such')])

    assert.match(text.out, /refund\/907 +awaiting +9007 +48\.00 USD/)
    assert.match(text.err, /claims approve/)
    const all = JSON.parse(json.out) as { key: string; state: string; reason: string | null }[]
    assert.deepEqual(
      all.filter(({ key }) => key === 'refund/907' || key === 'store_credit/905').map(({ state, reason }) => [state, reason]),
      [
        ['awaiting', null],
        ['refused', 'the parcel was found'],
      ],
    )
    const shown = JSON.parse(one.out) as Record<string, unknown>
    assert.deepEqual([shown.amount, shown.lines], [usd(4800), [{ shop_line_item_id: '90071', quantity: 2, amount: usd(4800) }]])
    assert.doesNotMatch(one.out + json.out, /Clay Street/)
    assert.deepEqual([none.code, none.out], [1, ''])
  })

  test('no claim is approved without a confirmation, and none is refused without a reason', async () => {
    await stack.sent('9008')
    await stack.ask('9008/refund', claimOf(908, '9008', whole))

    const [unconfirmed, unreasoned, unasked] = await Promise.all([run('approve', '908'), run('refuse', '908'), run('refuse', '908', '--reason', 'why')])

    assert.deepEqual([unconfirmed.code, unreasoned.code, unasked.code], [4, 2, 4])
    assert.match(unreasoned.err, /--reason/)
    assert.equal((await stack.ask('9008/refund', claimOf(908, '9008', whole))).status, 503)
  })

  test('none of several claims is decided if one of them cannot be decided', async () => {
    await stack.sent('9012')
    await stack.ask('9012/refund', claimOf(912, '9012', whole))
    await stack.sent('9013')
    await stack.ask('9013/refund', claimOf(913, '9013'))

    const refused = await run('refuse', '912', '913', '--reason', 'a mistake', '--yes', '--json')

    assert.equal(refused.code, 2)
    assert.match(refused.err, /refund\/913 does not wait/)
    assert.equal((await stack.ask('9012/refund', claimOf(912, '9012', whole))).status, 503)
  })

  test('a claim outside the bounds can be looked up with its reason, and is resolved once the bounds allow it', async () => {
    await stack.ordered('9014')
    await stack.ask('9014/refund', claimOf(914, '9014'))

    const [shown, approved] = await Promise.all([run('show', '914', '--json'), run('approve', '914', '--yes')])
    const { state, reason, lines } = JSON.parse(shown.out) as { state: string; reason: string; lines: object[] }
    assert.deepEqual([state, lines], ['outside', [{ shop_line_item_id: '90141', quantity: 1, amount: usd(2400) }]])
    assert.match(reason, /nothing of it was sent/)
    assert.deepEqual([approved.code, stack.resolver.done.has('refund/914')], [2, false])
    await delivered(stack.backend, stack.backend.reportShipment(shipmentOf('90145', orderOf('9014'))))
    assert.equal((await stack.ask('9014/refund', claimOf(914, '9014', { cents: 2300 }))).status, 200)
    assert.equal((await stack.ask('9014/refund', claimOf(914, '9014'))).status, 422)
    const after = JSON.parse((await run('show', '914', '--json')).out) as Record<string, unknown>
    assert.deepEqual([after.state, after.reason, after.amount], ['resolved', null, usd(2300)])
  })

  test('a claim that is being resolved can no longer be refused', async () => {
    await stack.sent('9010')
    const goOn = stack.resolver.pause('910')
    const asking = stack.ask('9010/refund', claimOf(910, '9010'))
    await until(async () => stack.resolver.asked.some(({ body }) => body.key === 'refund/910'), Boolean)

    const underWay = await run('refuse', '910', '--reason', 'too late', '--yes')
    goOn()

    assert.equal(underWay.code, 2)
    assert.match(underWay.err, /is being resolved/)
    assert.equal((await asking).status, 200)
  })

  test('a shopper who tracks the order sees the outcome of its claims, as far as the proof allows', async () => {
    const order = await stack.sent('9009')
    await stack.ask('9009/refund', claimOf(909, '9009'))
    await stack.ask('9009/reorder', claimOf(9091, '9009'))
    await run('approve', '9091', '--yes')
    assert.equal((await stack.ask('9009/reorder', claimOf(9091, '9009'))).status, 200)
    const details = { order_number: order.shop_order_number, email: order.customer.email! }
    const { key, share_key } = await stack.backend.linkOrder({ shopOrderId: '9009', ...details })
    const track = stack.browser(tracking).trackOrder

    const [owner, typed, shared, number] = await Promise.all([
      until(
        () => track({ key }),
        ({ claims }) => claims?.length === 2,
      ),
      track(details),
      track({ key: share_key }),
      track({ tracking_number: '1Z999AA190095' }),
    ])

    const [reorder, refund] = owner.claims!
    assert.deepEqual([reorder?.resolution, reorder?.state, reorder?.amount], ['reorder', 'resolved', null])
    assert.match(reorder!.order_number!, /^K-\d+$/)
    assert.deepEqual([refund?.resolution, refund?.state, refund?.amount], ['refund', 'resolved', usd(2400)])
    assert.deepEqual(
      refund?.items.map(({ name, quantity }) => [name, quantity]),
      [['Stoneware mug', 1]],
    )
    assert.deepEqual(
      typed.claims?.map(({ resolution, amount }) => [resolution, amount]),
      [
        ['reorder', null],
        ['refund', null],
      ],
    )
    assert.deepEqual([shared.claims, number.claims], [undefined, undefined])
    // The new order is reported like any other, once the platform sends it.
    await stack.sent('9109', { shop_order_number: reorder!.order_number!, customer: order.customer })
    const followed = await Promise.all([owner, typed].map(({ claims }) => track({ key: claims![0]!.order_key! })))
    assert.deepEqual(
      followed.map(({ proof, order_number }) => [proof, order_number]),
      [
        ['key', reorder!.order_number],
        ['order', reorder!.order_number],
      ],
    )
    assert.equal(refund.order_key, undefined)
  })
})
