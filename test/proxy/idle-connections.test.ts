import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { startStack, until } from '../stack.ts'

/** More than the proxy keeps. */
const opened = 2_100
const kept = 2_048

test('the proxy keeps a bounded number of connections that wait for a request, and ends those that have waited for the longest', async (t) => {
  const stack = await startStack()
  const sockets: Socket[] = []
  t.after(async () => {
    for (const socket of sockets) socket.destroy()
    await stack.stop()
  })
  const { hostname, port } = new URL(stack.proxy)
  const ask = async (socket: Socket) => {
    socket.write('GET /livez HTTP/1.1\r\nHost: proxy\r\n\r\n')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    assert.match(answer.toString(), /^HTTP\/1\.1 200 /)
  }

  for (let count = 0; count < opened; count += 1) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    await once(socket, 'connect')
    sockets.push(socket)
    await ask(socket)
  }

  const isEnded = ({ readableEnded, destroyed }: Socket) => readableEnded || destroyed
  await until(
    () => Promise.resolve(sockets.filter(isEnded).length),
    (ended) => ended >= opened - kept,
  )
  assert.equal(
    sockets.findIndex((socket) => !isEnded(socket)),
    opened - kept,
  )
  await ask(sockets[opened - kept]!)
  await ask(sockets.at(-1)!)
})
