import type { FastifyReply } from 'fastify'

/** Aborted when the caller goes away before the answer. Listens on the answer: the connection outlives it, and would gather a listener for each. */
export function abortOnDisconnect(reply: FastifyReply): AbortSignal {
  const disconnected = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) disconnected.abort()
  })
  return disconnected.signal
}
