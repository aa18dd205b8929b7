import { ConfigError } from '../config/config-error.ts'
import { Refusal } from '../http/problems.ts'
import type { ProblemCode } from '../../src/contract/problem.ts'
import type { QueueListeners } from './background.ts'
import type { Invalidation } from '../jobs/handler.ts'

/** The calls that the background thread accepts. */
export const threadMethods = [
  'enqueue',
  'find',
  'list',
  'retry',
  'drop',
  'stats',
  'fact',
  'now',
  'openClaim',
  'findClaim',
  'claimsOf',
  'listClaims',
  'decideClaim',
  'beginRedemption',
  'sendRedemption',
  'sentRedemption',
  'dropRedemption',
  'settleRedemption',
  'findRedemption',
  'unfinishedRedemptions',
  'failedRedemption',
  'useProof',
  'revokeSessions',
  'revocations',
  'consumeAttempts',
  'releaseAttempts',
  'check',
  'shopFault',
  'depth',
  'lastDelivery',
  'auditEntries',
  'recordAction',
  'verifyAudit',
  'addFigures',
  'figuresOf',
  'claimsBetween',
  'close',
] as const
/** One of the calls that the thread accepts. */
export type ThreadMethod = (typeof threadMethods)[number]

/** A message from the proxy to the thread. */
export interface ThreadRequest {
  number: number
  method: ThreadMethod
  args: unknown[]
}

/** A message from the thread to the proxy. */
export type ThreadMessage =
  | { ready: true }
  | { response: number; value: unknown }
  | { response: number; error: SerializedError }
  | { startFailure: readonly string[] }
  | { line: string }
  | { observed: Parameters<QueueListeners['observe']> }
  | { attempted: Parameters<QueueListeners['metrics']['attempted']> }
  | { committed: Parameters<QueueListeners['metrics']['committed']> }
  | { invalidation: Invalidation }

/** An error in the form that is sent between threads. */
export interface SerializedError {
  message: string
  code?: ProblemCode
  errors?: string[]
  retryAfter?: number
  cause?: string
}

/** Collects messages, and sends those of one tick of the event loop together. */
export function batchPerTick<Message>(send: (messages: Message[]) => void): (message: Message) => void {
  let waiting: Message[] = []
  return (message) => {
    waiting.push(message)
    if (waiting.length > 1) return
    setImmediate(() => {
      const messages = waiting
      waiting = []
      send(messages)
    })
  }
}

/** Turns an error into the form that is sent between threads. */
export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Refusal)) return { message: error instanceof Error ? error.message : String(error) }
  const { code, message, errors, retryAfter, cause } = error
  return { code, message, ...(errors && { errors }), ...(retryAfter !== undefined && { retryAfter }), ...(cause instanceof Error && { cause: cause.message }) }
}

/** Turns the sent form into an error again. */
export function deserializeError({ code, message, errors, retryAfter, cause }: SerializedError): Error {
  if (!code) return new Error(message)
  return new Refusal(code, message, {
    ...(errors && { errors }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(cause !== undefined && { cause: new Error(cause) }),
  })
}

/** Describes why a thread cannot start: the lines of a {@link ConfigError}, or the stack of any other error. */
export const describeStartFailure = (error: unknown): readonly string[] =>
  error instanceof ConfigError ? error.lines : [`The queue cannot be started: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`]
