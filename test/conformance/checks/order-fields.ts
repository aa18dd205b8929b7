import assert from 'node:assert/strict'
import type { Account } from '../account.ts'
import type { Check } from '../check.ts'
import { accepted, wrong } from '../expect.ts'
import { addressFields, customerFields, kinds, lineItemFields, orderFields, without, type Field, type OrderField } from '../fields.ts'
import { address, line, money, newId, order, orderUpdate, report, type Body } from '../orders.ts'

const words = { R: 'required', O: 'optional', '-': 'absent' } as const

/** Each row of the tables of an order's fields, and of what is inside one. */
export const orderFieldChecks: Check[] = [
  ...orderFields.map(orderFieldCheck),
  ...customerFields.map((field) =>
    nestedCheck(field, 'customer', (body) => ({ customer: body }), { shop_customer_id: '7', first_name: 'Ada', last_name: 'Byron' }),
  ),
  ...addressFields.map((field) => nestedCheck(field, 'shipping_address', (body) => ({ shipping_address: body }), address())),
  ...lineItemFields.map((field) => nestedCheck(field, 'line_items', (body) => ({ line_items: [body] }), line())),
  {
    sentences: ['P52', 'P55'],
    title: 'a province code is one of the country of the address, and empty where addresses of a country have none',
    async run({ protection }) {
      const create = (changes: Body) => protection('POST', '/orders', { body: order({ shipping_address: address(changes) }) })
      accepted(await create({ country_code: 'CA', province_code: 'CA-ON' }))
      accepted(await create({ country_code: 'SG', province_code: '' }))
      wrong(await create({ country_code: 'CA', province_code: 'US-KY' }), 'shipping_address', 'province_code')
      wrong(await create({ country_code: 'US', province_code: '' }), 'shipping_address', 'province_code')
    },
  },
  {
    sentences: ['P64', 'P66', 'P151'],
    title: 'the largest 32-bit number is a quantity and a weight, and one more is neither',
    async run({ protection }) {
      const create = (changes: Body) => protection('POST', '/orders', { body: order({ line_items: [line(changes)] }) })
      accepted(await create({ quantity: 2_147_483_647, grams: 2_147_483_647 }))
      for (const name of ['quantity', 'grams', 'refunded_quantity']) wrong(await create({ [name]: 2_147_483_648 }), 'line_items', name)
    },
  },
]

function orderFieldCheck([sentence, name, kind, create, update, answer]: OrderField): Check {
  const { good, bad } = kinds[kind]
  const also = name === 'line_items' || name === 'customer' || name === 'shipping_address' ? [] : ['P104', 'P106']
  return {
    sentences: [sentence, 'P19', ...also],
    title: `${name} of an order is ${words[create]} on creation, ${words[update]} in an update and ${words[answer]} in answers`,
    async run(account) {
      const { protection } = account
      if (create === 'R') wrong(await protection('POST', '/orders', { body: without(order(), name) }), name)
      for (const value of bad) wrong(await protection('POST', '/orders', { body: { ...order(), ...needed(name), [name]: value } }), name)
      if (create === 'O') accepted(await protection('POST', '/orders', { body: without(order(), name) }))

      const id = await report(account)
      if (update === 'R') {
        wrong(await protection('PATCH', `/orders/${id}`, { body: without(orderUpdate(), name) }), name)
        for (const value of bad) wrong(await protection('PATCH', `/orders/${id}`, { body: { ...orderUpdate(), [name]: value } }), name)
      } else accepted(await protection('PATCH', `/orders/${id}`, { body: without(orderUpdate(), name) }), 200)

      if (name !== 'purchased_quote_token') await checkAnswers(account, name, name === 'shop_order_id' ? newId('order') : good)
      if (update === '-' && answer !== '-' && name !== 'shop_order_id')
        await checkKept(account, name, good, kind === 'money' ? money(4321) : '2026-02-01T00:00:00Z')
    },
  }
}

/** A token needs an amount beside it. */
const needed = (name: string) => (name === 'purchased_quote_token' ? { amount_insured: { cents: 4800, currency: 'USD' } } : {})

/** What was created and what was updated answer the field as it was reported. */
async function checkAnswers({ protection }: Account, name: string, good: unknown) {
  const body = order(good === undefined ? {} : { [name]: good })
  const created = accepted(await protection('POST', '/orders', { body }))
  assert.deepEqual(created.at(name), body[name], String(created))
  const updated = accepted(await protection('PATCH', `/orders/${encodeURIComponent(body.shop_order_id)}`, { body: without(body, 'shop_order_id') }), 200)
  assert.deepEqual(updated.at(name), body[name], String(updated))
}

/** An update that carries another value of what only creation says is refused for it, or passed over: the old one stays, and is answered. */
async function checkKept({ protection }: Account, name: string, good: unknown, another: unknown) {
  const body = order({ [name]: good })
  accepted(await protection('POST', '/orders', { body }))
  const update = (fields: Body) => protection('PATCH', `/orders/${body.shop_order_id}`, { body: { ...without(body, 'shop_order_id'), ...fields } })
  const answer = await update({ [name]: another })
  if (answer.ok) assert.deepEqual(answer.at(name), good, String(answer))
  else wrong(answer, name)
  const later = accepted(await update({ [name]: undefined, total_price: money(1) }), 200)
  assert.deepEqual([later.at(name), later.at('total_price')], [good, money(1)], String(later))
}

function nestedCheck([sentence, name, kind, required]: Field, place: string, wrap: (body: Body) => Body, base: Body): Check {
  const { good, bad } = kinds[kind]
  // A country brings its provinces with it.
  const fitting = name === 'country_code' ? { province_code: 'CA-ON' } : {}
  return {
    sentences: [sentence],
    title: `${name} in ${place} is ${required ? 'required' : 'optional'}, checked on creation and in an update, and answered as it was reported`,
    async run(account) {
      const { protection } = account
      const id = await report(account)
      const create = (body: Body) => protection('POST', '/orders', { body: order(wrap(body)) })
      const update = (body: Body) => protection('PATCH', `/orders/${id}`, { body: orderUpdate(wrap(body)) })
      for (const request of [create, update]) {
        const lacking = await request(without(base, name))
        // The summary of an update leaves the phone number of an address out (P56): there either is right.
        if (!required || (request === update && sentence === 'P56' && lacking.ok)) accepted(lacking)
        else wrong(lacking, place, name)
        for (const value of bad) wrong(await request({ ...base, [name]: value }), place, name)
        const answer = accepted(await request({ ...base, ...fitting, [name]: good }))
        assert.deepEqual(answer.at(place === 'line_items' ? `line_items.0.${name}` : `${place}.${name}`), good, String(answer))
      }
    },
  }
}
