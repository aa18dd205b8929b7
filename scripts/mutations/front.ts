import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Mutant, Said } from './mutants.ts'
import { operationOf, sentBy } from './operations.ts'

/** Something that the stand-ins say, and the operation or event that it belongs to. */
export interface Observed extends Said {
  operation: string
}

/** What is changed of all that is said, and who is told of it. */
export interface Stage {
  mutant: Mutant | undefined
  /** Told of all that is said of an operation, as the stand-ins said it. */
  observe: (observed: Observed) => void
}

/** A server that passes on what it is asked, under an address of its own. */
export interface Front {
  address: string
  close(): Promise<void>
}

/** Stands before the stand-ins at that address, and passes their answers on, changed where the stage says so. */
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

/** Stands before the receiver at that address, and passes on what the stand-ins send there, changed where the stage says so. */
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

/** A request that the stand-ins make; a mutant may have taken any part of it away. */
interface Sent {
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: unknown
}

/** Tells of what was said; what the mutant makes of it, if it is about that. */
function onStage({ mutant, observe }: Stage, operation: string, { status, body }: Said): Said | undefined {
  observe({ operation, status, body })
  return mutant?.operation === operation ? mutant.change({ status, body }) : undefined
}

/** An event tells its time in two spellings, of which either will do (A52): one is passed on, so that its loss shows. */
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

/** Headers that belong to one connection, and the encoding that `fetch` has undone. */
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
