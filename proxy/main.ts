import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'

/** Starts the proxy with the settings of the environment, and stops it when asked to: nothing that is being answered is cut off. */
export async function startProxy() {
  const config = readConfig(process.env)
  // Beside this file once built, in the build's folder before.
  const widgets = ['../widgets', '../dist/widgets'].map((folder) => fileURLToPath(new URL(folder, import.meta.url))).find((folder) => existsSync(folder))
  const { app, operator } = await buildApp(config, { widgets })
  await app.listen({ port: config.port, host: config.host })
  if (config.operatorPort !== undefined) await operator.listen({ port: config.operatorPort, host: 'localhost' })

  const stop = () => {
    process.removeAllListeners('SIGTERM').removeAllListeners('SIGINT')
    void app.close().then(() => operator.close())
  }
  process.once('SIGTERM', stop).once('SIGINT', stop)
}

startProxy().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(1)
})
