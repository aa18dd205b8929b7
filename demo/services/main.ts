import { buildServices } from './app.ts'

// What the environment already says wins over the file.
process.loadEnvFile(new URL('../settings.env', import.meta.url))
const { LOYALTY_API_KEY = '', PROTECTION_API_KEY = '', SERVICES_PORT = '4102', SHOP_PORT = '4100', HOST } = process.env

const app = await buildServices({
  loyaltyKey: LOYALTY_API_KEY,
  protectionKey: PROTECTION_API_KEY,
  shopOrigin: `http://localhost:${SHOP_PORT}`,
})
const address = await app.listen({ port: Number(SERVICES_PORT), host: HOST })
console.log(`Stand-in services: ${address}/loyalty  ${address}/protection/api/v1  ${address}/track`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close())
