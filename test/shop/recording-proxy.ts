import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { readSettings } from '../../demo/settings.ts'
import { buildShop } from '../../demo/shop/app.ts'
import { freePort } from '../free-port.ts'
import { createShopper, type Shopper } from './shopper.ts'

/** A webhook as it arrived. */
export interface Arrived {
  path: string
  headers: IncomingHttpHeaders
  text: string
}

/** The shop, and in place of the proxy a server that keeps the webhooks it is sent. */
export interface WatchedShop {
  shop: string
  settings: Record<string, string>
  shopper: Shopper
  webhooks: readonly Arrived[]
  /** Resolves with the first webhook of that path, once there is one. */
  webhook(path: string): Promise<Arrived>
  /** What the next webhooks are answered; 200 when none is left. `0` hangs up. */
  answers: number[]
}

/** Opens the shop before a server that takes webhooks, confirms quotes and knows nothing else. */
export async function watchShop(waits: number[] = [10, 10]): Promise<WatchedShop> {
  const webhooks: Arrived[] = []
  const answers: number[] = []
  let arrived = () => {}
  const proxy = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      const text = Buffer.concat(chunks).toString()
      if (!path.startsWith('/v1/platforms/')) {
        const isQuote = path === '/v1/merchant/quotes/verification'
        return void response.writeHead(isQuote ? 200 : 404).end(JSON.stringify({ valid: true, price: { cents: 150, currency: 'USD' } }))
      }
      webhooks.push({ path: path.replace('/v1/platforms/shopify/', ''), headers: request.headers, text })
      const status = answers.shift() ?? 200
      if (status === 0) request.socket.destroy()
      else response.writeHead(status).end()
      arrived()
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const port = await freePort()
  const shop = `http://127.0.0.1:${port}`
  const nobody = 'http://127.0.0.1:9/loyalty'
  const settings = { ...readSettings({}), PUBLIC_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, LOYALTY_BASE_URL: nobody }
  const app = await buildShop({ settings, origin: shop, waits })
  await app.listen({ port, host: '127.0.0.1' })
  after(async () => {
    await app.close()
    proxy.closeAllConnections()
    await new Promise((resolve) => proxy.close(resolve))
  })
  return {
    shop,
    settings,
    shopper: createShopper(shop),
    webhooks,
    answers,
    async webhook(path) {
      for (;;) {
        const found = webhooks.find((one) => one.path === path)
        if (found) return found
        await new Promise<void>((resolve) => (arrived = resolve))
      }
    },
  }
}
