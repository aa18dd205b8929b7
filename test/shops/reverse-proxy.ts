import { createServer, request as ask, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

/** Which paths of the shop lead to the proxy, and as what, as a web server's rule says it. */
export type Rule = RegExp

export interface ReverseProxy {
  /** The origin under which browsers see both. */
  origin: string
  /** What was forwarded to the proxy, in order. */
  forwarded: IncomingMessage[]
  /** Says where requests go; the shop has to know the origin before it is there. */
  lead(to: { shop: string; proxy: string; rule: Rule }): void
  stop(): Promise<void>
}

/** A web server before shop and proxy: what fits the rule goes to the proxy as the rule's named group `rest`, all else to the shop. */
export async function startReverseProxy(): Promise<ReverseProxy> {
  const forwarded: IncomingMessage[] = []
  let ways: Parameters<ReverseProxy['lead']>[0]

  const server: Server = createServer((incoming, outgoing) => {
    const [path = '', query] = incoming.url!.split('?')
    const rest = ways.rule.exec(path)?.groups?.rest
    const headers = { ...incoming.headers }
    if (rest !== undefined) {
      forwarded.push(incoming)
      delete headers.cookie
      headers['x-forwarded-for'] = [headers['x-forwarded-for'], incoming.socket.remoteAddress].filter(Boolean).join(', ')
    }
    const target = new URL(rest === undefined ? ways.shop : ways.proxy)
    const options = {
      host: target.hostname,
      port: target.port,
      method: incoming.method,
      path: (rest ?? path) + (query === undefined ? '' : `?${query}`),
      headers,
    }
    const forward = ask(options, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      pipeline(answer, outgoing, () => {})
    })
    forward.on('error', () => outgoing.headersSent || outgoing.writeHead(502).end())
    outgoing.on('close', () => forward.destroy())
    incoming.pipe(forward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwarded,
    lead: (to) => void (ways = to),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
