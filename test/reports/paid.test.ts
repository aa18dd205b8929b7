import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { orderFact, type OrderFacts } from '../../proxy/reports/report-facts.ts'
import { orderJob, refundProtectionJob } from '../../proxy/reports/report-jobs.ts'
import type { ChargedLine, PlatformRefund } from '../../proxy/reports/protection-payment.ts'
import type { OrderInput } from '../../proxy/upstream/protection.ts'
import { orderOf, protectedOrderOf } from '../proxy/orders.ts'
import { until } from '../until.ts'
import { newId, startReporting, type Reporting } from './reporting.ts'

let reporting: Reporting
before(async () => (reporting = await startReporting()))
after(() => reporting.stop())
afterEach(() => reporting.mend())

const usd = (cents: number) => ({ cents, currency: 'USD' })
/** A line that charges for protection the price of a quote for 48 USD, bounded by a seal of that price. */
const charge = (id: string, changes: Partial<ChargedLine> = {}): ChargedLine => ({
  id,
  quantity: 1,
  amount: usd(150),
  bound: { quote: `seal of ${id}`, amount: usd(150), ...(changes.presented && { presented: { ...changes.presented, cents: 150 } }) },
  ...changes,
})

async function reported(token: string | undefined, lines: ChargedLine[], changes: Partial<OrderInput> = {}, version = 1000) {
  const id = newId()
  const order = token === undefined ? orderOf(id, changes) : protectedOrderOf(id, token, changes)
  const [report] = await reporting.ended(await reporting.report(orderJob({ order, paid: { lines }, version })))
  return { id, order, report: report!, refunds: await refundsOf(id) }
}

/** The refunds of an order that the platform is requested to make. */
async function refundsOf(order: string): Promise<PlatformRefund[]> {
  const jobs = await reporting.engine.list({ kind: 'platform-refund', businessKey: order })
  return jobs.map(({ body }) => JSON.parse(body) as PlatformRefund).reverse()
}

const sharesOf = (refunds: PlatformRefund[]) => refunds.flatMap(({ lines }) => lines)

describe('an order that was charged for protection', () => {
  test('is protected if the charge is the price of the quote, and nothing is refunded', async () => {
    const { report, refunds, id } = await reported(await reporting.seal(4800), [charge('p')])

    assert.deepEqual([report.state, report.result, report.notes, refunds], ['delivered', { protected: true }, [], []])
    assert.equal((await reporting.heldOrder(id))!.is_protected, true)
  })

  for (const [what, lines, note] of [
    ['less than the price', [charge('p', { amount: usd(149) })], /charges 1\.49 USD for protection, the quote asks 1\.50 USD/],
    ['the price in another currency', [charge('p', { presented: { cents: 150, currency: 'EUR' } })], /charges 1\.50 EUR for protection/],
  ] as const) {
    test(`is reported without protection if the charge is ${what}, and the charge is refunded`, async () => {
      const { report, refunds, id } = await reported(await reporting.seal(4800), [...lines])

      assert.deepEqual([report.state, report.result], ['delivered', { protected: false }])
      assert.match(report.notes.join(), note)
      assert.match(report.notes.join(), /what was paid for it is given back/)
      assert.deepEqual(sharesOf(refunds), lines)
      const held = await reporting.heldOrder(id)
      assert.deepEqual([held!.is_protected, held!.line_items.map(({ is_insured }) => is_insured)], [false, [false]])
    })
  }

  test('is reported without protection if the charge is above the price: the price is refunded, and the rest is held for a person', async () => {
    const { report, refunds } = await reported(await reporting.seal(4800), [charge('p', { amount: usd(200) })])

    assert.match(report.notes.join(), /charges 2\.00 USD for protection, the quote asks 1\.50 USD: what of it is not given back is held for a person/)
    assert.deepEqual(
      refunds.map(({ lines, beyond }) => [lines.map(({ amount, bound }) => [amount.cents, bound?.amount.cents]), beyond]),
      [
        [[[150, 150]], undefined],
        [[[50, undefined]], true],
      ],
    )
  })

  test('is reported without protection if nothing was paid', async () => {
    for (const lines of [[], [charge('p', { amount: usd(0) })]]) {
      const { report, refunds } = await reported(await reporting.seal(4800), lines)

      assert.deepEqual([report.result, refunds], [{ protected: false }, []])
      assert.match(report.notes.join(), /charges (nothing|0\.00 USD) for protection/)
    }
  })

  test('waits for a person if its token came after it was reported, and the report does not say what was charged', async () => {
    const id = newId()
    await reporting.ended(await reporting.report(orderJob({ order: orderOf(id) })))

    const [late] = await reporting.ended(await reporting.report(orderJob({ order: protectedOrderOf(id, await reporting.seal(4800)) })))

    assert.match(late!.notes.join(), /bought after the order had been reported without it: refund what was paid for it, or protect the order after the fact/)
    assert.deepEqual(await refundsOf(id), [
      { order: id, reason: 'protection was bought after the order had been reported without it', tell: false, lines: [], beyond: true },
    ])
  })

  test('does not wait for a person if the whole order was refunded', async () => {
    const order = protectedOrderOf(newId(), await reporting.seal(1000), { financial_status: 'refunded' })
    await reporting.ended(await reporting.report(orderJob({ order })))

    const [refund] = await until(
      () => reporting.engine.list({ kind: 'platform-refund', businessKey: order.shop_order_id }),
      ([job]) => job !== undefined && job.state !== 'waiting',
    )

    assert.deepEqual([refund?.state, refund?.notes], ['superseded', ['the platform has given back the whole order']])
  })

  test('has the charge refunded if there is no quote', async () => {
    const { report, refunds } = await reported(undefined, [charge('p')])

    assert.deepEqual([report.state, sharesOf(refunds)], ['delivered', [charge('p')]])
    assert.match(report.notes.join(), /there is no quote token/)
  })

  test('keeps the one line that pays, and has every other charge refunded', async () => {
    const { report, refunds } = await reported(await reporting.seal(4800), [
      charge('small', { amount: usd(75) }),
      charge('twice', { quantity: 2, amount: usd(300), presented: usd(300) }),
      charge('again'),
    ])

    assert.deepEqual(report.result, { protected: true })
    assert.deepEqual(
      sharesOf(refunds).sort((a, b) => a.id.localeCompare(b.id)),
      [charge('again'), charge('small', { amount: usd(75) }), charge('twice', { quantity: 1, amount: usd(150), presented: usd(150) })],
    )
  })

  test('has the charge refunded if the service refuses the token', async () => {
    const { report, refunds, id } = await reported('a-token-that-nobody-made', [charge('p')])

    assert.match(report.notes.join(), /the service refused the quote token: what was paid for it is given back/)
    assert.deepEqual([refunds.length, refunds[0]!.tell, refunds[0]!.order], [1, false, id])
  })

  test('is listed as paid but unprotected, with the amount, if the proxy cannot refund the charge', async () => {
    const { id } = await reported(undefined, [charge('p')])

    await reporting.idle()
    const [job] = await reporting.engine.list({ kind: 'platform-refund', businessKey: id })

    assert.equal(job!.state, 'held')
    assert.match(job!.notes.join(), /^paid but unprotected: .*1\.50/)
  })

  test('has the charge refunded once, however often the platform reports the order', async () => {
    const { order, id } = await reported(undefined, [charge('p')])

    for (const version of [2000, 3000]) {
      await reporting.ended(await reporting.report(orderJob({ order: { ...order, financial_status: 'refunded' }, paid: { lines: [charge('p')] }, version })))
    }

    assert.equal((await refundsOf(id)).length, 1)
  })

  test('has a second charge that was added later refunded, and nothing more after its protection was refunded', async () => {
    const { order, id } = await reported(await reporting.seal(4800), [charge('p')])

    await reporting.ended(await reporting.report(orderJob({ order, paid: { lines: [charge('p'), charge('q')] }, version: 2000 })))
    assert.deepEqual(sharesOf(await refundsOf(id)), [charge('q')])
    await reporting.ended(await reporting.report(refundProtectionJob({ shopOrderId: id })))
    await reporting.ended(await reporting.report(orderJob({ order, paid: { lines: [charge('p')] }, version: 3000 })))

    assert.equal((await refundsOf(id)).length, 1)
  })

  test('uses up its quote: a second order with the same quote has its charge refunded', async () => {
    const token = await reporting.seal(4800)
    await reported(token, [charge('p')])

    const { report, refunds } = await reported(token, [charge('p')])

    assert.match(report.notes.join(), /spent by another order/)
    assert.equal(refunds.length, 1)
  })

  test('stays unprotected if it was reported before without its token, and has the charge refunded', async () => {
    const { id } = await reported(undefined, [])
    const order = protectedOrderOf(id, await reporting.seal(4800))

    const late = async (version: number) => (await reporting.ended(await reporting.report(orderJob({ order, paid: { lines: [charge('p')] }, version }))))[0]!
    const [first, second] = [await late(2000), await late(3000)]

    assert.deepEqual([first.state, first.result, second.notes], ['delivered', { protected: false }, []])
    assert.match(first.notes.join(), /bought after the order had been reported without it: what was paid for it is given back/)
    assert.deepEqual(sharesOf(await refundsOf(id)), [charge('p')])
    assert.equal((await reporting.heldOrder(id))!.is_protected, false)
  })

  test('has a charge that was added later without a token refunded', async () => {
    const { id } = await reported(undefined, [])

    await reporting.ended(await reporting.report(orderJob({ order: orderOf(id), paid: { lines: [charge('p')] }, version: 2000 })))

    assert.deepEqual(sharesOf(await refundsOf(id)), [charge('p')])
  })

  test('is protected if a discount of the merchant lowered the charge', async () => {
    const { report, refunds } = await reported(await reporting.seal(4800), [charge('p', { amount: usd(135), asked: usd(150) })])

    assert.deepEqual([report.result, report.notes, refunds], [{ protected: true }, [], []])
  })

  test('is protected if rounded discounts differ by up to a cent for each line, and is not if they differ by more', async () => {
    const [line] = orderOf('1').line_items
    const line_items = ['1', '2'].map((id) => ({ ...line!, shop_line_item_id: id, is_insured: true, total_price: usd(2399), unit_price: usd(1250) }))

    const near = await reported(await reporting.seal(4800), [charge('p')], { line_items, amount_insured: usd(4798) })
    const far = await reported(await reporting.seal(4800), [charge('p')], { line_items, amount_insured: usd(4797) })

    assert.deepEqual([near.report.result, near.refunds], [{ protected: true }, []])
    assert.deepEqual((await reporting.heldOrder(near.id))!.amount_insured, usd(4800))
    assert.deepEqual([far.report.result, sharesOf(far.refunds)], [{ protected: false }, [charge('p')]])
  })

  test('is protected by the line whose quote fits the order', async () => {
    const [old, right] = [await reporting.seal(2400), await reporting.seal(4800)]
    const lines = [charge('old', { amount: usd(75), token: old }), charge('right', { token: right })]

    const { report, refunds } = await reported(old, lines)

    assert.deepEqual([report.result, sharesOf(refunds)], [{ protected: true }, [charge('old', { amount: usd(75) })]])
  })

  test('is not protected by a charge without a token if another line carries the token of the quote', async () => {
    const token = await reporting.seal(4800)

    const { report } = await reported(token, [charge('stripped'), charge('dear', { amount: usd(900), token })])

    assert.deepEqual(report.result, { protected: false })
    assert.match(report.notes.join(), /charges 1\.50 USD and 9\.00 USD for protection, the quote asks 1\.50 USD/)
  })

  test('has no protection for lines that were added later', async () => {
    const { order, id } = await reported(await reporting.seal(4800), [charge('p')])
    const added = { ...order.line_items[0]!, shop_line_item_id: 'added' }

    await reporting.ended(
      await reporting.report(orderJob({ order: { ...order, line_items: [...order.line_items, added] }, paid: { lines: [charge('p')] }, version: 2000 })),
    )

    assert.deepEqual(
      (await reporting.heldOrder(id))!.line_items.map(({ is_insured }) => is_insured),
      [true, false],
    )
  })

  test('does not change if an older version arrives late', async () => {
    const { order, id } = await reported(await reporting.seal(4800), [charge('p')], { financial_status: 'refunded' }, 5000)

    const [late] = await reporting.ended(await reporting.report(orderJob({ order: { ...order, financial_status: 'paid' }, version: 4000 })))

    assert.deepEqual([late!.state, (await reporting.heldOrder(id))!.financial_status], ['superseded', 'refunded'])
    assert.match(late!.notes.join(), /newer/)
    assert.equal((await reporting.engine.fact<OrderFacts>(orderFact(id)))!.version, 5000)
  })
})
