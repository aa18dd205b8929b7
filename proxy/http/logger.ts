import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { ResponseError } from '../../src/contract/client.ts'
import { Refusal } from './problems.ts'

/** JSON lines without keys, tokens, addresses or anybody's data: requests are named by their route, never by their URL, and errors by what they are, never by what they carry. */
export function createLogger(level: string, destination?: { write(line: string): void }): FastifyBaseLogger {
  const options = {
    level,
    base: undefined,
    serializers: { req: () => undefined, res: () => undefined, err: describe },
    redact: { paths: ['*.authorization', '*.token', '*.key', '*.email', '*.phone_number'], censor: '[redacted]' },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** What went wrong, down to its cause. A service's own words may repeat what a shopper typed, so that they stay out. */
function describe(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, stack, code, cause } = error as Error & { code?: unknown }
  const isValidation = 'issues' in error
  return {
    type: error.constructor.name || name,
    message: toMessage(error),
    ...(isValidation && {
      fields: (error as unknown as { issues: { path: PropertyKey[]; code: string }[] }).issues
        .slice(0, 5)
        .map(({ path, code }) => `${path.join('.')}: ${code}`),
    }),
    ...(code !== undefined && { code }),
    ...(error instanceof ResponseError && { status: error.status }),
    ...(depth === 0 && {
      stack: stack
        ?.split('\n')
        .map((line) => line.trim())
        .filter((line) => line.startsWith('at '))
        .slice(0, 5),
    }),
    ...(cause !== undefined && depth < 4 && { cause: describe(cause, depth + 1) }),
  }
}

/** What an error says of itself, where that is not a piece of what came (JSON, a value) or where it came from (an address). */
function toMessage(error: Error): string {
  if ('issues' in error) return 'does not fit its schema'
  if (error instanceof SyntaxError) return 'is no JSON'
  // The embedded store says what ails it, and names no value.
  if ((error as { code?: unknown }).code === 'ERR_SQLITE_ERROR') return error.message
  // Errors of the network carry a code, and name the address in words.
  if (typeof (error as { code?: unknown }).code === 'string' && !(error instanceof Refusal)) return 'the connection failed'
  if (error instanceof AggregateError) return 'the connection failed'
  return error.message
}
