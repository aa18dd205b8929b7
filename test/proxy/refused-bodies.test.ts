import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, request as requestOverHttp, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { request } from 'undici'
import { startStack, type Stack } from '../stack.ts'

const token = 'a-loyalty-webhook-token'
const webhook = '/v1/webhooks/loyalty'
const settings = { LOYALTY_WEBHOOK_TOKENS: token }
const large = 'x'.repeat(1_000_000)
const wrongToken = { 'Content-Type': 'application/json', 'X-Loyalty-Webhook-Token': 'a-token-of-somebody-else' }

/** A connection on which a test writes raw requests. */
interface Line {
  socket: Socket
  /** The response so far. */
  answer(): string
  /** Resolves once the response contains this part. */
  answered(part: string): Promise<void>
  /** Writes this piece repeatedly until 50 MB are written or the connection is closed; resolves to the bytes that the system accepted. */
  push(piece?: Buffer): Promise<number>
}

async function open({ proxy }: Pick<Stack, 'proxy'>): Promise<Line> {
  const socket = connect({ port: Number(new URL(proxy).port), host: '127.0.0.1', allowHalfOpen: true })
  let answer = ''
  socket.setEncoding('latin1').on('data', (part: string) => (answer += part))
  socket.on('error', () => {}) // the proxy ends the connection while something is being written
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await once(socket, 'connect')
  return {
    socket,
    answer: () => answer,
    async answered(part) {
      while (!answer.includes(part)) await once(socket, 'data')
    },
    async push(piece = filling) {
      while (socket.writable && socket.bytesWritten < whole) {
        if (!socket.write(piece)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
      }
      return socket.bytesWritten - socket.writableLength
    },
  }
}

const whole = 50_000_000
const filling = Buffer.alloc(64 * 1024, 'x')
const chunk = Buffer.concat([Buffer.from(`${filling.length.toString(16)}\r\n`), filling, Buffer.from('\r\n')])

const headersOf = (method: string, path: string, ...more: string[]) =>
  [`${method} ${path} HTTP/1.1`, 'Host: proxy', 'Content-Type: application/json', ...more, '', ''].join('\r\n')

describe('after a large body was refused', { concurrency: true }, () => {
  let stack: Stack
  before(async () => (stack = await startStack({ settings })))
  after(() => stack.stop())

  const announced = `Content-Length: ${whole}`
  for (const [what, status, headers, pieces] of [
    ['with another token', 401, headersOf('POST', webhook, announced, 'X-Loyalty-Webhook-Token: of-somebody-else'), filling],
    ['without a key of the backend', 401, headersOf('POST', '/v1/merchant/orders', announced), filling],
    ['of unknown length', 401, headersOf('POST', '/v1/merchant/orders', 'Transfer-Encoding: chunked'), chunk],
    ['that turns out to be too long', 413, headersOf('POST', webhook, 'Transfer-Encoding: chunked'), chunk],
    ['of a request that needs no body', 200, headersOf('GET', '/livez', announced), filling],
    ['at an unknown path', 413, headersOf('POST', '/nowhere', announced), filling],
    ['at an invalid path', 400, headersOf('POST', '/%', announced), filling],
  ] as const)
    test(`the proxy does not read the rest of it: a body ${what}`, async () => {
      const { socket, answer, push } = await open(stack)
      socket.write(headers)
      const taken = await push(pieces)
      socket.destroy()

      assert.match(answer(), new RegExp(`^HTTP/1\\.1 ${status} `))
      assert.match(answer(), /\r\nconnection: close\r\n/i)
      // The system buffers some megabytes for both sides.
      assert.ok(taken < whole / 2, `${taken} bytes were taken`)
    })

  test('its sender can read the reason with undici', async () => {
    const { statusCode, body } = await request(`${stack.proxy}${webhook}`, { method: 'POST', headers: wrongToken, body: large })

    assert.equal(statusCode, 401)
    assert.match(await body.text(), /LOYALTY_WEBHOOK_TOKENS/)
  })

  test('its sender can read the reason with fetch', async () => {
    const answer = await fetch(`${stack.proxy}${webhook}`, { method: 'POST', headers: wrongToken, body: large })

    assert.equal(answer.status, 401)
    assert.match(await answer.text(), /LOYALTY_WEBHOOK_TOKENS/)
  })

  test('its sender can read the reason with node:http', async () => {
    const posting = requestOverHttp(`${stack.proxy}${webhook}`, { method: 'POST', headers: wrongToken, agent: false })
    posting.end(large)
    const [answer] = (await once(posting, 'response')) as [IncomingMessage]
    posting.on('error', () => {}) // the rest can no longer be sent

    assert.equal(answer.statusCode, 401)
    assert.match(await text(answer), /LOYALTY_WEBHOOK_TOKENS/)
  })

  test('its sender can read the reason after it sent a part of the body', async () => {
    const { socket, answer, answered } = await open(stack)
    socket.pause()
    socket.write(headersOf('POST', webhook, `Content-Length: ${large.length}`, 'X-Loyalty-Webhook-Token: of-somebody-else'))
    await new Promise((resolve) => socket.write(large.slice(0, 100_000), resolve))
    socket.resume()
    await answered('LOYALTY_WEBHOOK_TOKENS')

    assert.match(answer(), /^HTTP\/1\.1 401 /)
    socket.destroy()
  })
})

test('a small body that was refused keeps its connection', async (t) => {
  const stack = await startStack({ settings })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => stack.stop())
  t.after(() => agent.destroy())
  const ports = new Set<number>()
  for (let round = 0; round < 3; round += 1) {
    const posting = requestOverHttp(`${stack.proxy}${webhook}`, { method: 'POST', headers: wrongToken, agent })
    posting.end('x'.repeat(16 * 1024))
    const [answer] = (await once(posting, 'response')) as [IncomingMessage]
    ports.add(answer.socket.localPort!)

    assert.equal(answer.statusCode, 401)
    await text(answer)
  }
  assert.equal(ports.size, 1)
})

test('a large body that was refused is logged and counted once, when its response is sent', async (t) => {
  const stack = await startStack({ settings })
  t.after(() => stack.stop())
  const count = async () => {
    const metrics = await (await fetch(`${stack.operator}/metrics`)).text()
    return Number(/^\S*request\S*_count\{[^}]*route="\/v1\/webhooks\/loyalty"[^}]*status="401"[^}]*\} (\d+)$/m.exec(metrics)?.[1] ?? 0)
  }
  const lines = () => stack.log.filter((line) => line.includes('"answered"') && line.includes(webhook)).length
  const [counted, logged] = [await count(), lines()]
  const { statusCode, body } = await request(`${stack.proxy}${webhook}`, { method: 'POST', headers: wrongToken, body: large })
  await body.text()

  assert.equal(statusCode, 401)
  assert.equal(await count(), counted + 1)
  assert.equal(lines(), logged + 1)
})

describe('connections that wait', () => {
  /** Milliseconds, far longer than this test takes. */
  const linger = 600_000
  /** Lets each request come from its own address. */
  const trusting = { ...settings, TRUST_PROXY: '1' }
  const headersFrom = (address: string) => headersOf('POST', webhook, 'Content-Length: 50000000', `X-Forwarded-For: ${address}`)
  let addresses = 0

  async function refuse(stack: Stack, address = `203.0.113.${(addresses += 1)}`): Promise<Line> {
    const line = await open(stack)
    line.socket.write(headersFrom(address))
    await line.answered('LOYALTY_WEBHOOK_TOKENS')
    return line
  }

  test('to be closed are at most 64: one more closes the oldest', async (t) => {
    const stack = await startStack({ settings: trusting, linger })
    t.after(() => stack.stop())
    const [first, second] = [await refuse(stack), await refuse(stack)]
    void second.push()
    const others = []
    for (let count = 2; count < 65; count += 1) others.push(await refuse(stack))

    assert.ok((await first.push()) < whole / 2)
    assert.ok(second.socket.writable)
    for (const { socket } of [second, ...others]) socket.destroy()
  })

  test('for their response are those of a network that was refused 20 times in a minute, at most 64', async (t) => {
    const stack = await startStack({ settings: trusting, linger })
    t.after(() => stack.stop())
    for (let count = 0; count < 20; count += 1) await refuse(stack, '198.51.100.1')
    const waiting = []
    for (let count = 0; count < 64; count += 1) {
      const line = await open(stack)
      line.socket.write(headersFrom('198.51.100.1'))
      waiting.push(line)
    }
    // When the proxy responds to another address, it has read all of the requests above.
    await refuse(stack, '198.51.100.2')
    assert.deepEqual(
      waiting.filter(({ answer }) => answer() !== ''),
      [],
    )

    const one = await open(stack)
    one.socket.write(headersFrom('198.51.100.1'))
    await waiting[0]!.answered('LOYALTY_WEBHOOK_TOKENS')
    assert.match(waiting[0]!.answer(), /^HTTP\/1\.1 401 /)
    assert.deepEqual(
      [...waiting.slice(1), one].filter(({ answer }) => answer() !== ''),
      [],
    )
  })

  test('do not block the stop of the proxy', async () => {
    const stack = await startStack({ settings: trusting, linger })
    const { push } = await refuse(stack)

    await stack.stop()
    assert.ok((await push()) < whole / 2)
  })
})

describe('a caller that sends its body only after 100 Continue', () => {
  let stack: Stack
  before(async () => (stack = await startStack({ settings })))
  after(() => stack.stop())

  test('is refused without 100 Continue', async () => {
    const { socket, answer, answered } = await open(stack)
    socket.write(headersOf('POST', webhook, 'Content-Length: 1000000', 'Expect: 100-continue', 'X-Loyalty-Webhook-Token: of-somebody-else'))
    await answered('LOYALTY_WEBHOOK_TOKENS')

    assert.match(answer(), /^HTTP\/1\.1 401 /)
    assert.match(answer(), /\r\nconnection: close\r\n/i)
    socket.destroy()
  })

  test('gets 100 Continue after its key was accepted', async () => {
    const { socket, answer, answered } = await open(stack)
    const body = JSON.stringify({ event: 'something.new', data: {} })
    socket.write(headersOf('POST', webhook, `Content-Length: ${body.length}`, 'Expect: 100-continue', `X-Loyalty-Webhook-Token: ${token}`))
    await answered('100 Continue\r\n\r\n')
    socket.write(body)
    await answered('{}')

    assert.match(answer(), /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
    socket.destroy()
  })
})
