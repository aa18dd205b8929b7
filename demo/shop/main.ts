import { readSettings, withShopifyApp } from '../settings.ts'
import { buildShop } from './app.ts'

const read = readSettings()
const port = Number(read.SHOP_PORT)
const origin = `http://localhost:${port}`
const { DEV_SOCKET: devSocket } = process.env
const shop = await buildShop({ settings: withShopifyApp(read, origin), origin, devSocket })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void shop.close())
await shop.listen({ port, host: 'localhost' })
