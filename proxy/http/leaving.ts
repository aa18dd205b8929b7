import type { FastifyReply } from 'fastify'

/** Aborted when the caller goes away before the answer. Listens on the answer: the connection outlives it, and would gather a listener for each. */
export function abortWhenCallerLeaves(reply: FastifyReply): AbortSignal {
  const left = new AbortController()
  reply.raw.once('close', () => left.abort())
  return left.signal
}
