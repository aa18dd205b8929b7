import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Lets the app close as soon as it has answered what it was asked: connections over which nothing was ever asked, which browsers
 * open in advance and Node takes for busy, are ended at once, and all others after their answer instead of being kept for the next.
 */
export function endConnectionsOnClose(app: FastifyInstance) {
  const silent = new Set<Socket>()
  let closing = false
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage) => silent.delete(socket))
  app.addHook('preClose', (done) => {
    closing = true
    for (const socket of silent) socket.destroy()
    done()
  })
  app.addHook('onSend', (_, reply, payload, done) => {
    if (closing) reply.header('Connection', 'close')
    done(null, payload)
  })
}
