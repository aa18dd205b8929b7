import { ConfigError } from '../config/config.ts'
import { Refusal } from '../http/problems.ts'
import type { ProblemCode } from '../../src/contract/problem.ts'
import type { QueueListeners } from './background.ts'
import type { Invalidation } from '../jobs/job.ts'

/** The calls that the thread of the queue accepts. */
export const questions = [
  'accept',
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
  'takeTries',
  'giveTriesBack',
  'check',
  'depth',
  'close',
] as const
/** One of the calls that the thread accepts. */
export type Question = (typeof questions)[number]

/** A message from the proxy to the thread. */
export interface Asked {
  number: number
  question: Question
  with: unknown[]
}

/** A message from the thread to the proxy. */
export type Told =
  | { ready: true }
  | { answer: number; value: unknown }
  | { answer: number; fault: Fault }
  | { unusable: readonly string[] }
  | { line: string }
  | { observed: Parameters<QueueListeners['observe']> }
  | { tried: Parameters<QueueListeners['watch']['tried']> }
  | { committed: Parameters<QueueListeners['watch']['committed']> }
  | { notice: Invalidation }

/** An error in the form that is sent between threads. */
export interface Fault {
  message: string
  code?: ProblemCode
  errors?: string[]
  retryAfter?: number
  cause?: string
}

/** Collects messages, and sends those of one turn of the event loop together. */
export function gathering<Message>(send: (messages: Message[]) => void): (message: Message) => void {
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
export function toFault(error: unknown): Fault {
  if (!(error instanceof Refusal)) return { message: error instanceof Error ? error.message : String(error) }
  const { code, message, errors, retryAfter, cause } = error
  return { code, message, ...(errors && { errors }), ...(retryAfter !== undefined && { retryAfter }), ...(cause instanceof Error && { cause: cause.message }) }
}

/** Turns the sent form into an error again. */
export function fromFault({ code, message, errors, retryAfter, cause }: Fault): Error {
  if (!code) return new Error(message)
  return new Refusal(code, message, {
    ...(errors && { errors }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(cause !== undefined && { cause: new Error(cause) }),
  })
}

/** Describes why a thread cannot start: the lines of a {@link ConfigError}, or the stack of any other error. */
export const toUnusable = (error: unknown): readonly string[] =>
  error instanceof ConfigError ? error.lines : [`The queue cannot be started: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`]
