// A track service that knows every order. Each order settles after the milliseconds in its e-mail address, counted from its first lookup.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const settledAt = new Map<string, number>()
let questions = 0

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url!, 'http://service')
  if (pathname === '/questions') return void response.end(String(questions))
  const number = searchParams.get('order_number') ?? ''
  if (pathname === '/settled') return void response.end(String(settledAt.get(number)))
  const after = Number(searchParams.get('email')?.split('@')[0])
  const isOrder = pathname.endsWith('/order')
  if (!settledAt.has(number)) settledAt.set(number, Date.now() + after)
  if (!isOrder) questions += 1
  const all_settled = Date.now() >= settledAt.get(number)!
  const shipments = [{ shop_shipment_id: '1', tracking_number: 'T1', enrichment_status: all_settled ? 'completed' : 'pending' }]
  response.writeHead(200, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(isOrder ? { shop_order_id: number, order_number: number, shipments, packages: [] } : { shipments, all_settled }))
})
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () => console.log(`Server listening at http://127.0.0.1:${(server.address() as AddressInfo).port}`))
