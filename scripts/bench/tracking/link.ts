import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Agent, request } from 'undici'

/** Milliseconds of delay in each direction. */
const oneWay = 75

/** Starts a link between pages and the proxy. It delays each call and, if wanted, cuts held calls: at once, or after so many milliseconds. */
export async function startLink(proxy: string, cuts?: 'cut' | number) {
  const dispatcher = new Agent({ connections: 4_096, headersTimeout: 30_000 })
  const server = createServer(async (incoming, answer) => {
    const body = await text(incoming)
    await way()
    const isHeld = /"wait":[1-9]/.test(body)
    if (isHeld && cuts === 'cut') return void setTimeout(() => incoming.socket.destroy(), oneWay)
    const cut = isHeld && cuts !== undefined ? AbortSignal.timeout(Number(cuts)) : undefined
    try {
      const { host: _host, connection: _connection, 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = incoming.headers
      const got = await request(proxy + incoming.url!, { method: incoming.method as 'POST', headers, body, dispatcher, signal: cut })
      const answerText = await got.body.text()
      await way()
      answer.writeHead(got.statusCode, { 'Content-Type': 'application/json' }).end(answerText)
    } catch {
      incoming.socket.destroy()
    }
  })
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await dispatcher.destroy()
    },
  }
}

const way = () => new Promise((resolve) => setTimeout(resolve, oneWay))
