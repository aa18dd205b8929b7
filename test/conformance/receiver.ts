import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request that a service made to an address of ours. */
export interface Delivery {
  /** Path and query, without the place of the inbox. */
  path: string
  method: string
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
  /** Milliseconds. */
  at: number
}

/** What is answered to the try of that number, the first of which is 0. */
export type Reply = (attempt: number, path: string, body: Record<string, unknown>) => { status: number; body?: unknown }

/** An address of its own, and what came to it. */
export interface Inbox {
  readonly url: string
  readonly deliveries: readonly Delivery[]
  /** The first delivery that matches, among those that have come or come later; rejects after the timeout. */
  find: (what: string, isIt: (delivery: Delivery) => boolean) => Promise<Delivery>
}

/** Where services reach us: one small server, an inbox for each check. */
export interface Receiver {
  inbox: (reply?: Reply) => Inbox
  close: () => Promise<void>
}

interface Open {
  deliveries: Delivery[]
  reply: Reply
  arrived: Set<() => void>
}

/** Listens on this port, or on any free one, under the address by which the services know it. */
export async function startReceiver({ timeout, port = 0, publicUrl }: { timeout: number; port?: number; publicUrl?: string }): Promise<Receiver> {
  const inboxes = new Map<string, Open>()
  const server = createServer((request, response) => {
    void receive(request, inboxes).then(({ status, body }) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(body === undefined ? '' : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(port, publicUrl ? undefined : '127.0.0.1', resolve))
  const base = publicUrl?.replace(/\/$/, '') ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    inbox(reply = () => ({ status: 200, body: {} })) {
      const name = crypto.randomUUID()
      const open: Open = { deliveries: [], reply, arrived: new Set() }
      inboxes.set(name, open)
      return { url: `${base}/${name}`, deliveries: open.deliveries, find: (what, isIt) => find(open, what, isIt, timeout) }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function receive(request: IncomingMessage, inboxes: Map<string, Open>): Promise<ReturnType<Reply>> {
  // The address by which we are known may have a path of its own.
  const { url = '' } = request
  const [name, open] = [...inboxes].find(([name]) => url.includes(name)) ?? []
  const sent = await text(request)
  if (!open || !name) return { status: 404 }
  const path = url.slice(url.indexOf(name) + name.length)
  const attempt = open.deliveries.filter((delivery) => delivery.path === path).length
  const body = parsed(sent)
  open.deliveries.push({ path, method: request.method ?? '', headers: request.headers, body, at: Date.now() })
  for (const tell of open.arrived) tell()
  return open.reply(attempt, path, body)
}

function parsed(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>
  } catch {
    return {}
  }
}

function find({ deliveries, arrived }: Open, what: string, isIt: (delivery: Delivery) => boolean, timeout: number): Promise<Delivery> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const found = deliveries.find(isIt)
      if (!found) return
      clearTimeout(timer)
      arrived.delete(look)
      resolve(found)
    }
    const timer = setTimeout(() => {
      arrived.delete(look)
      reject(new Error(`${what} did not come within ${timeout} ms, but ${JSON.stringify(deliveries.map(({ path, body }) => [path, body])).slice(0, 500)}`))
    }, timeout)
    arrived.add(look)
    look()
  })
}
