import { readSettings } from './settings.ts'
import { Part } from './part.ts'

const settings = readSettings()
const shopUrl = `http://localhost:${settings.SHOP_PORT}`
const servicesUrl = `http://localhost:${settings.SERVICES_PORT}`

const services = new Part('services', ['--import', 'tsx', 'demo/services/main.ts'], settings, `${servicesUrl}/_control/state`)
const proxy = new Part('proxy', ['dist/proxy/main.js'], settings, `${settings.PUBLIC_URL}/livez`)
const shop = new Part('shop', ['--import', 'tsx', 'demo/shop/main.ts'], settings, `${shopUrl}/cart.js`)
const parts = [services, proxy, shop]

let ending = false

/** Ends all parts, and then this process. */
async function end(code: number) {
  if (ending) return
  ending = true
  if (process.stdin.isTTY) process.stdin.setRawMode(false)
  await Promise.all(parts.map((part) => part.stop()))
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(0))

for (const part of parts) {
  // The shop has to outlive whatever else dies; that is what the demo shows.
  part.onDeath = () => {
    if (ending) return
    process.stderr.write(`\n  ${part.name}: ended without being asked to. Its last words:\n${part.lastWords}\n`)
    if (part === shop) void end(1)
  }
}

try {
  await Promise.all(parts.map((part) => part.start()))
} catch (error) {
  if (!ending) process.stderr.write(`\n${(error as Error).message}\n`)
  await end(1)
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
    ${`${shopUrl}/back-room`.padEnd(36)} ship what you bought, or unplug the services
${process.stdin.isTTY ? '\n  Type s to stop and start the services, q to leave.\n' : ''}
`)

if (process.stdin.isTTY) {
  process.stdin.setRawMode(true)
  process.stdin.on('data', (typed) => {
    const key = typed.toString()
    if (key === 'q' || key === '\u0003') void end(0)
    if (key === 's') void toggleServices()
  })
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
