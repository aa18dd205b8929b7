import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'

/** What a service was asked. */
export interface Seen {
  method: string
  /** With its query, as it came. */
  url: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

/** What a service answers: a body as JSON, unless it is text already. */
export interface Odd {
  status?: number
  body?: unknown
  headers?: Record<string, string>
}

type Answering = Odd | ((seen: Seen) => Odd)

/** A service that answers as it is told to, and remembers what it was asked; stopped with the test that starts it. */
export async function startOddService(answer: Answering) {
  const { stop, ...service } = await openOddService(answer)
  after(stop)
  return service
}

/** The same for several tests; whoever opens it stops it. */
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

/** A service whose answers go on for as long as somebody reads them; tells how many bytes it has handed over. */
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
