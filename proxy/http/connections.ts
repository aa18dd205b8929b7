import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How many connections may wait for a request at the same time. */
const mostIdle = 2_048

/**
 * Ends connections that wait for a request: the one that has been waiting for the longest if there are too many, so that they cannot fill the memory, and
 * all of them when the app closes. A client that means well opens another one.
 *
 * The app closes as soon as it has answered all requests. Node counts a connection without any request as busy, and browsers open such connections in
 * advance. Connections with a request end after the answer and are not kept for the next; with `leaving` they begin to do so before the app closes, so that
 * no request is on its way on a connection that is closed.
 */
export function endIdleConnections(app: FastifyInstance, leaving?: AbortSignal) {
  /** In the order in which they began to wait. */
  const idle = new Set<Socket>()
  /** How many requests are open on a connection: a client need not wait for an answer before it sends the next. */
  const open = new WeakMap<Socket, number>()
  let closing = false
  const add = (socket: Socket) => {
    idle.add(socket)
    if (idle.size <= mostIdle) return
    const [longest] = idle
    idle.delete(longest!)
    longest!.destroy()
  }
  app.server.on('connection', (socket: Socket) => {
    socket.once('close', () => idle.delete(socket))
    add(socket)
  })
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket)
    open.set(socket, (open.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = open.get(socket)! - 1
      open.set(socket, left)
      if (left === 0 && !socket.destroyed) add(socket)
    })
  })
  app.addHook('preClose', (done) => {
    closing = true
    for (const socket of idle) socket.destroy()
    done()
  })
  app.addHook('onSend', (_, reply, payload, done) => {
    if (closing || leaving?.aborted) reply.header('Connection', 'close')
    done(null, payload)
  })
}
