import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { startServices } from './start.ts'

const { address } = await startServices()

/** Sends these bytes alone, and reads until the connection is closed. */
async function send(bytes: string) {
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
