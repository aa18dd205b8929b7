import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Lets the app close as soon as it has answered all requests. Connections without any request are ended at once: browsers open them in advance, and
 * Node counts them as busy. All other connections end after their answer and are not kept for the next request; with `leaving` they begin to do so
 * before the app closes, so that no request is on its way on a connection that is closed.
 */
export function endConnectionsOnClose(app: FastifyInstance, leaving?: AbortSignal) {
  const withoutRequest = new Set<Socket>()
  let closing = false
  app.server.on('connection', (socket: Socket) => {
    withoutRequest.add(socket)
    socket.once('close', () => withoutRequest.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage) => withoutRequest.delete(socket))
  app.addHook('preClose', (done) => {
    closing = true
    for (const socket of withoutRequest) socket.destroy()
    done()
  })
  app.addHook('onSend', (_, reply, payload, done) => {
    if (closing || leaving?.aborted) reply.header('Connection', 'close')
    done(null, payload)
  })
}
