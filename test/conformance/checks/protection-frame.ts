import assert from 'node:assert/strict'
import { protectionService } from '../../../proxy/upstream/protection.ts'
import type { Account } from '../account.ts'
import type { Check } from '../check.ts'
import { accepted } from '../expect.ts'
import { event, money, order, orderUpdate, report, reportProtected, ship, shipment } from '../orders.ts'

const operations = Object.values(protectionService).map(({ method, path }) => ({ method, path: path.replace(/:\w+/g, 'conformance-unknown') }))
const cart = (cents: number) => ({ cart: { amount_insured: money(cents) } })
const isErrorBody = (body: unknown) => {
  const { error } = Object(body) as { error?: unknown }
  return body === undefined || error === undefined || (Array.isArray(error) && error.every((line) => typeof line === 'string'))
}

/** What holds for every request to the protection service: address, key, headers, errors. */
export const protectionFrameChecks: Check[] = [
  {
    sentences: ['P1', 'P2', 'P3', 'P153', 'L2'],
    title: 'the base address of the protection service ends in its version, and both services answer one merchant',
    async run({ access, protection, loyalty }) {
      assert.match(access.protectionBaseUrl, /\/api\/v1$/)
      accepted(await protection('POST', '/quotes', { body: cart(5000) }), 200)
      accepted(await loyalty('GET', '/v2.0/admin/merchant'), 200)
    },
  },
  {
    sentences: ['P137', 'A62'],
    title: 'every operation of the protection service refuses anyone without a key, or with an invented one, before anything else',
    async run({ protection }) {
      for (const { method, path } of operations)
        for (const key of [undefined, 'invented']) {
          const answer = await protection(method, path, { body: {}, headers: { 'X-API-Key': key } })
          assert.equal(answer.status, 401, String(answer))
        }
    },
  },
  {
    sentences: ['P100'],
    title: 'every operation of the protection service requires both Content-Type and Accept to be JSON',
    async run(account) {
      const requests = await validRequests(account)
      assert.equal(requests.length, operations.length)
      for (const [method, path, body] of requests) {
        // Without a header of our own a client sends one that says too little.
        for (const headers of [{ 'Content-Type': undefined }, { 'Content-Type': 'text/plain' }, { Accept: undefined }, { Accept: 'text/html' }]) {
          const answer = await account.protection(method, path, { body, headers })
          assert.ok([400, 406, 415].includes(answer.status), `with ${JSON.stringify(headers)} ${String(answer)}`)
        }
        // With both, the same is taken: nothing else was wrong with it.
        accepted(await account.protection(method, path, { body }))
      }
    },
  },
  {
    sentences: ['P101', 'P107', 'P145', 'P147', 'A60'],
    title: 'ids in paths are text of any kind, and unknown ones are not found',
    async run(account) {
      const shop_order_id = `conformance/${crypto.randomUUID()} #1 ü?`
      await reportProtected(account, { shop_order_id })
      accepted(await account.protection('PATCH', `/orders/${encodeURIComponent(shop_order_id)}/refund_insurance`, { body: {} }), 200)
      for (const { method, path } of operations.filter(({ path }) => path.includes('unknown'))) {
        const valid = path.startsWith('/orders')
          ? order()
          : { ...order(), shop_shipment_id: 'conformance-unknown', shop_order_id, tracking_number: '1', tracking_company: 'UPS' }
        const answer = await account.protection(method, path, { body: { ...valid, shop_shipment_event_id: '1', status: 'in_transit' } })
        assert.equal(answer.status, 404, String(answer))
        assert.ok(isErrorBody(answer.json), String(answer))
      }
    },
  },
  {
    sentences: ['P88', 'P148', 'P152', 'A74', 'A78'],
    title: 'what is no JSON, or too much of it, is refused and never a fault of the service',
    async run({ protection }) {
      for (const body of ['{"cart":', '[]', '"cart"', 'null', JSON.stringify({ ...cart(5000), padding: 'x'.repeat(1_100_000) })]) {
        const answer = await protection('POST', '/quotes', { body })
        assert.ok(answer.status >= 400 && answer.status < 500, String(answer))
        assert.ok(isErrorBody(answer.json), String(answer))
      }
    },
  },
  {
    sentences: ['P137'],
    title: 'no answer of the protection service carries the key that it was asked with',
    async run({ protection, access }) {
      for (const answer of [
        await protection('POST', '/quotes', { body: cart(5000) }),
        await protection('POST', '/orders', { body: order() }),
        await protection('GET', '/nowhere'),
      ])
        assert.ok(!(answer.text + JSON.stringify([...answer.headers])).includes(access.protectionKey))
    },
  },
  {
    sentences: ['P152', 'A74'],
    title: 'texts of 255 characters are taken, and longer ones are taken or refused, but no fault',
    async run({ protection }) {
      accepted(await protection('POST', '/orders', { body: order({ shop_order_number: '9'.repeat(255) }) }))
      const answer = await protection('POST', '/orders', { body: order({ shop_order_number: '9'.repeat(5000) }) })
      assert.ok(answer.status < 500, String(answer))
    },
  },
]

/** For each operation a request that nothing is wrong with. */
async function validRequests(account: Account): Promise<[method: string, path: string, body: object][]> {
  const [id, { id: insured }] = [await report(account), await reportProtected(account)]
  const shipmentId = await ship(account, id)
  return [
    ['POST', '/quotes', cart(5000)],
    ['POST', '/orders', order()],
    ['PATCH', `/orders/${id}`, orderUpdate()],
    ['PATCH', `/orders/${insured}/refund_insurance`, {}],
    ['PATCH', `/orders/${id}/add_insurance`, {}],
    ['POST', '/shipments', shipment(id)],
    ['PATCH', `/shipments/${shipmentId}`, shipment(id, { shop_shipment_id: shipmentId })],
    ['POST', `/shipments/${shipmentId}/events`, event('in_transit')],
  ]
}
