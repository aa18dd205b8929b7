import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Mutant, Observed, Said } from './mutant.ts'
import { operationOf, sentBy } from './operations.ts'

/** The mutant in effect, and the function that observes what the stand-ins say. */
export interface Stage {
  mutant: Mutant | undefined
  /** Is called with everything that the stand-ins say, before the change. */
  observe: (observed: Observed) => void
}

/** A server that forwards its requests, at its own address. */
export interface Front {
  address: string
  close(): Promise<void>
}

/** Starts a server before the stand-ins at that address. It forwards their responses, changed by the stage’s mutant. */
export function startFront(standIns: string, stage: Stage): Promise<Front> {
  return start(async (request, response) => {
    const { method = 'GET', url = '/' } = request
    const answer = await ask(standIns + url, method, headersOf(request), await text(request))
    const operation = operationOf(method, url)
    const said = { status: answer.status, body: parsed(answer.text) }
    const changed = operation ? onStage(stage, operation, said) : undefined
    answer.headers.forEach((value, name) => void (skipped.has(name) || response.setHeader(name, value)))
    if (changed) response.writeHead(Number(changed.status)).end(changed.body === undefined ? '' : JSON.stringify(changed.body))
    else response.writeHead(answer.status).end(answer.status === 204 ? undefined : answer.text)
  })
}

/** Starts a server before the receiver at that address. It forwards what the stand-ins send to the receiver, changed by the stage’s mutant. */
export function startSentFront(receiver: string, stage: Stage): Promise<Front> {
  return start(async (request, response) => {
    const { method = 'POST', url = '/' } = request
    const headers = headersOf(request)
    const body = withOneTime(parsed(await text(request)))
    let said: Said = { status: 'sent', body: { method, path: url, headers, body } }
    for (const operation of sentBy(url, body)) said = onStage(stage, operation, said) ?? said
    if (said.status === 'kept') return void response.writeHead(200).end()
    const sent = said.body as Sent
    const answer = await ask(receiver + (sent.path ?? '/'), sent.method ?? 'PUT', sent.headers ?? {}, JSON.stringify(sent.body))
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

/** Reports what was said to the observer; returns the mutant’s change of it, if the mutant concerns this operation. */
function onStage({ mutant, observe }: Stage, operation: string, { status, body }: Said): Said | undefined {
  observe({ operation, status, body })
  return mutant?.operation === operation ? mutant.change({ status, body }) : undefined
}

/** Removes one of the two spellings of an event’s time. Either spelling is enough (A52), so with both the loss of one would not show. */
function withOneTime(body: unknown): unknown {
  const { metadata, ...rest } = Object(body) as { metadata?: Record<string, unknown> }
  if (!metadata) return body
  const { triggerredAt: _, ...kept } = metadata
  return { ...rest, metadata: kept }
}

async function start(pass: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Promise<Front> {
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

async function ask(url: string, method: string, headers: Record<string, string>, body: string) {
  const answer = await fetch(url, { method, headers, redirect: 'manual', ...(body && { body }) })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** Headers of one connection, and the encoding that `fetch` has already decoded. */
const skipped = new Set(['connection', 'content-encoding', 'content-length', 'host', 'keep-alive', 'transfer-encoding'])

const headersOf = ({ headers }: IncomingMessage) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]): [string, string][] => (value === undefined || skipped.has(name) ? [] : [[name, String(value)]])),
  )

function parsed(said: string): unknown {
  try {
    return JSON.parse(said)
  } catch {
    return undefined
  }
}
