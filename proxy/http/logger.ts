import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { ResponseError } from '../../src/contract/client.ts'
import { Refusal } from './problems.ts'

/** Takes lines of a log. */
export interface LogLines {
  write(line: string): void
}

/** Bytes: how much is written together, and how much waits at most for a reader that has stopped; later lines are then lost, and not the memory. */
const together = { bytes: 12 * 1024, most: 4 * 1024 * 1024 }
/** Milliseconds after which lines are written in any case. Those of the last moment are lost if the process is killed; any other end writes them. */
const latest = 100

/** Opens standard output for the lines of all logs. Written one by one, a line costs a twelfth of the processor time of a quote (measured). */
export const openLog = (): LogLines => pino.destination({ dest: 1, sync: false, minLength: together.bytes, maxLength: together.most, periodicFlush: latest })

/**
 * Creates a logger of JSON lines without keys, tokens, addresses or personal data. Requests are logged by their route, never by their URL, and
 * errors by their type and message, never by the data that they hold.
 */
export function createLogger(level: string, destination: LogLines): FastifyBaseLogger {
  const options = {
    level,
    base: undefined,
    serializers: { req: () => undefined, res: () => undefined, err: describe },
    redact: { paths: ['*.authorization', '*.token', '*.key', '*.email', '*.phone_number'], censor: '[redacted]' },
  }
  return pino(options, destination)
}

/** Describes an error and its causes. Words of a service are left out, because they may repeat what a shopper typed. */
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

/** Returns the message of an error, or general words if the message may contain input (JSON, a value) or an address. */
function toMessage(error: Error): string {
  if ('issues' in error) return 'does not fit its schema'
  if (error instanceof SyntaxError) return 'is not JSON'
  // Messages of the embedded store contain no values.
  if ((error as { code?: unknown }).code === 'ERR_SQLITE_ERROR') return error.message
  // Errors of the network have a code, and their message names the address.
  if (typeof (error as { code?: unknown }).code === 'string' && !(error instanceof Refusal)) return 'the connection failed'
  if (error instanceof AggregateError) return 'the connection failed'
  return error.message
}
