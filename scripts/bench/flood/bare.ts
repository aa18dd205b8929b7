// The control: the least work that a Node server does for a quote and against a flood. It refuses every POST at once, without reading its body.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, request } from 'undici'

const service = process.env.SERVICE!
const dispatcher = new Agent({ keepAliveTimeout: 60_000 })
const unknown = JSON.stringify({ error: 'unknown' })

const server = createServer((incoming, response) => {
  if (incoming.method === 'POST') {
    incoming.pause()
    return void response.writeHead(401, { Connection: 'close', 'Content-Type': 'application/json', 'Content-Length': unknown.length }).end(unknown)
  }
  void request(`${service}/api/v1/quotes`, { method: 'POST', body: '{}', dispatcher })
    .then(({ body }) => body.text())
    .then((quote) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(quote))
})
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () => console.log(`Server listening at http://127.0.0.1:${(server.address() as AddressInfo).port}`))
