import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Ends connections over which nothing was ever asked as soon as the app closes. Browsers open them in advance, and Node counts
 * them as busy, so that closing would wait until they time out.
 */
export function endSilentConnections(app: FastifyInstance) {
  const silent = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage) => silent.delete(socket))
  app.addHook('preClose', (done) => {
    for (const socket of silent) socket.destroy()
    done()
  })
}
