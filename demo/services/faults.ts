import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { decoded, isControl, pathOf } from './path.ts'
import { worldAsked, type World } from './world.ts'

/** The longest slow response in milliseconds. */
const longestDrip = 60_000

/** The schema of a fault that tests and the demo can inject. */
export const faultSchema = z.strictObject({
  match: z
    .strictObject({
      method: z
        .string()
        .transform((method) => method.toUpperCase())
        .optional(),
      /** The beginning of the full path, or, if the pattern contains `*` (which matches anything), the whole path. The escaping does not matter. */
      path: z.string().optional(),
      /** The merchant of the requests, by their key or their address. */
      merchant: z.string().optional(),
    })
    .default({}),
  status: z.int().min(200).max(599).optional(),
  /** Milliseconds of delay: before the operation, or with `after_effect` between the operation and the response. */
  delay_ms: z.int().min(0).max(600_000).optional(),
  /** Waits at the same point as the delay, until all faults are cleared. */
  hold: z.literal(true).optional(),
  /** Closes the connection instead of responding: before the operation (as `true` does), or after it. */
  drop: z.union([z.literal(true), z.enum(['before', 'after'])]).optional(),
  /** The body of the response. Text is sent unchanged. */
  body: z.unknown().optional(),
  /** Cuts the response in the middle and closes the connection, whether the fault or the operation made the response. */
  truncate: z.literal(true).optional(),
  /** Sends the response byte by byte, with so many milliseconds between, or in larger pieces so that it ends within a minute. */
  drip_ms: z.int().min(1).max(60_000).optional(),
  /** Performs the operation before the delay and before the response with `status` and `body`, so that the caller cannot know the result. */
  after_effect: z.literal(true).optional(),
  /** The number of requests that the fault affects; absent: all. */
  times: z.int().min(1).optional(),
})

/** A fault, with every default filled in. */
export type Fault = z.infer<typeof faultSchema>

/** The injected faults. The first fault that matches a request affects it. */
export class Faults {
  #faults: Fault[] = []
  /** The fault that still has to change the response to a request. */
  #pending = new WeakMap<FastifyRequest, Fault>()
  /** Aborted when the faults are cleared. */
  #cleared = new AbortController()

  add(fault: Fault) {
    this.#faults.push({ ...fault })
  }

  list(): readonly Fault[] {
    return this.#faults
  }

  clear() {
    this.#faults = []
    this.#cleared.abort()
    this.#cleared = new AbortController()
  }

  /** Applies the faults to all requests of the app, except those to its control routes. */
  strikeIn(app: FastifyInstance, worlds: readonly World[]) {
    app.addHook('onRequest', async (request, reply) => {
      if (isControl(request.url)) return
      const fault = this.#take(request, worlds)
      if (!fault) return
      if (!fault.after_effect) await this.#wait(fault)
      if (fault.drop && fault.drop !== 'after') {
        reply.hijack()
        request.raw.socket.destroy()
        return
      }
      this.#pending.set(request, fault)
      if (!fault.drop && !fault.after_effect && isAnswer(fault)) return toHead(fault, reply, 200).send(toText(fault))
    })
    const strike = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => this.#strikeAnswer(request, reply, payload)
    // A route’s own hooks run last, after the service has completed the response. A request without a route has no such hooks.
    app.addHook('onRoute', (route) => void (route.onSend = [route.onSend ?? [], strike].flat()))
    app.addHook('onSend', async (request, reply, payload) => (request.is404 ? strike(request, reply, payload) : payload))
  }

  async #strikeAnswer(request: FastifyRequest, reply: FastifyReply, own: unknown): Promise<unknown> {
    const fault = this.#pending.get(request)
    if (!fault) return own
    if (fault.after_effect) await this.#wait(fault)
    if (fault.drop) {
      request.raw.socket.destroy()
      return own
    }
    const isReplaced = fault.after_effect && isAnswer(fault)
    if (isReplaced) toHead(fault, reply, reply.statusCode)
    const answer = isReplaced ? toText(fault) : own
    if (!fault.truncate && !fault.drip_ms) return answer
    const bytes = Buffer.from(typeof answer === 'string' ? answer : '')
    reply.header('Content-Length', bytes.length)
    // Nothing is read ahead: each piece is written before the next is requested.
    return Readable.from(inPieces(fault, bytes, reply.raw), { objectMode: false, highWaterMark: 1 })
  }

  async #wait({ delay_ms, hold }: Fault) {
    const { signal } = this.#cleared
    if (delay_ms) await sleep(delay_ms, undefined, { ref: false })
    if (hold && !signal.aborted) await once(signal, 'abort')
  }

  #take(request: FastifyRequest, worlds: readonly World[]): Fault | undefined {
    const { method } = request
    const path = pathOf(request.url)
    const fault = this.#faults.find(
      ({ match }) =>
        (match.method ?? method) === method &&
        matches(decoded(match.path ?? ''), path) &&
        (match.merchant === undefined || worldAsked(worlds, path, request.headers)?.account.merchantId === match.merchant),
    )
    if (fault?.times !== undefined && --fault.times === 0) this.#faults = this.#faults.filter((other) => other !== fault)
    return fault
  }
}

function matches(pattern: string, path: string) {
  if (!pattern.includes('*')) return path.startsWith(pattern)
  const source = pattern
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
  return new RegExp(`^${source}$`).test(path)
}

const isAnswer = ({ status, body }: Fault) => status !== undefined || body !== undefined
const toText = ({ body = {} }: Fault) => (typeof body === 'string' ? body : JSON.stringify(body))
const toHead = ({ status }: Fault, reply: FastifyReply, usual: number) => reply.code(status ?? usual).type('application/json; charset=utf-8')

async function* inPieces({ truncate, drip_ms = 0 }: Fault, bytes: Buffer, raw: FastifyReply['raw']) {
  const sent = truncate ? bytes.subarray(0, bytes.length / 2) : bytes
  const size = drip_ms ? Math.ceil((sent.length * drip_ms) / longestDrip) : sent.length
  for (let at = 0; at < sent.length; at += size) {
    if (at > 0) await sleep(drip_ms, undefined, { ref: false })
    yield sent.subarray(at, at + size)
  }
  if (!truncate) return
  do await immediate()
  while (raw.writableLength > 0)
  raw.destroy()
}
