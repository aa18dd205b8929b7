import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { ConfigError, readConfig } from './config/config.ts'
import { lostWebhooksRemedy, mayLoseWebhooks, lostWebhooksFault } from './platforms/lost-webhooks.ts'
import { lackingActs } from './config/order-acts.ts'

/**
 * Runs the proxy with the settings of the environment until SIGTERM or SIGINT; requests that are being answered are completed first. If the settings
 * cannot be used, or the start fails, the process exits with code 1.
 */
export async function startProxy() {
  try {
    const config = readConfig(process.env)
    // The built proxy has the widgets beside this file; the sources take them from the folder of the build.
    const widgets = ['./widgets', '../dist/widgets'].map((folder) => fileURLToPath(new URL(folder, import.meta.url))).find((folder) => existsSync(folder))
    const { app, operator } = await buildApp(config, { widgets })
    if (!widgets) app.log.warn('the widgets are not built, so /widgets.js is not served: run "npm run build"')
    for (const act of lackingActs(config))
      app.log.warn({ setting: `SHOPPERS_MAY=${act}` }, 'settings that this needs are missing: "storefront-proxy doctor" names them')
    if (mayLoseWebhooks(config)) app.log.warn({ setting: 'RECONCILE_EVERY' }, `${lostWebhooksFault}. ${lostWebhooksRemedy}`)
    await app.listen({ port: config.port, host: config.host })
    if (config.operatorPort !== undefined) await operator.listen({ port: config.operatorPort, host: 'localhost' })
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void app.close().then(() => operator.close()))
  } catch (error) {
    process.stderr.write(`${toWords(error)}\n`)
    process.exit(1)
  }
}

/** Describes an error for the operator: expected errors by their message, others by their stack. */
function toWords(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (!(error instanceof Error)) return String(error)
  const { code, port } = error as { code?: unknown; port?: unknown }
  return code === 'EADDRINUSE'
    ? `Port ${String(port)} is in use. Stop the process that uses it, or set PORT (or OPERATOR_PORT) to another port.`
    : (error.stack ?? error.message)
}
