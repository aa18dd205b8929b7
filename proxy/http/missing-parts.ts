import type { FastifyRequest } from 'fastify'

/** Logs which parts of an answer are missing, and why. */
export const logMissingParts = (request: FastifyRequest, what: string) => (parts: readonly string[], error: unknown) =>
  request.log.warn({ parts, err: error }, `the ${what} is incomplete`)
