import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Mutant, ObservedMessage, Message } from './mutant.ts'
import { operationOf, sentOperations } from './operations.ts'

/** The current mutant, and an observer of the stand-ins’ messages. */
export interface ProxyState {
  mutant: Mutant | undefined
  /** Called with every message before it is changed. */
  observe: (observed: ObservedMessage) => void
}

/** A server that forwards its requests and changes messages of the stand-ins. */
export interface MutatingProxy {
  address: string
  close(): Promise<void>
}

/** Starts a proxy in front of the stand-ins at that address. It changes their responses by the current mutant. */
export function startResponseProxy(standIns: string, state: ProxyState): Promise<MutatingProxy> {
  return start(async (request, response) => {
    const { method = 'GET', url = '/' } = request
    const answer = await forward(standIns + url, method, headersOf(request), await text(request))
    const operation = operationOf(method, url)
    const message = { status: answer.status, body: parsed(answer.text) }
    const changed = operation ? mutate(state, operation, message) : undefined
    answer.headers.forEach((value, name) => void (skipped.has(name) || response.setHeader(name, value)))
    if (changed) response.writeHead(Number(changed.status)).end(changed.body === undefined ? '' : JSON.stringify(changed.body))
    else response.writeHead(answer.status).end(answer.status === 204 ? undefined : answer.text)
  })
}

/** Starts a proxy in front of the receiver at that address. It changes the requests that the stand-ins send, by the current mutant. */
export function startRequestProxy(receiver: string, state: ProxyState): Promise<MutatingProxy> {
  return start(async (request, response) => {
    const { method = 'POST', url = '/' } = request
    const headers = headersOf(request)
    const body = withOneTime(parsed(await text(request)))
    let message: Message = { status: 'sent', body: { method, path: url, headers, body } }
    for (const operation of sentOperations(url, body)) message = mutate(state, operation, message) ?? message
    if (message.status === 'suppressed') return void response.writeHead(200).end()
    const sent = message.body as Sent
    const answer = await forward(receiver + (sent.path ?? '/'), sent.method ?? 'PUT', sent.headers ?? {}, JSON.stringify(sent.body))
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.text)
  })
}

/** A request that the stand-ins make. A mutant may have removed any part of it. */
interface Sent {
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: unknown
}

/** Reports the message to the observer. Returns the changed message if the mutant belongs to this operation. */
function mutate({ mutant, observe }: ProxyState, operation: string, { status, body }: Message): Message | undefined {
  observe({ operation, status, body })
  return mutant?.operation === operation ? mutant.change({ status, body }) : undefined
}

/** Removes one of the two spellings of an event’s time. Either spelling is enough (A52), so a check would not notice the loss of one if both were there. */
function withOneTime(body: unknown): unknown {
  const { metadata, ...rest } = Object(body) as { metadata?: Record<string, unknown> }
  if (!metadata) return body
  const { triggerredAt: _, ...kept } = metadata
  return { ...rest, metadata: kept }
}

async function start(pass: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Promise<MutatingProxy> {
  const server: Server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function forward(url: string, method: string, headers: Record<string, string>, body: string) {
  const answer = await fetch(url, { method, headers, redirect: 'manual', ...(body && { body }) })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** Headers of one connection, and the encoding that `fetch` has already decoded. */
const skipped = new Set(['connection', 'content-encoding', 'content-length', 'host', 'keep-alive', 'transfer-encoding'])

const headersOf = ({ headers }: IncomingMessage) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]): [string, string][] => (value === undefined || skipped.has(name) ? [] : [[name, String(value)]])),
  )

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
