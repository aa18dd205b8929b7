import assert from 'node:assert/strict'
import type { Account } from '../account.ts'
import type { Check } from '../check.ts'
import { accepted, wrong } from '../expect.ts'
import { eventFields, kinds, shipmentFields, without, type Field } from '../fields.ts'
import { event, line, newId, report, ship, shipment, type Body } from '../orders.ts'

const statuses = [
  ...['label_printed', 'label_purchased', 'attempted_delivery', 'ready_for_pickup', 'carrier_picked_up', 'confirmed'],
  ...['in_transit', 'out_for_delivery', 'delivered', 'delayed', 'failure', 'picked_up'],
]

/** Shipments and what happens to them. */
export const shipmentChecks: Check[] = [
  {
    sentences: ['P72', 'P113', 'P114', 'P131', 'A56', 'A73'],
    title: 'a new shipment is answered with 201, or 200, and with what was reported, for any carrier',
    async run(account) {
      const body = shipment(await report(account), { tracking_company: 'Müller & Söhne 運送', tracking_url: 'https://carrier.example.com/1' })
      const answer = accepted(await account.protection('POST', '/shipments', { body }))
      assert.ok([200, 201].includes(answer.status))
      for (const [name, value] of Object.entries(body)) assert.deepEqual(answer.at(name), value, name)
    },
  },
  {
    sentences: ['P72', 'P148', 'A58'],
    title: 'a shipment of an order that was never reported is refused',
    async run({ protection }) {
      const answer = await protection('POST', '/shipments', { body: shipment('conformance-unknown') })
      if (answer.status !== 404) wrong(answer, 'shop_order_id')
    },
  },
  {
    sentences: ['P148', 'A57'],
    title: 'the same shipment again is no second one, and another under the same id is 422',
    async run(account) {
      const body = shipment(await report(account))
      accepted(await account.protection('POST', '/shipments', { body }))
      const again = await account.protection('POST', '/shipments', { body })
      if (!again.ok) wrong(again, 'shop_shipment_id')
      else for (const [name, value] of Object.entries(body)) assert.deepEqual(again.at(name), value, name)
      wrong(await account.protection('POST', '/shipments', { body: { ...body, tracking_number: 'another' } }), 'shop_shipment_id')
    },
  },
  {
    sentences: ['P115', 'P116', 'P144'],
    title: 'an update of a shipment takes what creation takes, and is answered with 200 and the shipment as it is now',
    async run(account) {
      const orderId = await report(account)
      const id = await ship(account, orderId)
      const changes = shipment(orderId, { shop_shipment_id: id, tracking_number: 'CHANGED-1', tracking_company: 'FedEx' })
      const answer = accepted(await account.protection('PATCH', `/shipments/${id}`, { body: changes }), 200)
      for (const [name, value] of Object.entries(changes)) assert.deepEqual(answer.at(name), value, name)
    },
  },
  {
    sentences: ['P73', 'A90'],
    title: 'a shipment may have a blank tracking number, and not none',
    async run(account) {
      const orderId = await report(account)
      accepted(await account.protection('POST', '/shipments', { body: shipment(orderId, { tracking_number: '' }) }))
      wrong(await account.protection('POST', '/shipments', { body: shipment(orderId, { tracking_number: undefined }) }), 'tracking_number')
    },
  },
  ...shipmentFields.map(shipmentFieldCheck),
  {
    sentences: ['P76', 'P67', 'P64'],
    title: 'line items of a shipment are line items like those of an order',
    async run(account) {
      const orderId = await report(account)
      const create = (changes: Body) => account.protection('POST', '/shipments', { body: shipment(orderId, { line_items: [line(changes)] }) })
      wrong(await create({ is_insured: 'yes' }), 'line_items', 'is_insured')
      wrong(await create({ quantity: undefined }), 'line_items', 'quantity')
    },
  },
  {
    sentences: ['P79', 'P91', 'P94', 'P117', 'P118', 'P141', 'A70', 'A71'],
    title: 'each of the twelve statuses is taken in any order, and answered with 201 and the event',
    async run(account) {
      const id = await ship(account, await report(account))
      for (const [index, status] of statuses.toReversed().entries()) {
        const body = event(status, { message: 'A word', estimated_delivery_at: '2027-01-31T12:00:00Z' }, index)
        const answer = accepted(await account.protection('POST', `/shipments/${id}/events`, { body }), 201)
        for (const [name, value] of Object.entries(body)) assert.deepEqual(answer.at(name), value, name)
      }
    },
  },
  {
    sentences: ['P118', 'P146', 'P147', 'A59', 'A60'],
    title: 'an event under an id that the shipment has is 409, and under the same id on another shipment is not',
    async run(account) {
      const orderId = await report(account)
      const [one, another] = [await ship(account, orderId), await ship(account, orderId)]
      const body = event('in_transit')
      accepted(await account.protection('POST', `/shipments/${one}/events`, { body }), 201)
      for (const changes of [{}, { status: 'delivered' }])
        assert.equal((await account.protection('POST', `/shipments/${one}/events`, { body: { ...body, ...changes } })).status, 409)
      accepted(await account.protection('POST', `/shipments/${another}/events`, { body }), 201)
    },
  },
  ...eventFields.map(eventFieldCheck),
]

function shipmentFieldCheck([sentence, name, kind, required]: Field): Check {
  const { good, bad } = kinds[kind]
  return {
    sentences: [sentence, 'P113', 'P115'],
    title: `${name} of a shipment is ${required ? 'required' : 'optional'}, on creation and in an update, and checked in both`,
    async run(account) {
      const orderId = await report(account)
      const id = await ship(account, orderId)
      const requests = [
        (body: Body) => account.protection('POST', '/shipments', { body }),
        (body: Body) => account.protection('PATCH', `/shipments/${id}`, { body }),
      ]
      for (const [index, request] of requests.entries()) {
        const base = () => shipment(orderId, index === 1 ? { shop_shipment_id: id } : {})
        const lacking = await request(without(base(), name))
        if (required) wrong(lacking, name)
        else accepted(lacking)
        for (const value of bad) wrong(await request({ ...base(), [name]: value }), name)
        if (good === undefined || name.endsWith('_id')) continue
        assert.deepEqual(accepted(await request({ ...base(), [name]: good })).at(name), good)
      }
    },
  }
}

function eventFieldCheck([sentence, name, kind, required]: Field): Check {
  const { good, bad } = kinds[kind]
  return {
    sentences: [sentence, 'P117', 'P144'],
    title: `${name} of a shipment event is ${required ? 'required' : 'optional'}, checked, and answered as it was reported`,
    async run(account: Account) {
      const id = await ship(account, await report(account))
      const create = (body: Body) => account.protection('POST', `/shipments/${id}/events`, { body })
      const lacking = await create(without(event('in_transit'), name))
      if (required) wrong(lacking, name)
      else accepted(lacking, 201)
      for (const value of bad) wrong(await create({ ...event('in_transit'), [name]: value }), name)
      const value = name === 'shop_shipment_event_id' ? newId('event') : good
      assert.deepEqual(accepted(await create({ ...event('in_transit'), [name]: value }), 201).at(name), value)
    },
  }
}
