import assert from 'node:assert/strict'
import type { Check } from '../check.ts'
import { accepted, wrong } from '../expect.ts'
import { address, event, findable, insuredLines, line, lookUp, money, newId, order, orderUpdate, report, reportProtected, ship, song } from '../orders.ts'

const statuses = ['pending', 'paid', 'refunded', 'voided']

/** Orders: reported, changed, protected and no longer so. */
export const orderChecks: Check[] = [
  {
    sentences: ['P16', 'P34', 'P35', 'P104', 'P105', 'P131', 'P17', 'A56', 'A75'],
    title: 'a new order is answered with 201, or 200, and with what was reported; paid protection is named at the price of its quote, the token is not',
    async run(account) {
      const quote = accepted(await account.protection('POST', '/quotes', { body: { cart: { amount_insured: money(4800) } } }))
      const reported = order({ amount_insured: money(4800), line_items: insuredLines() })
      const answer = accepted(await account.protection('POST', '/orders', { body: { ...reported, purchased_quote_token: quote.at('token') } }))
      assert.ok([200, 201].includes(answer.status))
      for (const [name, value] of Object.entries(reported)) assert.deepEqual(answer.at(name), value, name)
      assert.deepEqual(answer.at('insurance_paid'), quote.at('price'))
      assert.ok(!answer.text.includes('purchased_quote_token'))
    },
  },
  {
    sentences: ['P35', 'A75'],
    title: 'an order without protection names no price of it, and a price that a report names is not believed',
    async run({ protection }) {
      const answer = accepted(await protection('POST', '/orders', { body: order({ insurance_paid: money(999) }) }))
      assert.equal(answer.at('insurance_paid') ?? undefined, undefined, String(answer))
    },
  },
  {
    sentences: ['P43', 'P44', 'P67', 'P148', 'A67', 'A68'],
    title: 'a token without an amount, an unknown token, and one that another order has spent are 422',
    async run(account) {
      const quote = accepted(await account.protection('POST', '/quotes', { body: { cart: { amount_insured: money(4800) } } }))
      const token = quote.at('token')
      const create = (fields: Record<string, unknown>) => account.protection('POST', '/orders', { body: order(fields) })
      wrong(await create({ purchased_quote_token: token }), 'amount_insured')
      wrong(await create({ purchased_quote_token: 'invented', amount_insured: money(4800) }), 'purchased_quote_token')
      accepted(await create({ purchased_quote_token: token, amount_insured: money(4800) }))
      wrong(await create({ purchased_quote_token: token, amount_insured: money(4800) }), 'purchased_quote_token')
    },
  },
  {
    sentences: ['P43', 'P44', 'P67'],
    title: 'insured line items without a token, or without an amount, are 422 naming what is missing',
    async run(account) {
      const quote = accepted(await account.protection('POST', '/quotes', { body: { cart: { amount_insured: money(4800) } } }))
      const create = (fields: Record<string, unknown>) => account.protection('POST', '/orders', { body: order({ ...fields, line_items: insuredLines() }) })
      const neither = await create({})
      wrong(neither, 'purchased_quote_token')
      wrong(neither, 'amount_insured')
      wrong(await create({ amount_insured: money(4800) }), 'purchased_quote_token')
      wrong(await create({ purchased_quote_token: quote.at('token') }), 'amount_insured')
    },
  },
  {
    sentences: ['P41', 'P61', 'P62', 'P69'],
    title: 'prices of an order in several currencies are 422 naming one that differs, its line items included',
    async run(account) {
      const create = (fields: Record<string, unknown>) => account.protection('POST', '/orders', { body: order(fields) })
      wrong(await create({ total_tax_price: money(1, 'EUR') }), 'total_tax_price')
      for (const name of ['unit_price', 'total_price', 'refunded_price'])
        wrong(await create({ line_items: [line({ [name]: money(1, 'EUR') })] }), 'line_items', name)
      const id = await report(account)
      wrong(await account.protection('PATCH', `/orders/${id}`, { body: orderUpdate({ total_price: money(1, 'EUR') }) }), 'total_price')
    },
  },
  {
    sentences: ['P43', 'P44', 'A68'],
    title: 'an order for another amount than was quoted is taken, or is 422 naming a field of the quote',
    async run(account) {
      const quote = accepted(await account.protection('POST', '/quotes', { body: { cart: { amount_insured: money(100) } } }))
      const answer = await account.protection('POST', '/orders', { body: order({ purchased_quote_token: quote.at('token'), amount_insured: money(4800) }) })
      if (!answer.ok) wrong(answer, 'amount_insured')
    },
  },
  {
    sentences: ['P105', 'P148', 'A57'],
    title: 'the same order again is no second one, and another under the same id is 422',
    async run({ protection }) {
      const body = order()
      accepted(await protection('POST', '/orders', { body }))
      const again = await protection('POST', '/orders', { body })
      if (!again.ok) wrong(again, 'shop_order_id')
      else for (const [name, value] of Object.entries(body)) assert.deepEqual(again.at(name), value, name)
      wrong(await protection('POST', '/orders', { body: { ...body, total_price: money(1) } }), 'shop_order_id')
    },
  },
  {
    sentences: ['P11', 'P106', 'P107'],
    title: 'an update is answered with 200 and with the order as it is now, what only creation says included',
    async run(account) {
      const id = await report(account, { subtotal_price_presentment: money(5900, 'CAD') })
      const changes = orderUpdate({ total_price: money(5999), financial_status: 'pending' })
      const answer = accepted(await account.protection('PATCH', `/orders/${id}`, { body: changes }), 200)
      for (const [name, value] of Object.entries({ ...changes, shop_order_id: id, subtotal_price_presentment: money(5900, 'CAD') }))
        assert.deepEqual(answer.at(name), value, name)
    },
  },
  {
    sentences: ['P106', 'P107', 'A79'],
    title: 'what an update says is kept: a look-up by the new number finds the order, with its new status and its new town',
    async run(account) {
      const [before, now] = [findable(), findable()]
      const id = await report(account, { ...before, financial_status: 'pending' })
      accepted(await lookUp(account, before))
      const changes = { ...now, financial_status: 'voided', shipping_address: address({ city: 'Frankfort' }) }
      accepted(await account.protection('PATCH', `/orders/${id}`, { body: orderUpdate(changes) }), 200)
      const found = await account.until(
        () => lookUp(account, now),
        ({ ok }) => ok,
      )
      assert.deepEqual(
        [found.at('order_number'), found.at('financial_status'), found.at('shipping_address.city')],
        [now.shop_order_number, 'voided', 'Frankfort'],
        String(found),
      )
      assert.equal((await lookUp(account, before)).status, 404)
    },
  },
  {
    sentences: ['P41', 'A104'],
    title: "an update takes prices in the customer's currency, and lines that stay in the order's",
    async run(account) {
      const id = await report(account)
      const fields = ['subtotal_price', 'total_discounts_price', 'total_shipping_price', 'total_tax_price', 'total_price']
      const inEuro = {
        ...Object.fromEntries(fields.map((name) => [name, money(4200, 'EUR')])),
        line_items: [line({ unit_price: money(2100, 'EUR'), total_price: money(4200, 'EUR') })],
      }
      const answer = accepted(await account.protection('PATCH', `/orders/${id}`, { body: orderUpdate(inEuro) }), 200)
      assert.deepEqual(answer.at('total_price'), money(4200, 'EUR'))
      const totals = { ...inEuro, line_items: [line()] }
      assert.deepEqual(accepted(await account.protection('PATCH', `/orders/${id}`, { body: orderUpdate(totals) }), 200).at('total_price'), money(4200, 'EUR'))
    },
  },
  {
    sentences: ['P106', 'P144'],
    title: 'an update that is refused changes nothing',
    async run(account) {
      const own = findable()
      const id = await report(account, own)
      const read = async () => accepted(await lookUp(account, own)).json
      const before = await account.until(
        () => lookUp(account, own),
        ({ ok }) => ok,
      )
      assert.equal(before.at('financial_status'), 'paid')
      const changes = { ...own, financial_status: 'voided', shipping_address: address({ city: 'Frankfort' }) }
      wrong(await account.protection('PATCH', `/orders/${id}`, { body: orderUpdate({ ...changes, total_price: 'much' }) }), 'total_price')
      assert.deepEqual(await read(), before.json)
      const { financial_status: _status, ...lacking } = orderUpdate(changes)
      wrong(await account.protection('PATCH', `/orders/${id}`, { body: lacking }), 'financial_status')
      assert.deepEqual(await read(), before.json)
      wrong(await account.protection('PATCH', `/orders/${id}`, { body: orderUpdate({ ...changes, total_tax_price: money(1, 'EUR') }) }), 'total_tax_price')
      assert.deepEqual(await read(), before.json)
    },
  },
  {
    sentences: ['P42', 'P90', 'P93', 'A69'],
    title: 'each financial status is taken on creation, and every move from one to another',
    async run(account) {
      for (const financial_status of statuses) {
        const id = await report(account, { financial_status })
        for (const next of statuses)
          assert.equal(
            accepted(await account.protection('PATCH', `/orders/${id}`, { body: orderUpdate({ financial_status: next }) })).at('financial_status'),
            next,
          )
      }
    },
  },
  {
    sentences: ['P11', 'P108', 'P109', 'P130', 'A63'],
    title: 'protection is marked as refunded without a body, and once more without complaint',
    async run(account) {
      const { id } = await reportProtected(account)
      accepted(await account.protection('PATCH', `/orders/${id}/refund_insurance`, { body: '' }), 200)
      accepted(await account.protection('PATCH', `/orders/${id}/refund_insurance`, { body: {} }), 200)
    },
  },
  {
    sentences: ['P11', 'P110', 'P111', 'P112', 'A64', 'A65'],
    title: 'an order without protection is protected after the fact without a body, and only once',
    async run(account) {
      const own = findable()
      const id = await report(account, own)
      assert.equal(accepted(await lookUp(account, own)).at('is_protected'), false)
      accepted(await account.protection('PATCH', `/orders/${id}/add_insurance`, { body: {} }), 200)
      await account.until(
        () => lookUp(account, own),
        (answer) => answer.at('is_protected') === true,
      )
      assert.equal((await account.protection('PATCH', `/orders/${id}/add_insurance`, { body: {} })).status, 422)
    },
  },
  {
    sentences: ['P11', 'P111', 'P112', 'P144', 'P149', 'A64', 'A65'],
    title: 'an order that is paid for already, given back, made of digital goods or delivered is not protected after the fact: 422 with lines',
    async run(account) {
      const delivered = await report(account)
      const shipmentId = await ship(account, delivered)
      accepted(await account.protection('POST', `/shipments/${shipmentId}/events`, { body: event('delivered') }))
      const ids = [
        (await reportProtected(account)).id,
        await report(account, { financial_status: 'refunded' }),
        await report(account, { financial_status: 'voided' }),
        await report(account, { line_items: [song()] }),
        delivered,
      ]
      for (const id of ids) {
        const answer = await account.protection('PATCH', `/orders/${id}/add_insurance`, { body: {} })
        assert.equal(answer.status, 422, `${ids.indexOf(id)}: ${String(answer)}`)
        const lines = answer.at<unknown[]>('error') ?? []
        assert.ok(lines.length > 0 && lines.every((line) => typeof line === 'string'), String(answer))
      }
    },
  },
  {
    sentences: ['P40', 'P88', 'P89', 'P144', 'A61'],
    title: 'all that is wrong with a report is named at once, whichever line item it is in',
    async run({ protection }) {
      const body = order({ total_price: 7, line_items: [line(), line({ quantity: 1.5 })], shop_order_number: undefined, shop_order_id: newId('order') })
      const answer = await protection('POST', '/orders', { body })
      wrong(answer, 'total_price')
      wrong(answer, 'shop_order_number')
      wrong(answer, 'line_items', 'quantity')
    },
  },
]
