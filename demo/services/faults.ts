import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'

export const faultSchema = z.strictObject({
  match: z
    .strictObject({
      method: z
        .string()
        .transform((method) => method.toUpperCase())
        .optional(),
      /** The full path's beginning, or the whole of it where it holds `*`, which stands for anything. */
      path: z.string().optional(),
    })
    .default({}),
  status: z.int().min(200).max(599).optional(),
  delay_ms: z.int().min(0).max(600_000).optional(),
  /** Closes the connection instead of answering: before anything is done (as `true` does), or after. */
  drop: z.union([z.literal(true), z.enum(['before', 'after'])]).optional(),
  /** Text is sent as it stands. */
  body: z.unknown().optional(),
  /** How many requests it strikes; absent: all. */
  times: z.int().min(1).optional(),
})

export type Fault = z.infer<typeof faultSchema>

/** What goes wrong, by order from outside; the first fault that matches a request strikes it. */
export class Faults {
  #faults: Fault[] = []
  #droppedAfter = new WeakSet<FastifyRequest>()

  add(fault: Fault) {
    this.#faults.push({ ...fault })
  }

  list(): readonly Fault[] {
    return this.#faults
  }

  clear() {
    this.#faults = []
  }

  /** Strikes whatever comes to the app but its control routes. */
  strikeIn(app: FastifyInstance) {
    app.addHook('onRequest', async (request, reply) => {
      if (request.url.startsWith('/_control')) return
      const fault = this.#take(request)
      if (!fault) return
      if (fault.delay_ms) await sleep(fault.delay_ms, undefined, { ref: false })
      if (fault.drop === 'after') {
        this.#droppedAfter.add(request)
      } else if (fault.drop) {
        reply.hijack()
        request.raw.socket.destroy()
      } else if (fault.status !== undefined || fault.body !== undefined) {
        const { body = {} } = fault
        return reply
          .code(fault.status ?? 200)
          .type('application/json; charset=utf-8')
          .send(typeof body === 'string' ? body : JSON.stringify(body))
      }
    })
    app.addHook('onSend', async (request) => {
      if (this.#droppedAfter.has(request)) request.raw.socket.destroy()
    })
  }

  #take({ method, url }: FastifyRequest): Fault | undefined {
    const path = url.split('?', 1)[0] ?? ''
    const fault = this.#faults.find(({ match }) => (match.method ?? method) === method && matches(match.path ?? '', path))
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
