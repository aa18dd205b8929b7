// Runs the proxy as in production, except that it waits a shorter time for the outcome of a redemption.
import { buildApp } from '../../proxy/app.ts'
import { readConfig } from '../../proxy/config/config.ts'

const config = readConfig(process.env)
const [outcome, step] = process.env.TEST_REDEMPTION_TIMES!.split(',').map(Number) as [number, number]
const { app } = await buildApp(config, { redemptionTimes: { outcome, step } })
await app.listen({ port: config.port, host: config.host })
process.once('SIGTERM', () => void app.close())
