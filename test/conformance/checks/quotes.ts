import assert from 'node:assert/strict'
import type { Account } from '../account.ts'
import type { Check } from '../check.ts'
import { accepted, wrong } from '../expect.ts'
import { kinds } from '../fields.ts'
import { line, money, order } from '../orders.ts'

const quote = async ({ protection }: Account, amount_insured: unknown) => protection('POST', '/quotes', { body: { cart: { amount_insured } } })

/** What protection costs. */
export const quoteChecks: Check[] = [
  {
    sentences: ['P4', 'P7', 'P14', 'P162', 'P15', 'P16', 'P17', 'P102', 'P103', 'P151', 'A66', 'A67'],
    title: 'a quote has an id, a token and a price in the currency of the amount, in whole cents',
    async run(account) {
      for (const amount of [money(4800), money(4800, 'EUR'), money(9000, 'JPY')]) {
        const answer = accepted(await quote(account, amount), 200)
        assert.equal(typeof answer.at('id'), 'string', String(answer))
        assert.ok(answer.at<string>('token')?.length, String(answer))
        assert.ok(Number.isInteger(answer.at('price.cents')) && answer.at<number>('price.cents')! >= 0, String(answer))
        assert.equal(answer.at('price.currency'), amount.currency)
      }
    },
  },
  {
    sentences: ['P16', 'A67'],
    title: 'every quote has a token and an id of its own',
    async run(account) {
      const answers = [await quote(account, money(4800)), await quote(account, money(4800))]
      assert.equal(new Set(answers.map((answer) => answer.at('token'))).size, 2)
      assert.equal(new Set(answers.map((answer) => answer.at('id'))).size, 2)
    },
  },
  {
    sentences: ['P17', 'A66'],
    title: 'protection of more costs no less, and of the same amount the same',
    async run(account) {
      const prices = []
      for (const cents of [1, 4800, 4800, 20_000, 90_000]) prices.push(accepted(await quote(account, money(cents))).at<number>('price.cents')!)
      assert.deepEqual(
        prices,
        prices.toSorted((a, b) => a - b),
      )
      assert.equal(prices[1], prices[2])
    },
  },
  {
    sentences: ['P18'],
    title: 'a variant to sell, where there is one, has a whole number for its id and an SKU',
    async run(account) {
      const variant = accepted(await quote(account, money(4800))).at<Record<string, unknown>>('variant')
      if (variant === undefined || variant === null) return
      assert.ok(Number.isInteger(variant.id), JSON.stringify(variant))
      assert.equal(typeof variant.sku, 'string')
    },
  },
  {
    sentences: ['P14', 'P88', 'P89', 'P102', 'P103', 'P144', 'P151', 'A61'],
    title: 'a quote without a cart, an amount, or whole cents of a currency is 422 with lines that begin with the field',
    async run(account) {
      wrong(await account.protection('POST', '/quotes', { body: {} }), 'cart')
      wrong(await account.protection('POST', '/quotes', { body: { cart: 'full' } }), 'cart')
      wrong(await account.protection('POST', '/quotes', { body: { cart: {} } }), 'cart', 'amount_insured')
      for (const bad of kinds.money.bad) wrong(await quote(account, bad), 'cart', 'amount_insured')
    },
  },
  {
    sentences: ['P1', 'P4', 'P5', 'P6', 'P7', 'P11', 'P141'],
    title: 'quote, order, shipment and event follow one another as a shop reports them',
    async run(account) {
      const { protection } = account
      const quoted = accepted(await quote(account, money(4800)))
      const reported = order({ purchased_quote_token: quoted.at('token'), amount_insured: money(4800) })
      accepted(await protection('POST', '/orders', { body: reported }))
      const shop_shipment_id = crypto.randomUUID()
      const created_at = new Date().toISOString()
      const parcel = { shop_shipment_id, shop_order_id: reported.shop_order_id, tracking_number: '1Z999AA10000000017', tracking_company: 'UPS', created_at }
      accepted(await protection('POST', '/shipments', { body: { ...parcel, line_items: [line({ quantity: 1 })] } }))
      const update = { shop_shipment_event_id: '1', status: 'in_transit', created_at }
      accepted(await protection('POST', `/shipments/${shop_shipment_id}/events`, { body: update }), 201)
    },
  },
]
