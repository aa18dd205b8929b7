// A protection service that accepts every request after the time that a real service takes, at almost no cost of its own.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Milliseconds that each kind of request takes. */
const times = { quote: Number(process.env.QUOTE_TIME ?? 5), report: Number(process.env.REPORT_TIME ?? 50) }
const quote = JSON.stringify({ id: 1, token: 'a'.repeat(400), price: { cents: 98, currency: 'USD' } })
let reports = 0

const server = createServer((request, response) => {
  const { method = '', url = '' } = request
  request.resume().once('end', () => {
    if (url === '/reports') return void response.end(String(reports))
    const isQuote = method === 'POST' && url.endsWith('/quotes')
    setTimeout(
      () => {
        if (!isQuote) reports += 1
        response.writeHead(method === 'POST' ? 201 : 200, { 'Content-Type': 'application/json' }).end(isQuote ? quote : '{}')
      },
      isQuote ? times.quote : times.report,
    )
  })
})
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () => console.log(`Server listening at http://127.0.0.1:${(server.address() as AddressInfo).port}`))
