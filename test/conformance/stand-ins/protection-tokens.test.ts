import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderInput } from '../../../proxy/upstream/protection.ts'
import { order } from './orders.ts'
import { refused, startServices } from './start.ts'

const usd = (cents: number) => ({ cents, currency: 'USD' })
const cad = (cents: number) => ({ cents, currency: 'CAD' })
const invalid = refused(422, { error: ['Purchased quote token is invalid'] })

/** Stand-ins that count what is flagged, and a quote of what the order insures. */
async function startQuoting(options: Parameters<typeof startServices>[0] = {}) {
  const services = await startServices(options)
  const quote = async (amount = usd(4800)) => (await services.protection.quote({ cart: { amount_insured: amount } })).token
  const flags = async () => (await services.list('orders')).at(-1)?.flags
  return { ...services, quote, flags }
}

describe('the token of a quote', () => {
  test('stays unspent when the order that carries it is refused', async () => {
    const { quote, protection } = await startQuoting()
    const token = await quote()
    await assert.rejects(protection.createOrder(order({ purchased_quote_token: token })), refused(422))
    await protection.createOrder(order({ purchased_quote_token: token, amount_insured: usd(4800) }))
  })

  test('is refused together with whatever else is wrong', async () => {
    const { protection } = await startQuoting()
    await protection.createOrder(order())
    await assert.rejects(
      protection.createOrder(order({ purchased_quote_token: 'invented' })),
      refused(422, { error: ['Shop order id has already been taken', 'Purchased quote token is invalid', 'Amount insured is required'] }),
    )
  })

  test('may be for the amount in the currency of the shop, or of the customer', async () => {
    const { quote, protection, flags } = await startQuoting()
    const amounts = { amount_insured: usd(4800), amount_insured_presentment: cad(6600) }
    for (const [index, [amount, flagged]] of [
      [usd(4800), []],
      [cad(6600), []],
      [cad(4800), ['Amount insured differs from the quote']],
      [{ cents: 4800, currency: 'JPY' }, ['Amount insured differs from the quote']],
    ].entries() as ArrayIterator<[number, [{ cents: number; currency: string }, string[]]]>) {
      await protection.createOrder(order({ shop_order_id: `p${index}`, purchased_quote_token: await quote(amount), ...amounts }))
      assert.deepEqual(await flags(), flagged, JSON.stringify(amount))
    }
  })

  test('has to be for both amounts where they are in one currency', async () => {
    const { quote, protection, flags } = await startQuoting()
    const amounts = { amount_insured: usd(4800), amount_insured_presentment: usd(100) }
    for (const [index, amount] of [usd(4800), usd(100)].entries()) {
      await protection.createOrder(order({ shop_order_id: `b${index}`, purchased_quote_token: await quote(amount), ...amounts }))
      assert.deepEqual(await flags(), ['Amount insured differs from the quote'])
    }
  })

  test('for another amount is refused where the merchant wants it so, and stays unspent', async () => {
    const { quote, protection, list } = await startQuoting({ refuseOtherAmounts: true })
    const token = await quote(usd(100))
    const before = (await list('orders')).length
    await assert.rejects(
      protection.createOrder(order({ purchased_quote_token: token, amount_insured: usd(4800) })),
      refused(422, { error: ['Amount insured differs from the quote'] }),
    )
    assert.equal((await list('orders')).length, before)
    await protection.createOrder(order({ purchased_quote_token: token, amount_insured: usd(100) }))
  })

  test('is forgotten once very many have been asked for since, and a spent one is not', async () => {
    const { quote, protection, list } = await startQuoting({ quotesRemembered: 3 })
    const spent = await quote()
    await protection.createOrder(order({ purchased_quote_token: spent, amount_insured: usd(4800) }))
    const tokens = [await quote(), await quote(), await quote(), await quote()]
    assert.deepEqual(
      (await list('quotes')).map(({ token }) => token),
      [spent, ...tokens.slice(1)],
    )
    const next = (token?: string) => protection.createOrder(order({ shop_order_id: '9002', purchased_quote_token: token, amount_insured: usd(4800) }))
    await assert.rejects(next(tokens[0]), invalid)
    await assert.rejects(next(spent), refused(422, { error: ['Purchased quote token has already been used'] }))
    await next(tokens[1])
  })
})

describe('an order whose lines are insured', () => {
  const [mugs, song] = order({ purchased_quote_token: 'any' }).line_items as [OrderInput['line_items'][number], OrderInput['line_items'][number]]

  test('needs a token and an amount, each by its name', async () => {
    const { quote, protection, list } = await startQuoting()
    const before = (await list('orders')).length
    const lines = { line_items: [mugs, song] }
    const [needsToken, needsAmount] = ['Purchased quote token is required where a line item is insured', 'Amount insured is required']
    await assert.rejects(protection.createOrder(order(lines)), refused(422, { error: [needsToken, needsAmount] }))
    await assert.rejects(protection.createOrder(order({ ...lines, amount_insured: usd(4800) })), refused(422, { error: [needsToken] }))
    const token = await quote()
    await assert.rejects(protection.createOrder(order({ ...lines, purchased_quote_token: token })), refused(422, { error: [needsAmount] }))
    assert.equal((await list('orders')).length, before)
    await protection.createOrder(order({ ...lines, purchased_quote_token: token, amount_insured: usd(4800) }))
  })

  test('is flagged where it insures more than they cost, or none of them', async () => {
    const { quote, protection, flags } = await startQuoting()
    const more = ['Amount insured is more than its line items cost']
    for (const [index, [line_items, cents, flagged]] of (
      [
        [[mugs, song], 4800, []],
        [[mugs, song], 4000, []], // with a discount
        [[mugs, song], 4801, more],
        [[{ ...mugs, refunded_quantity: 1 }, song], 2400, []],
        [[{ ...mugs, refunded_quantity: 1 }, song], 2401, more],
        [[{ ...mugs, refunded_price: usd(4000) }, song], 801, more],
        [[song], 100, ['No line item is insured']],
      ] as const
    ).entries()) {
      const purchased_quote_token = await quote(usd(cents))
      await protection.createOrder(order({ shop_order_id: `f${index}`, purchased_quote_token, line_items: [...line_items], amount_insured: usd(cents) }))
      assert.deepEqual(await flags(), flagged, String(index))
    }
  })
})
