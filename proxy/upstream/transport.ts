import Agent from 'undici/lib/dispatcher/agent.js'
import type { Send } from '../../src/contract/client.ts'
import { createBreaker, CircuitOpen, type CallResult } from './breaker.ts'
import { limitCall, type CallLimit } from './deadline.ts'
import { exchange } from './exchange.ts'
import { nestingDepthOf } from '../http/json.ts'
import { Refusal } from '../http/problems.ts'
import { currentSpan, type Span } from '../telemetry/spans.ts'

/** Milliseconds that a service has: to accept a connection, to begin its answer, and for the whole exchange. */
const deadlines = { connect: 2_000, headers: 5_000, total: 8_000 }
/** After this many failures of different operations in a row a service is not called for `rest` milliseconds, then tried once. */
const breaking = { failures: 5, rest: 2_000 }
/** Milliseconds without an answer after which a service counts as failing, even if the caller gave up. */
const slowAnswer = 2_500
/** The most bytes of an answer if the request has no bound of its own. */
export const longestAnswer = 16 * 1024 * 1024
/** The deepest nesting of the JSON of an answer; the answers of all services stay below ten levels. */
const deepestAnswer = 100
/** The share of requests that may be retried: at most one in ten, and only reads. Writes are never retried, because they may have taken effect. */
const retryShare = 0.1
const retryable = new Set([502, 503, 504])

/** The bound of an answer. */
export interface Bound {
  /** The name of the operation in the log. */
  operation: string
  /** The most bytes of the answer. */
  longest: number
}

/** Sends a request, with a bound on its answer. */
export type SendBounded = (url: string, init: Parameters<Send>[1] & Partial<Bound>) => ReturnType<Send>

/** The connection to one service, which is not called for some time after failures. */
export interface Transport {
  /** Sends a request. The answer also has the seconds of `Retry-After`, if the service sent it. */
  send(...request: Parameters<SendBounded>): Promise<Awaited<ReturnType<Send>> & { retryAfter?: number | undefined }>
  /** Whether calls to the service are stopped after failures. */
  readonly isCircuitOpen: boolean
  /** Why calls are stopped: the latest failure, for the operator. Undefined while they are not. */
  readonly failure?: string | undefined
  close(): Promise<void>
}

/** Called after each request to a service with its duration; `outcome` is the status or the kind of failure. */
export type Observe = (service: string, outcome: string, seconds: number) => void

type Init = Parameters<SendBounded>[1]

interface Reply {
  status: number
  body: string
  retryAfter: number | undefined
}

/** Creates the connection to one service. `send` rejects with `upstream-unavailable` if no answer comes, for any reason. */
export function createTransport(service: string, observe: Observe = () => {}): Transport {
  const agent = new Agent({ connections: 64, connect: { timeout: deadlines.connect }, headersTimeout: deadlines.headers, bodyTimeout: deadlines.total })
  const breaker = createBreaker(breaking)
  let retries = 3
  let failure = ''

  async function request(url: string, init: Init, limit: CallLimit, span: Span | undefined): Promise<Reply> {
    const { operation = init.method, longest = longestAnswer } = init
    const name = `the answer of the ${service} service to ${operation}`
    const tooLong = () => new Unreadable(`${name} is longer than ${longest} bytes`)
    const outgoing = span ? { ...init, headers: { ...init.headers, ...span.headers } } : init
    const { status, retryAfter, body } = await exchange(url, outgoing, { agent, limit, longest, tooLong })
    if (nestingDepthOf(body) > deepestAnswer) throw new Unreadable(`${name} nests deeper than ${deepestAnswer} levels`)
    return { status, body, retryAfter: toSeconds(retryAfter) }
  }

  /** Sends one request, counted by the breaker: a 5xx is a failure of the service, a caller that left is not. */
  async function attempt(url: string, init: Init, limit: CallLimit): Promise<Reply> {
    const began = performance.now()
    const span = startSpan(service, url, init)
    const seen = (outcome: string) => observe(service, outcome, (performance.now() - began) / 1000)
    let reply: Reply | undefined
    let fault: unknown
    let outcome = 'no-answer'
    const call = async (): Promise<CallResult> => {
      try {
        reply = await request(url, init, limit, span)
        if (reply.status < 500) return 'working'
        failure = `it answered ${reply.status}`
        return 'failing'
      } catch (error) {
        fault = error
        // The service answers, so its answers to other requests may be usable.
        if (error instanceof Unreadable) return 'working'
        // If the caller left or had only a short deadline, the failure says nothing about the service.
        if (init.signal?.aborted && performance.now() - began < slowAnswer) {
          outcome = 'given-up'
          return 'nothing'
        }
        failure = describeFailure(error)
        return wasSent(error) ? 'failing' : 'away'
      }
    }
    try {
      await breaker.run([init.method, url, init.headers, init.body], call)
    } catch (error) {
      fault = error
      outcome = 'circuit-open'
    }
    seen(reply ? String(reply.status) : outcome)
    if (reply) span?.end({ 'http.response.status_code': reply.status }, reply.status >= 400 ? String(reply.status) : undefined)
    else span?.end({}, outcome)
    if (!reply) throw new Unanswered(service, fault)
    return reply
  }

  return {
    get isCircuitOpen() {
      return breaker.isOpen
    },
    get failure() {
      return breaker.isOpen ? failure : undefined
    },
    async send(url, init) {
      const limit = limitCall(deadlines.total, init.signal)
      retries = Math.min(10, retries + retryShare)
      const again = init.method === 'GET' && retries >= 1
      let reply: Reply
      try {
        reply = await attempt(url, init, limit)
        if (again && retryable.has(reply.status)) {
          retries -= 1
          reply = await attempt(url, init, limit)
        }
      } catch (error) {
        if (!again || limit.passed || !(error instanceof Unanswered) || !isTransient(error.cause)) throw error
        retries -= 1
        reply = await attempt(url, init, limit)
      } finally {
        limit.end()
      }
      return { status: reply.status, retryAfter: reply.retryAfter, text: () => Promise.resolve(reply.body) }
    },
    close: () => agent.close(),
  }
}

/** Starts the span of a request, if the work of which it is part is recorded. The address may name orders and people, so only its host is recorded. */
function startSpan(service: string, url: string, { method, operation }: Init): Span | undefined {
  const whole = currentSpan()
  if (!whole) return undefined
  const { hostname, port } = new URL(url)
  return whole.startCall(`${method} ${operation ?? service}`, {
    'http.request.method': method,
    'server.address': hostname,
    ...(port && { 'server.port': Number(port) }),
    'service.peer.name': service,
  })
}

/** Whether the same request may succeed a moment later. */
const isTransient = (cause: unknown) => !(cause instanceof CircuitOpen || cause instanceof Unreadable)

/** The longest wait in seconds; a longer one counts as this (RFC 9111, section 1.2.2). */
const longestWait = 2 ** 31

/** Reads `Retry-After`, which is a number of seconds or a date (RFC 9110, section 10.2.3). */
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

/** An answer is longer, or nests deeper, than allowed. */
class Unreadable extends Error {}

/** Error codes of a connection that was never made. */
const unconnected: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT'])

/** Describes a request without an answer by its code or kind, such as `ECONNREFUSED`. Messages are left out: they may name addresses. */
function describeFailure(error: unknown): string {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown }
  return `no answer (${typeof code === 'string' ? code : String(name)})`
}

/** Whether any part of the request may have reached the service. */
const wasSent = (cause: unknown) => !(cause instanceof CircuitOpen || unconnected.has((Object(cause) as { code?: unknown }).code))
