import { Agent, request } from 'undici'
import type { Send } from '../../src/contract/client.ts'
import { createBreaker, LeftAlone, type Shown } from './breaker.ts'
import { depthOf } from '../http/json.ts'
import { Refusal } from '../http/problems.ts'

/** Milliseconds that a service has: to take a connection, to begin its answer, for all of it. */
const deadlines = { connect: 2_000, headers: 5_000, total: 8_000 }
/** A service that fails with so many different operations in a row is left alone for a while (milliseconds), then tried once. */
const breaking = { failures: 5, rest: 2_000 }
/** Milliseconds without an answer after which a service counts as failing, whoever gave up on it. */
const patience = 2_500
/** Bytes that an answer may have where the request names no bound of its own. */
export const longestAnswer = 16 * 1024 * 1024
/** How deep the JSON of an answer may nest; the answers of all services stay below ten levels. */
const deepestAnswer = 100
/** Reads may be asked twice, as long as no more than one in ten is; writes never, since they may have taken effect. */
const retryShare = 0.1
const retryable = new Set([502, 503, 504])

/** What an answer may be at most. */
export interface Bound {
  /** What was asked for, by its name in the log. */
  operation: string
  /** Bytes. */
  longest: number
}

/** Sends a request, with a bound to its answer. */
export type SendBounded = (url: string, init: Parameters<Send>[1] & Partial<Bound>) => ReturnType<Send>

/** The way to one service, which is left alone for a while after failures. */
export interface Transport {
  /** Beside what every answer has, the seconds after which a service wants to be asked again (`Retry-After`), if it says so. */
  send(...request: Parameters<SendBounded>): Promise<Awaited<ReturnType<Send>> & { retryAfter?: number | undefined }>
  /** Whether the service is being left alone after failures. */
  readonly broken: boolean
  close(): Promise<void>
}

/** How often and how long a service was asked; `outcome` is its status or what went wrong. */
export type Observe = (service: string, outcome: string, seconds: number) => void

type Init = Parameters<SendBounded>[1]

interface Reply {
  status: number
  body: string
  retryAfter: number | undefined
}

/** The way to one service. Rejects with `upstream-unavailable` for whatever keeps an answer from coming. */
export function createTransport(service: string, observe: Observe = () => {}): Transport {
  const agent = new Agent({ connections: 64, connect: { timeout: deadlines.connect }, headersTimeout: deadlines.headers, bodyTimeout: deadlines.total })
  const breaker = createBreaker(breaking)
  let retries = 3

  async function exchange(url: string, init: Init, signal: AbortSignal): Promise<Reply> {
    const answer = await request(url, { dispatcher: agent, method: init.method, headers: init.headers, body: init.body, signal })
    const { operation = init.method, longest = longestAnswer } = init
    const name = `the answer of the ${service} service to ${operation}`
    let body = ''
    let length = 0
    const decoder = new TextDecoder()
    // Leaving the loop before the end destroys the connection, so that the rest is never read.
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > longest) throw new Unreadable(`${name} is longer than ${longest} bytes`)
      body += decoder.decode(chunk, { stream: true })
    }
    body += decoder.decode()
    if (depthOf(body) > deepestAnswer) throw new Unreadable(`${name} nests deeper than ${deepestAnswer} levels`)
    return { status: answer.statusCode, body, retryAfter: toSeconds(answer.headers['retry-after']) }
  }

  /** One request, counted by the breaker: a 5xx is a failure of the service, a caller who left is not. */
  async function attempt(url: string, init: Init, signal: AbortSignal): Promise<Reply> {
    const began = performance.now()
    const seen = (outcome: string) => observe(service, outcome, (performance.now() - began) / 1000)
    let reply: Reply | undefined
    let fault: unknown
    let outcome = 'no-answer'
    const call = async (): Promise<Shown> => {
      try {
        reply = await exchange(url, init, signal)
        return reply.status >= 500 ? 'failing' : 'working'
      } catch (error) {
        fault = error
        // It answers, and what it has to say of something else is as good as ever.
        if (error instanceof Unreadable) return 'working'
        // Who leaves, or gives no more than a moment, says nothing about the service.
        if (init.signal?.aborted && performance.now() - began < patience) {
          outcome = 'given-up'
          return 'nothing'
        }
        return wasSent(error) ? 'failing' : 'away'
      }
    }
    try {
      await breaker.run([init.method, url, init.headers, init.body], call)
    } catch (error) {
      fault = error
      outcome = 'left-alone'
    }
    seen(reply ? String(reply.status) : outcome)
    if (!reply) throw new Unanswered(service, fault)
    return reply
  }

  return {
    get broken() {
      return breaker.broken
    },
    async send(url, init) {
      const { signal, end } = startDeadline(deadlines.total, init.signal)
      retries = Math.min(10, retries + retryShare)
      const again = init.method === 'GET' && retries >= 1
      let reply: Reply
      try {
        reply = await attempt(url, init, signal)
        if (again && retryable.has(reply.status)) {
          retries -= 1
          reply = await attempt(url, init, signal)
        }
      } catch (error) {
        if (!again || signal.aborted || !(error instanceof Unanswered) || !mayPass(error.cause)) throw error
        retries -= 1
        reply = await attempt(url, init, signal)
      } finally {
        end()
      }
      return { status: reply.status, retryAfter: reply.retryAfter, text: () => Promise.resolve(reply.body) }
    },
    close: () => agent.close(),
  }
}

/**
 * Aborted when the milliseconds are over or the caller leaves, until it is ended. By hand, since `AbortSignal.any` takes more than twice the time, and
 * leaves a trace of each call on a signal that outlives it (measured on Node 20).
 */
function startDeadline(milliseconds: number, left?: AbortSignal) {
  const deadline = new AbortController()
  const leave = () => deadline.abort(left!.reason)
  const timer = setTimeout(() => deadline.abort(new DOMException('The deadline has passed', 'TimeoutError')), milliseconds)
  if (left?.aborted) leave()
  else left?.addEventListener('abort', leave)
  const end = () => {
    clearTimeout(timer)
    left?.removeEventListener('abort', leave)
  }
  return { signal: deadline.signal, end }
}

/** Whether the same question may be answered a moment later. */
const mayPass = (cause: unknown) => !(cause instanceof LeftAlone || cause instanceof Unreadable)

/** Seconds: what is longer means no more than this (RFC 9111, section 1.2.2). */
const longestWait = 2 ** 31

/** `Retry-After` is a number of seconds or a date (RFC 9110, section 10.2.3). */
function toSeconds(header: string | string[] | undefined): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d+$/.test(String(header)) ? Number(header) : (Date.parse(String(header)) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, Math.ceil(seconds)), longestWait)
}

/** No answer came. Whether the request took effect is unknown, unless `sent` is false. */
export class Unanswered extends Refusal {
  readonly sent: boolean

  constructor(service: string, cause: unknown) {
    super('upstream-unavailable', `The ${service} service cannot be reached right now. Try again in a while.`, { cause })
    this.sent = wasSent(cause)
  }
}

/** An answer is longer or nests deeper than it may. */
class Unreadable extends Error {}

/** Codes of a connection that never came about. */
const unconnected: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT'])

/** Whether anything of the request may have reached the service. */
const wasSent = (cause: unknown) => !(cause instanceof LeftAlone || unconnected.has((Object(cause) as { code?: unknown }).code))
