import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { ConfigError, readConfig } from './config/config.ts'
import { findLosses, losesOrders, unfoundLosses } from './platforms/lost-webhooks.ts'
import { lackingActs } from './config/order-acts.ts'

/** Runs the proxy with the settings of the environment, until it is asked to stop: then nothing that is being answered is cut off. Settings that cannot be used end the process with 1. */
export async function startProxy() {
  try {
    const config = readConfig(process.env)
    // Beside this file once built, in the build's folder before.
    const widgets = ['../widgets', '../../widgets', '../dist/widgets']
      .map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
      .find((folder) => existsSync(folder))
    const { app, operator } = await buildApp(config, { widgets })
    if (!widgets) app.log.warn('the widgets are not built, so that /widgets.js is not served: run "npm run build"')
    for (const act of lackingActs(config))
      app.log.warn({ setting: `SHOPPERS_MAY=${act}` }, 'not all is set up that this takes: "storefront-proxy doctor" says what')
    if (losesOrders(config)) app.log.warn({ setting: 'RECONCILE_EVERY' }, `${unfoundLosses}. ${findLosses}`)
    await app.listen({ port: config.port, host: config.host })
    if (config.operatorPort !== undefined) await operator.listen({ port: config.operatorPort, host: 'localhost' })
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void app.close().then(() => operator.close()))
  } catch (error) {
    process.stderr.write(`${toWords(error)}\n`)
    process.exit(1)
  }
}

/** What whoever starts it has to know: the fault by its name, and a stack only where nobody foresaw it. */
function toWords(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (!(error instanceof Error)) return String(error)
  const { code, port } = error as { code?: unknown; port?: unknown }
  return code === 'EADDRINUSE'
    ? `Port ${String(port)} is taken. Stop what listens there, or set PORT (or OPERATOR_PORT) to another.`
    : (error.stack ?? error.message)
}
