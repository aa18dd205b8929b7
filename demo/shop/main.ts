import { readSettings } from '../settings.ts'
import { buildShop } from './app.ts'

const settings = readSettings()
const port = Number(settings.SHOP_PORT)
const { DEV_SOCKET: devSocket } = process.env
const shop = await buildShop({ settings, origin: `http://localhost:${port}`, devSocket })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void shop.close())
await shop.listen({ port, host: 'localhost' })
