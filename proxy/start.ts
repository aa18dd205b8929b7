import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { loadThread } from './background/load-thread.ts'
import { needsQueue } from './background/open.ts'
import { ConfigError } from './config/config-error.ts'
import { readConfig } from './config/config.ts'
import { lostWebhooksRemedy, mayLoseWebhooks, lostWebhooksFault } from './platforms/lost-webhooks.ts'
import { lackingActions } from './config/order-actions.ts'

/**
 * Runs the proxy with these settings until SIGTERM or SIGINT; requests that are being answered are completed first. If the settings
 * cannot be used, or the start fails, the process exits with code 1.
 */
export async function startProxy(env: NodeJS.ProcessEnv) {
  try {
    const config = readConfig(env)
    const widgets = findBuilt('widgets')
    const consoleFiles = findBuilt('console')
    // The background thread loads its program while this one loads the servers.
    const thread = needsQueue(config) ? loadThread() : false
    const { buildApp } = await import('./app.ts')
    const { app, operator, leave } = await buildApp(config, {
      thread,
      widgets,
      consoleFiles,
      doctor: async () => (await import('./doctor/doctor.ts')).runChecks(env),
    })
    if (config.console && !consoleFiles) app.log.warn('the console is not built, so its page is not served: run "npm run build"')
    if (!widgets) app.log.warn('the widgets are not built, so /widgets.js is not served: run "npm run build"')
    for (const action of lackingActions(config))
      app.log.warn({ setting: `SHOPPERS_MAY=${action}` }, 'SHOPPERS_MAY allows an action whose settings are missing: "storefront-proxy doctor" names them')
    if (mayLoseWebhooks(config)) app.log.warn({ setting: 'RECONCILE_EVERY' }, `${lostWebhooksFault}. ${lostWebhooksRemedy}`)
    await app.listen({ port: config.port, host: config.host })
    if (config.operatorPort !== undefined) await operator.listen({ port: config.operatorPort, host: config.operatorHost })
    const stop = async (signal: string) => {
      app.log.info(`${signal}: the proxy completes what it has accepted, and ends`)
      leave()
      // Who sends it requests needs this time to notice.
      await pause(config.shutdownDelay * 1_000)
      await app.close()
      await operator.close()
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal))
  } catch (error) {
    process.stderr.write(`${toWords(error)}\n`)
    process.exit(1)
  }
}

/** A folder of built files: the built proxy has it beside this file; the sources take it from the folder of the build. */
const findBuilt = (name: string) =>
  [`./${name}`, `../dist/${name}`].map((folder) => fileURLToPath(new URL(folder, import.meta.url))).find((folder) => existsSync(folder))

/** Describes an error for the operator: expected errors by their message, others by their stack. */
function toWords(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (!(error instanceof Error)) return String(error)
  const { code, port, syscall, address, hostname } = error as { code?: unknown; port?: unknown; syscall?: unknown; address?: unknown; hostname?: unknown }
  if (code === 'EADDRINUSE') return `Port ${String(port)} is in use. Stop the process that uses it, or set PORT (or OPERATOR_PORT) to another port.`
  if (code === 'EACCES' && syscall === 'listen') return `This user may not listen on port ${String(port)}. Set PORT (or OPERATOR_PORT) to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || (syscall === 'getaddrinfo' && hostname !== undefined))
    return `${String(address ?? hostname)} is no address of this machine. Set HOST (or OPERATOR_HOST) to one, such as 127.0.0.1.`
  return error.stack ?? error.message
}
