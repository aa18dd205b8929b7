import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'

/** A request that a service received. */
export interface Seen {
  method: string
  /** The path with its query, unchanged. */
  url: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

/** A response of a service; a body that is not a string is sent as JSON. */
export interface Odd {
  status?: number
  body?: unknown
  headers?: Record<string, string>
}

type Answering = Odd | ((seen: Seen) => Odd)

/** Starts a service that gives this response and records its requests; stops with the test that starts it. */
export async function startOddService(answer: Answering) {
  const { stop, ...service } = await openOddService(answer)
  after(stop)
  return service
}

/** Starts the same service for several tests; the caller stops it. */
export async function openOddService(answer: Answering) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const asked = { method, url, headers, body: await text(request) }
    seen.push(asked)
    const { status = 200, body, headers: said } = typeof answer === 'function' ? answer(asked) : answer
    response.writeHead(status, { 'Content-Type': 'application/json', ...said })
    response.end(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, seen: seen as readonly Seen[], stop }
}

/** Starts a service whose responses never end; `sent` returns how many bytes it has written. */
export async function startEndlessService() {
  const piece = Buffer.alloc(64 * 1024, ' ')
  let sent = 0
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    const more = () => {
      while (!response.destroyed) {
        sent += piece.length
        if (!response.write(piece)) return
      }
    }
    response.on('drain', more)
    more()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent: () => sent }
}
