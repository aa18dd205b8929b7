import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { DeliveryDto } from '../../../proxy/upstream/loyalty-events.schema.ts'

/** What a receiver answers: a status, or nothing until it is closed. */
export type Reply = number | 'never'

interface Received {
  headers: IncomingHttpHeaders
  body: DeliveryDto
}

/** An address of a merchant on a free port: keeps what it receives, and gives the answers of the list in turn; the last one is repeated. */
export async function startReceiver(...replies: Reply[]) {
  const received: Received[] = []
  const waiting: { count: number; arrived: () => void }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const reply = replies[Math.min(received.length, replies.length - 1)] ?? 200
      received.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) as DeliveryDto })
      if (reply !== 'never') response.writeHead(reply, reply < 400 && reply >= 300 ? { Location: '/elsewhere' } : {}).end()
      for (const { count, arrived } of waiting) if (received.length >= count) arrived()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
  after(close)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    close,
    /** Resolves as soon as so many have come. */
    arrived: (count: number) => (received.length >= count ? Promise.resolve() : new Promise<void>((arrived) => waiting.push({ count, arrived }))),
    topics: () => received.map(({ body }) => body.metadata.topic),
  }
}
