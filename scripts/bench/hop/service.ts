// The services behind both proxies. Each request is answered by the demo’s stand-ins once, and from memory from then on, at almost no cost. Reports are
// counted and answered with an empty record. `GET /seen` returns the requests since the last `GET /seen`, without those that it was not asked about.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { buildServices } from '../../../demo/services/app.ts'
import { readSettings } from '../../../demo/settings.ts'
import type { HttpRequest } from './client.ts'

const { LOYALTY_API_KEY, PROTECTION_API_KEY } = readSettings({})
const standIns = await buildServices({ loyaltyKey: LOYALTY_API_KEY!, protectionKey: PROTECTION_API_KEY! })

interface Answer {
  status: number
  body: string
}

const answers = new Map<string, Answer>()
let seen: HttpRequest[] = []
let reports = 0

/** The most requests that are noted: enough for the requests of one view. */
const mostSeen = 50

const isReport = (path: string) => path.startsWith('/protection/api/v1/orders')

async function answer({ method = 'GET', url = '/', headers }: IncomingMessage, body: string): Promise<Answer> {
  if (isReport(url)) {
    reports += 1
    return { status: 201, body: '{}' }
  }
  const [path = ''] = url.split('?')
  const key = `${method} ${path}`
  const known = answers.get(key)
  if (known) return known
  const { statusCode, payload } = await standIns.inject({ method: method as 'GET', url, headers, payload: body === '' ? undefined : body })
  const first = { status: statusCode, body: payload }
  if (statusCode < 300) answers.set(key, first)
  return first
}

const server = createServer(async (request, response) => {
  const { method = 'GET', url = '/', headers } = request
  if (url === '/reports') return void response.end(String(reports))
  if (url === '/seen') {
    response.end(JSON.stringify(seen))
    seen = []
    return
  }
  const body = await text(request)
  if (seen.length < mostSeen) seen.push({ method, path: url, headers: toForwarded(headers), body })
  const { status, body: payload } = await answer(request, body)
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(payload)
})

/** The headers of a request without those of its connection. */
const toForwarded = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name))) as Record<
    string,
    string
  >

server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () => console.log(`Server listening at http://127.0.0.1:${(server.address() as AddressInfo).port}`))
