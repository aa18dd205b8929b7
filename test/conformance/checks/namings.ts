import assert from 'node:assert/strict'
import type { Account } from '../account.ts'
import { createAsk } from '../answer.ts'
import type { Check } from '../check.ts'
import { accepted, wrong } from '../expect.ts'
import { line, money, newId, order, report, reportProtected } from '../orders.ts'

/** The interface as it is, in whichever naming a question is written. */
const asWritten = ({ access }: Account) =>
  createAsk(access.protectionBaseUrl, { Accept: 'application/json', 'Content-Type': 'application/json', 'X-API-Key': access.protectionKey })

const inProtectedNaming = (body: unknown) =>
  JSON.parse(JSON.stringify(body).replaceAll('amount_insured', 'amount_protected').replaceAll('is_insured', 'is_protected')) as Record<string, unknown>

/** The same things by their other names. */
export const namingChecks: Check[] = [
  {
    sentences: ['P154', 'P155', 'P156', 'P161', 'P102', 'A72'],
    title: 'a quote is asked for as amount_insured and as amount_protected, at the same price',
    async run(account) {
      const ask = asWritten(account)
      const insured = accepted(await ask('POST', '/quotes', { body: { cart: { amount_insured: money(4800) } } }), 200)
      const named = accepted(await ask('POST', '/quotes', { body: { cart: { amount_protected: money(4800) } } }), 200)
      assert.deepEqual(named.at('price'), insured.at('price'))
    },
  },
  {
    sentences: ['P154', 'P155', 'P156', 'P157', 'P158', 'P161', 'A72'],
    title: 'an order in either naming is taken and answered in it, with the price paid for protection',
    async run(account) {
      const ask = asWritten(account)
      const quote = async () => accepted(await ask('POST', '/quotes', { body: { cart: { amount_insured: money(5900, 'CAD') } } })).at('token')
      const insured = { amount_insured: money(4800), amount_insured_presentment: money(5900, 'CAD') }
      for (const rename of [(body: Record<string, unknown>) => body, inProtectedNaming]) {
        const body = rename(order({ ...insured, purchased_quote_token: await quote() }))
        const answer = accepted(await ask('POST', '/orders', { body }))
        for (const name of ['line_items', ...Object.keys(rename(insured))]) assert.deepEqual(answer.at(name), body[name], `${name}: ${String(answer)}`)
      }
    },
  },
  {
    sentences: ['P158', 'P161', 'A72'],
    title: 'a shipment in the protected naming is taken and answered in it',
    async run(account) {
      const shop_order_id = await report(account)
      const parcel = { shop_shipment_id: newId('shipment'), shop_order_id, tracking_number: '1', tracking_company: 'UPS', created_at: new Date().toISOString() }
      const body = inProtectedNaming({ ...parcel, line_items: [line()] })
      const answer = accepted(await asWritten(account)('POST', '/shipments', { body }))
      assert.deepEqual(answer.at('line_items'), body.line_items)
    },
  },
  {
    sentences: ['P159', 'P160', 'P161', 'P108', 'P111', 'A72'],
    title: 'protection is given back and added later under either name of the path',
    async run(account) {
      const ask = asWritten(account)
      for (const name of ['insurance', 'protection']) {
        const { id } = await reportProtected(account)
        accepted(await ask('PATCH', `/orders/${id}/refund_${name}`, { body: {} }), 200)
        accepted(await ask('PATCH', `/orders/${await report(account)}/add_${name}`, { body: {} }), 200)
        assert.equal((await ask('PATCH', `/orders/conformance-unknown/add_${name}`, { body: {} })).status, 404)
      }
    },
  },
  {
    sentences: ['P154', 'P161', 'A72'],
    title: 'both names at once with different values are 422, and a field under neither name is missed',
    async run(account) {
      const ask = asWritten(account)
      wrong(await ask('POST', '/quotes', { body: { cart: { amount_insured: money(4800), amount_protected: money(9000) } } }), 'amount_insured')
      wrong(await ask('POST', '/quotes', { body: { cart: { amount: money(4800) } } }), 'cart', 'amount_insured')
    },
  },
]
