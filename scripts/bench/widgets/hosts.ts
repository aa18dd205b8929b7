// The hosts of a shop, in their own process: the shop’s pages, the proxy on its own host and mounted into the shop’s host, and the host of the
// ordinary toggles. Started with the proxy’s address and the folder of those toggles; sends the data that a browser needs.
import { readFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { constants, createSecureServer, type Http2ServerRequest, type Http2ServerResponse, type OutgoingHttpHeaders } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { createSecureContext } from 'node:tls'
import { createCertificate } from './certificate.ts'
import type { Quote } from '../../../src/contract/protection.ts'
import { hosts, mount, pageOf, serverQuote, type Subject } from './pages.ts'
import type { Served } from './shop.ts'

const [proxy, references] = process.argv.slice(2) as [string, string]
const agent = new Agent({ keepAlive: true })

const certificates = new Map(Object.values(hosts).map((host) => [host as string, createCertificate(host)]))
const contexts = new Map([...certificates].map(([host, certificate]) => [host, createSecureContext(certificate)]))

const server = createSecureServer({ SNICallback: (name, answer) => answer(null, contexts.get(name)) }, (request, response) => {
  const { host } = new URL(`https://${request.authority}`)
  const path = request.url
  if (host === hosts.scripts) sendScript(path, response)
  else if (host === hosts.shop && !path.startsWith(`${mount}/`)) void sendPage(path, response)
  else forward(host === hosts.shop ? path.slice(mount.length) : path, request, response)
})

async function sendPage(path: string, response: Http2ServerResponse) {
  const { pathname, searchParams } = new URL(path, `https://${hosts.shop}`)
  const page = pageOf(pathname.slice(1) as Subject, Number(searchParams.get('copies') ?? 1))
  const whole = page.includes(serverQuote.json) ? await withQuote(page) : page
  send(response, 200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }, whole)
}

/** Puts the price into the page, as the plugin for WooCommerce does for a cart that it sees for the first time. */
async function withQuote(page: string): Promise<string> {
  const answer = await fetch(`${proxy}/v1/protection/quotes?cents=6200&currency=USD`, { headers: { Origin: `https://${hosts.shop}` } })
  const quote = (await answer.json()) as Quote
  return page
    .replace(serverQuote.json, () => JSON.stringify(quote).replaceAll('"', '&quot;'))
    .replace(serverQuote.price, () => `$${(quote.price.cents / 100).toFixed(2)}`)
}

function sendScript(path: string, response: Http2ServerResponse) {
  const headers = {
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
  }
  send(response, 200, headers, readFileSync(`${references}${path}.br`))
}

/** Sends a complete response with the end of the stream on its last bytes. `response.end` sends one more segment for the end, which no web server does. */
function send({ stream }: Http2ServerResponse, status: number, headers: OutgoingHttpHeaders, body: string | Buffer) {
  // The client may have closed the connection.
  if (stream.destroyed) return
  stream.respond({ ...headers, ':status': status })
  stream.end(body)
}

/** Headers that concern one connection and are not passed on. */
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'host', 'x-forwarded-for'])
const passed = (headers: NodeJS.Dict<string | string[]>): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':') && !hopByHop.has(name)))

function forward(path: string, request: Http2ServerRequest, response: Http2ServerResponse) {
  const call = httpRequest(proxy + path, { agent, method: request.method, headers: passed(request.headers) }, (answer) => {
    void buffer(answer).then((body) => send(response, answer.statusCode!, passed(answer.headers), body))
  })
  call.on('error', () => response.stream.close(constants.NGHTTP2_INTERNAL_ERROR))
  request.pipe(call)
}

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send!({ near: port, fingerprints: [...certificates.values()].map(({ fingerprint }) => fingerprint) } satisfies Served)
})
process.once('disconnect', () => process.exit())
