import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { startStack, type Stack } from '../stack.ts'

/** Milliseconds, far less than in production, so that the test is fast. */
const requestTimes = { headers: 300, whole: 600, check: 50 }

describe('a request that never ends', () => {
  let stack: Stack
  before(async () => (stack = await startStack({ requestTimes })))
  after(() => stack.stop())

  /** Sends the beginning at once and then one piece every 20 ms; resolves to the status line and the time until the proxy closes the connection. */
  async function drip(beginning: string, piece: string) {
    const socket = connect(Number(new URL(stack.proxy).port), '127.0.0.1')
    let answer = ''
    socket.setEncoding('latin1').on('data', (part: string) => (answer += part))
    // A write after the proxy has closed the connection fails.
    socket.on('error', () => {})
    await once(socket, 'connect')
    const began = performance.now()
    socket.write(beginning)
    const drops = setInterval(() => socket.writable && socket.write(piece), 20)
    await once(socket, 'close')
    clearInterval(drops)
    return { status: answer.split('\r\n')[0], took: performance.now() - began }
  }

  const bodyOf = (path: string, headers: string[]) => [`POST ${path} HTTP/1.1`, 'Host: proxy', 'Content-Length: 10000', ...headers, '', '{'].join('\r\n')

  test('in its headers is cut off when the time for headers is over', async () => {
    const { status, took } = await drip('GET /livez HTTP/1.1\r\nHost: proxy\r\n', 'X-More: of this\r\n')

    assert.match(status!, /^HTTP\/1\.1 408 /)
    assert.ok(took >= requestTimes.headers, `${took} ms`)
  })

  for (const [what, path, headers] of [
    ['of a browser', '/v1/orders/track', () => [`Origin: ${stack.origin}`, 'X-Storefront-Client: 1', 'Content-Type: application/json']],
    ['of the backend', '/v1/merchant/orders', () => [`Authorization: Bearer ${stack.settings.MERCHANT_API_KEYS}`, 'Content-Type: application/json']],
  ] as const)
    test(`in its body, ${what}, is cut off when the time for the whole request is over`, async () => {
      const { status, took } = await drip(bodyOf(path, headers()), ' ')

      assert.match(status!, /^HTTP\/1\.1 408 /)
      assert.ok(took >= requestTimes.whole, `${took} ms`)
    })

  test('does not block other requests', async () => {
    const slow = Array.from({ length: 50 }, () => drip(bodyOf('/v1/orders/track', [`Origin: ${stack.origin}`]), ' '))

    assert.equal((await fetch(`${stack.proxy}/livez`)).status, 200)
    await Promise.all(slow)
  })
})
