import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { order } from './orders.ts'
import { startServices } from './start.ts'

const usual = { 'X-API-Key': 'protection-key', 'Content-Type': 'application/json', Accept: 'application/json' }

/** Asks the protection service as nothing but HTTP. */
async function startAsking() {
  const { address, protection, control } = await startServices()
  return {
    protection,
    control,
    async ask(method: string, path: string, { headers = {}, body }: { headers?: Record<string, string | undefined>; body?: string } = {}) {
      const sent = Object.entries({ ...usual, ...headers }).filter((entry): entry is [string, string] => entry[1] !== undefined)
      const answer = await fetch(`${address}/protection/api/v1${path}`, { method, headers: sent, body })
      const text = await answer.text()
      return { status: answer.status, allow: answer.headers.get('allow'), error: (JSON.parse(text) as { error?: string[] }).error }
    },
  }
}

const operations = [
  ['POST', '/quotes'],
  ['POST', '/orders'],
  ['PATCH', '/orders/9001'],
  ['PATCH', '/orders/9001/refund_insurance'],
  ['PATCH', '/orders/9001/refund_protection'],
  ['PATCH', '/orders/9001/add_insurance'],
  ['PATCH', '/orders/9001/add_protection'],
  ['POST', '/shipments'],
  ['PATCH', '/shipments/5001'],
  ['POST', '/shipments/5001/events'],
] as const

describe('every operation of the protection service', () => {
  test('asks for the key before anything else', async () => {
    const { ask } = await startAsking()
    for (const [method, path] of operations)
      for (const key of [undefined, 'another'])
        assert.deepEqual(await ask(method, path, { headers: { 'X-API-Key': key, Accept: '*/*', 'Content-Type': 'text/plain' }, body: '{' }), {
          status: 401,
          allow: null,
          error: ['API key is missing or invalid'],
        })
  })

  test('requires both media types, with a body or without', async () => {
    const { ask } = await startAsking()
    for (const [method, path] of operations)
      for (const body of ['{}', undefined]) {
        const answers = []
        for (const headers of [{ 'Content-Type': undefined }, { 'Content-Type': 'application/jsonp' }, { Accept: '*/*' }, { Accept: 'application/json;q=0' }])
          answers.push((await ask(method, path, { headers, body })).status)
        assert.deepEqual(answers, [415, 415, 400, 400], `${method} ${path}`)
      }
  })

  test('takes media types with parameters and beside others', async () => {
    const { ask, protection } = await startAsking()
    await protection.createOrder(order())
    const headers = { 'Content-Type': 'Application/JSON; charset=utf-8', Accept: 'text/html;q=0.1, application/json;q=0.9' }
    assert.equal((await ask('PATCH', '/orders/9001/add_protection', { headers })).status, 200)
  })

  test('takes bodies in utf-8 alone', async () => {
    const { ask } = await startAsking()
    const body = JSON.stringify(order())
    for (const charset of ['utf-16', 'UTF-16LE', 'iso-8859-1', '"utf-16"', 'utf-8; charset=utf-16', '']) {
      const headers = { 'Content-Type': `application/json; charset=${charset}` }
      const error = ['Content-Type has to be application/json in utf-8']
      assert.deepEqual(await ask('POST', '/orders', { headers, body }), { status: 415, allow: null, error }, charset)
    }
    const taken = []
    for (const charset of ['utf-8', 'UTF-8', '"utf-8"'])
      taken.push((await ask('POST', '/orders', { headers: { 'Content-Type': `application/json;charset=${charset}` }, body })).status)
    assert.deepEqual(taken, [201, 200, 200])
  })

  test('takes one method, and says which', async () => {
    const { ask } = await startAsking()
    for (const [allowed, path] of operations)
      for (const method of ['GET', 'DELETE', 'PUT', allowed === 'POST' ? 'PATCH' : 'POST']) {
        assert.deepEqual(await ask(method, path), { status: 405, allow: allowed, error: [`Method has to be ${allowed}`] }, `${method} ${path}`)
      }
    assert.deepEqual(await ask('POST', '/claims'), { status: 404, allow: null, error: ['Path is unknown'] })
  })

  test('takes a JSON object of no more than a megabyte, and says what else it was', async () => {
    const { ask } = await startAsking()
    for (const [body, status, error] of [
      ['{"shop_order_id":', 400, 'Body is no JSON'],
      ['[]', 422, 'Body has to be a JSON object'],
      ['"order"', 422, 'Body has to be a JSON object'],
      [`{"note":${'['.repeat(70)}${']'.repeat(70)}}`, 400, 'Body is nested deeper than 64 levels'],
      ['['.repeat(500_000), 400, 'Body is nested deeper than 64 levels'],
      [`{"note":"${'x'.repeat(1_048_576)}"}`, 413, 'Request body is too large'],
    ] as const) {
      assert.deepEqual(await ask('POST', '/orders', { body }), { status, allow: null, error: [error] })
    }
    const brackets = JSON.stringify(order({ note: `"${'['.repeat(500)}\\` }))
    assert.equal((await ask('POST', '/orders', { body: brackets })).status, 201)
  })

  test('answers an id of any length and script, and a path that cannot be decoded', async () => {
    const { ask, protection } = await startAsking()
    const id = '注文/#?%'.repeat(42) + 'abc'
    await protection.createOrder(order({ shop_order_id: id }))
    assert.equal(id.length, 255)
    assert.equal((await ask('PATCH', `/orders/${encodeURIComponent(id)}/add_insurance`)).status, 200)
    assert.deepEqual((await ask('PATCH', `/orders/${'x'.repeat(256)}/add_insurance`)).error, ['Shop order id is longer than 255 characters'])
    const { status, error } = await ask('PATCH', '/orders/%E0%A4%A/add_insurance')
    assert.deepEqual([status, error?.length], [400, 1])
  })
})

/** Sends these bytes alone, and reads until the connection is closed. */
async function send(bytes: string) {
  const { address } = services
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  return {
    status: Number(head.split(' ', 2)[1]),
    type: /content-type: ([^;\r]*)/i.exec(head)?.[1],
    isWhole: Number(length) === Buffer.byteLength(body),
    body: JSON.parse(body) as unknown,
  }
}

const services = await startServices()
const requests = { loyalty: 'POST /loyalty/v2.0/admin/members', protection: 'POST /protection/api/v1/quotes', track: 'POST /track/order' }
const headers = ['Host: services', 'X-Loyalty-Api-Key: loyalty-key', 'X-API-Key: protection-key', 'Content-Type: application/json', 'Accept: application/json']

for (const [service, line] of Object.entries(requests))
  describe(`a request to ${service} that cannot be read as HTTP is answered as its errors are, and the connection closed`, () => {
    const request = (more: string, body = '') => `${[`${line} HTTP/1.1`, ...headers, more].join('\r\n')}\r\n\r\n${body}`

    for (const [what, bytes, status, said] of [
      ['a chunk without a length', request('Transfer-Encoding: chunked', 'zz\r\n{}\r\n0\r\n\r\n'), 400, 'Request is no HTTP that can be read'],
      ['a control character in a header', request('X-Note: a\u0001b'), 400, 'Request is no HTTP that can be read'],
      ['headers of more than 16 kB', request(`X-Note: ${'x'.repeat(20_000)}`), 431, 'Request headers are too large'],
      [
        'a chunk extension of more than 16 kB',
        request('Transfer-Encoding: chunked', `2;x=${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
        413,
        'Request body has too long chunk extensions',
      ],
    ] as const)
      test(what, async () => {
        assert.deepEqual(await send(bytes), { status, type: 'application/json', isWhole: true, body: { error: [said], message: said } })
      })
  })
