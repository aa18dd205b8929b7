import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { smallBody } from './body-reader.ts'
import type { AddressReader } from './client-address.ts'
import { createRateLimiter } from './rate-limiter.ts'

/** Milliseconds that a caller has to read the answer before the connection ends. */
export const lingerTime = 2_000
/** The most connections that wait for their answer, and the most that wait for their end. One more ends the wait of the oldest. */
const mostWaiting = 64
/** The number of such answers per minute that one network gets without delay. Each further answer is delayed, to slow down a flood of requests. */
const answeredAtOnce = 20

interface LingeringCloseParts {
  /** See {@link lingerTime}. A delayed answer is delayed by the same time. */
  linger: number
  addressOf: AddressReader
  /** Logs and counts an answer, as `onResponse` does for all other requests. */
  answered: (request: FastifyRequest, reply: FastifyReply) => void
}

/**
 * Ends the connection of a request that was answered before its large body was read, for example because of a wrong key. The proxy would have to
 * read the rest to keep the connection, and a flood of such bodies would block its thread for all other requests.
 *
 * The end comes in stages (RFC 9112, section 9.6): answer, end the sending half, read no more, and destroy the connection once the caller has had
 * time to read the answer. If it were destroyed at once, the caller could lose the answer. Node destroys the connection as soon as a response ends,
 * so the whole response is written here, and never ended.
 *
 * A new connection costs the proxy about as much as reading such a body, so a caller that sends many such requests has to wait for its answers.
 */
export function closeAfterEarlyAnswer(app: FastifyInstance, { linger, addressOf, answered }: LingeringCloseParts) {
  const rate = createRateLimiter(answeredAtOnce)
  const late = createWaits(linger)
  const lingering = createWaits(linger)
  const answer = (request: FastifyRequest, reply: FastifyReply, payload: string) => {
    const { socket } = request.raw
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
    reply.raw.write(payload, () => {
      socket.end()
      lingering.wait(socket, () => socket.destroy())
    })
    answered(request, reply)
  }
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!hasUnreadBody(request.raw)) return done(null, payload)
    request.raw.pause()
    reply.header('Connection', 'close')
    // Without a text no answer can be lost.
    if (typeof payload !== 'string' || payload === '' || request.method === 'HEAD') return done(null, payload)
    reply.header('Content-Length', Buffer.byteLength(payload)).hijack()
    const answerNow = () => answer(request, reply, payload)
    rate(addressOf(request.raw)).then(answerNow, () => late.wait(request.raw.socket, answerNow))
  })
  app.addHook('preClose', (done) => {
    late.end()
    lingering.end()
    done()
  })
}

/** Creates waits of `time` milliseconds for connections: at most {@link mostWaiting} at the same time, and none after `end` was called. */
function createWaits(time: number) {
  const waits = new Map<Socket, () => void>()
  let ended = false
  return {
    wait(socket: Socket, act: () => void) {
      if (socket.destroyed) return
      const stop = () => {
        clearTimeout(timer)
        waits.delete(socket)
        socket.off('close', stop)
      }
      const finish = () => {
        stop()
        act()
      }
      const timer = setTimeout(finish, time)
      socket.once('close', stop)
      waits.set(socket, finish)
      const [oldest] = waits.values()
      if (ended || waits.size > mostWaiting) oldest!()
    },
    end() {
      ended = true
      for (const finish of waits.values()) finish()
    },
  }
}

/** Whether a body that may be large has not arrived completely. Node reads the rest of a small body itself, and keeps the connection. */
export const hasUnreadBody = ({ complete, headers }: IncomingMessage) =>
  !complete && (Number(headers['content-length']) > smallBody || headers['transfer-encoding'] !== undefined)

/**
 * Sends `100 Continue` to a caller that waits with its body (`Expect: 100-continue`) only after its headers were accepted. By default Node sends it
 * at once, before the key is checked.
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
