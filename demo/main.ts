import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { commandOf, Part } from './part.ts'
import { readSettings, withShopifyApp } from './settings.ts'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
// A proxy or services that restart during the demo find their data here again, unless SERVICES_STATE is empty: then the services keep theirs in memory.
// The data is deleted when the demo ends.
const read = readSettings()
const shopUrl = `http://localhost:${read.SHOP_PORT}`
const settings = withShopifyApp(read, shopUrl)
const folder = settings.DATA_DIR!
const settingsFile = join(folder, 'settings.env')
settings.SERVICES_STATE = process.env.SERVICES_STATE ?? join(folder, 'services.json')
const servicesUrl = `http://localhost:${settings.SERVICES_PORT}`

/** With `--dev` the widgets are served from their source, and the proxy runs from its source and restarts after each change. */
const isDev = process.argv.includes('--dev')
const proxyPort = isDev ? Number(settings.OPERATOR_PORT) + 1 : Number(settings.PORT)
const proxyProgram = isDev ? ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'proxy/main.ts'] : ['proxy/dist/main.js']
const proxyCommands = isDev ? ['--import', 'tsx', 'proxy/cli/main.ts'] : ['proxy/dist/cli.js']
if (isDev) settings.DEV_SOCKET = settings.PUBLIC_URL!.replace(/^http/, 'ws')
let source: { close(): Promise<void> } | undefined

const services = new Part('services', commandOf('services'), settings, `${servicesUrl}/_control/state`)
const proxy = new Part('proxy', proxyProgram, settings, isDev ? `http://localhost:${proxyPort}/livez` : `${settings.PUBLIC_URL}/livez`)
const shop = new Part('shop', commandOf('shop'), settings, `${shopUrl}/cart.js`)
const parts = [services, proxy, shop]

let ending = false
/** Whether the folder belongs to this demo, and not to another demo that already runs. */
let isOurs = false

/** Stops all parts, and then this process. */
async function end(code: number) {
  if (ending) return
  ending = true
  if (process.stdin.isTTY) process.stdin.setRawMode(false)
  await Promise.all([...parts.map((part) => part.stop()), source?.close()])
  if (isOurs) rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(0))

for (const part of parts) {
  // The shop must survive the failure of every other part: this is what the demo shows.
  part.onDeath = () => {
    if (ending) return
    process.stderr.write(`\n  ${part.name}: exited unexpectedly. Its last output:\n${part.lastWords}\n`)
    if (part === shop) void end(1)
  }
}

try {
  await Promise.all(parts.map((part) => part.findRoom()))
  isOurs = true
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await services.start()
  await registerWebhook()
  // Commands read the settings from this file, so they find the parts at whatever ports they use.
  writeFileSync(
    settingsFile,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  if (isDev) {
    // The pages of Shopify show built extensions, and the proxy serves a built console.
    await promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/build/extensions.ts'])
    await promisify(execFile)(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error', '--mode', 'console'])
    const { serveSource } = await import('./dev.ts')
    source = await serveSource(settings.PUBLIC_URL!, proxyPort)
  }
  settings.PORT = String(proxyPort)
  await Promise.all([proxy, shop].map((part) => part.start()))
} catch (error) {
  if (!ending) process.stderr.write(`\n${(error as Error).message}\n`)
  await end(1)
}

const consoleUrl = `http://localhost:${settings.OPERATOR_PORT}/console/`
// Tests have a demo without these orders and claims.
if (process.argv.includes('--filled')) {
  const { fillConsole } = await import('./fill-console.ts')
  await fillConsole({ shop: shopUrl, proxy: settings.PUBLIC_URL!, services: servicesUrl, settings }).catch((error: Error) =>
    process.stderr.write(`The console is not filled: ${error.message}\n`),
  )
}

process.stdout.write(`
  Kiln & Paper is open.

    shop       ${shopUrl}
    proxy      ${settings.PUBLIC_URL}
    services   ${servicesUrl}   stand-ins, no account needed

  Begin here

    ${`${shopUrl}/cart`.padEnd(36)} put a mug in it, then switch protection on
    ${`${shopUrl}/account`.padEnd(36)} sign in as Mira (top of the page) and redeem credits
    ${`${shopUrl}/track`.padEnd(36)} order K-1001, mira@example.com
    ${`${shopUrl}/shopify`.padEnd(36)} thank-you, order status and account, as Shopify shows them
    ${`${shopUrl}/back-room`.padEnd(36)} ship what you bought, claim it, or unplug the services
    ${consoleUrl.padEnd(36)} claims, reports and figures; sign in with demo-act-token-public-and-worthless

  Look behind it

    node proxy/dist/cli.js queue list --settings ${settingsFile}
${process.stdin.isTTY ? '\n  Type s to stop and start the services, k to kill the proxy and start it again, q to leave.\n' : ''}
`)

if (process.stdin.isTTY) {
  process.stdin.setRawMode(true)
  process.stdin.on('data', (typed) => {
    const key = typed.toString()
    if (key === 'q' || key === '\u0003') void end(0)
    if (key === 's') void toggleServices()
    if (key === 'k') void restartProxy()
  })
}

/** Registers the proxy’s webhook with the loyalty service, as a merchant does once. The demo continues if this fails. */
async function registerWebhook() {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [...proxyCommands, 'webhook', 'register'], { env: { ...process.env, ...settings } })
    settings.LOYALTY_WEBHOOK_TOKENS = stdout.trim()
  } catch (error) {
    process.stderr.write(`The loyalty service's webhook is not registered.\n${(error as { stderr?: string }).stderr ?? ''}`)
  }
}

async function toggleServices() {
  if (services.running) {
    await services.stop()
    process.stdout.write('  The services are stopped. The shop goes on.\n')
  } else {
    await services.start().catch((error: Error) => process.stderr.write(`${error.message}\n`))
    process.stdout.write('  The services are back.\n')
  }
}

/** Kills the proxy without a warning, like a power cut, and starts it again. The proxy continues where it was. */
async function restartProxy() {
  // In development the part is the watcher of the proxy. SIGKILL would stop the watcher and leave the proxy running.
  await proxy.stop(isDev ? 'SIGTERM' : 'SIGKILL')
  process.stdout.write('  The proxy is gone. The shop goes on.\n')
  await proxy.start().catch((error: Error) => process.stderr.write(`${error.message}\n`))
  if (proxy.running) process.stdout.write('  The proxy is back.\n')
}
