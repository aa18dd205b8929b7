import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Mutant } from './mutants.ts'
import { operationOf } from './operations.ts'

/** An answer of the stand-ins, and the operation that it answers. */
export interface Observed {
  operation: string
  status: number
  body: unknown
}

/** Stands between the checks and the stand-ins, passes everything on, and changes the answers of one operation while it is told to. */
export interface Front {
  address: string
  mutant: Mutant | undefined
  /** Told of each answer of an operation, as the stand-ins gave it. */
  observe: (observed: Observed) => void
  close(): Promise<void>
}

/** Starts one before the stand-ins at that address. */
export async function startFront(standIns: string): Promise<Front> {
  const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const front: Front = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mutant: undefined,
    observe: () => {},
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function pass(request: IncomingMessage, response: ServerResponse) {
    const { method = 'GET', url = '/' } = request
    const sent = await text(request)
    const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined || skipped.has(name) ? [] : [[name, String(value)]],
    )
    const answer = await fetch(standIns + url, { method, headers, redirect: 'manual', ...(sent && { body: sent }) })
    let status = answer.status
    let said = await answer.text()
    const operation = operationOf(method, url)
    if (operation) {
      const body = parsed(said)
      front.observe({ operation, status, body })
      const changed = front.mutant?.operation === operation ? front.mutant.change({ status, body }) : undefined
      if (changed) [status, said] = [changed.status, changed.body === undefined ? '' : JSON.stringify(changed.body)]
    }
    answer.headers.forEach((value, name) => void (skipped.has(name) || response.setHeader(name, value)))
    response.writeHead(status).end(status === 204 ? undefined : said)
  }

  return front
}

/** Headers that belong to one connection, and the encoding that `fetch` has undone. */
const skipped = new Set(['connection', 'content-encoding', 'content-length', 'host', 'keep-alive', 'transfer-encoding'])

function parsed(said: string): unknown {
  try {
    return JSON.parse(said)
  } catch {
    return undefined
  }
}
