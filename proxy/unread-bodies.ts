import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { smallBody } from './bodies.ts'

/** Milliseconds that a caller has to read the answer before the connection ends. */
export const lingerTime = 2_000
/** Connections that wait for their end at the same time. One more ends the oldest at once. */
const mostLingering = 64

interface Ending {
  /** See {@link lingerTime}. */
  linger: number
  /** Notes an answer, as `onResponse` does for all other requests. */
  answered: (request: FastifyRequest, reply: FastifyReply) => void
}

/**
 * Ends the connection of a request that was answered before its large body was read, for example because of a wrong key. The proxy would have to
 * read the rest to keep the connection, and a flood of such bodies would take its thread from everybody else.
 *
 * The end comes in stages (RFC 9112, section 9.6): answer, end the sending half, read no more, and destroy the connection once the caller has had
 * time to read the answer. To destroy it at once could take the answer from the caller with it. Node destroys it as soon as a response has ended, so
 * the response is written whole here, and never ended.
 */
export function endUnreadRequests(app: FastifyInstance, { linger, answered }: Ending) {
  const lingering = new Map<Socket, NodeJS.Timeout>()
  const wait = (socket: Socket) => {
    if (socket.destroyed) return
    const timer = setTimeout(() => socket.destroy(), linger)
    socket.once('close', () => {
      clearTimeout(timer)
      lingering.delete(socket)
    })
    lingering.set(socket, timer)
    const [oldest] = lingering.keys()
    if (lingering.size > mostLingering) oldest!.destroy()
  }
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isUnread(request.raw)) return done(null, payload)
    request.raw.pause()
    reply.header('Connection', 'close')
    // Without a text there is nothing that could be lost.
    if (typeof payload !== 'string' || payload === '' || request.method === 'HEAD') return done(null, payload)
    const { socket } = request.raw
    reply.header('Content-Length', Buffer.byteLength(payload)).hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
    reply.raw.write(payload, () => {
      socket.end()
      wait(socket)
    })
    answered(request, reply)
  })
  app.addHook('preClose', (done) => {
    for (const socket of lingering.keys()) socket.destroy()
    done()
  })
}

/** Whether a body that may be large has not arrived to its end. Node reads the rest of a small one by itself, and keeps the connection. */
export const isUnread = ({ complete, headers }: IncomingMessage) =>
  !complete && (Number(headers['content-length']) > smallBody || headers['transfer-encoding'] !== undefined)

/**
 * Asks a caller that waits with its body (`Expect: 100-continue`) for that body once its headers were accepted. Node would ask at once, before the
 * key was checked.
 */
export function sendContinueOnceAccepted(app: FastifyInstance) {
  const waiting = new WeakSet<IncomingMessage>()
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request)
    app.server.emit('request', request, response)
  })
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (waiting.delete(request.raw)) reply.raw.writeContinue()
    done(null, payload)
  })
}
