import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request that the merchant's own system received. */
export interface Asked {
  path: string
  headers: IncomingHttpHeaders
  text: string
  body: { key: string; order_id: string } & Record<string, unknown>
}

/** What it does with a request instead of the normal answer: another answer, or no answer, before or after the effect. */
export type Trouble = { status: number; body?: unknown; headers?: Record<string, string> } | 'drop before' | 'drop after' | 'silence after'

/** Starts the merchant's own system behind CLAIMS_RESOLVER_URL: it acts once for each key, and repeats its answer. */
export async function startResolver() {
  const asked: Asked[] = []
  /** The effects, one for each key. */
  const done = new Map<string, { what: string; body: Asked['body']; answer: object }>()
  const troubles = new Map<string, Trouble[]>()
  const refused = new Map<string, string>()
  let numbers = 9000
  const held = new Map<string, Promise<void>>()

  const server = createServer(
    (request, response) =>
      void answer(request).then((reply) => {
        if (reply === 'drop') return request.socket.destroy()
        if (reply === 'silence') return
        response.writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers }).end(JSON.stringify(reply.body))
      }),
  )

  async function answer(request: IncomingMessage) {
    let text = ''
    for await (const part of request) text += String(part)
    const path = request.url ?? ''
    const body = JSON.parse(text) as Asked['body']
    asked.push({ path, headers: request.headers, text, body })
    const claim = body.key.split('/')[1]!
    await held.get(claim)
    if (refused.has(body.order_id)) return { status: 422, body: { error: [refused.get(body.order_id)] } }
    const trouble = troubles.get(claim)?.shift()
    if (trouble === 'drop before') return 'drop' as const
    if (typeof trouble === 'object') return { body: {}, ...trouble }
    const what = path.split('/').at(-1)!
    const effect = done.get(body.key) ?? { what, body, answer: answerTo(what) }
    done.set(body.key, effect)
    if (trouble === 'drop after') return 'drop' as const
    if (trouble === 'silence after') return 'silence' as const
    return { status: 200, body: effect.answer }
  }

  function answerTo(what: string): object {
    numbers += 1
    return what === 'reorder' ? { id: `new-${numbers}`, number: `K-${numbers}` } : { id: `${what}-${numbers}` }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/resolver`,
    asked,
    done,
    /** Sets what happens to the next requests about a claim, one after another. */
    trouble(claim: string, ...next: Trouble[]) {
      troubles.set(claim, next)
    },
    /** Refuses all requests about an order. */
    refuse: (order: string, reason: string) => void refused.set(order, reason),
    /** Accepts requests about an order again. */
    accept: (order: string) => void refused.delete(order),
    /** The body with which the service is answered after a refund. */
    answers: (key: string) => ({ shop_refund_id: (done.get(key)!.answer as { id: string }).id }),
    /** Holds back answers about a claim until the returned function is called. */
    pause(claim: string): () => void {
      let goOn = () => {}
      held.set(claim, new Promise((resolve) => (goOn = resolve)))
      return () => {
        held.delete(claim)
        goOn()
      }
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The merchant's own system, running. */
export type Resolver = Awaited<ReturnType<typeof startResolver>>
