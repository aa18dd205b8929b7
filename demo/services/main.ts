import { readFlags, usage } from './flags.ts'

/** Prints the reason and exits at once. */
function refuse(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}

const options = readGiven()
if (options === 'help') {
  process.stdout.write(usage)
  process.exit()
}
const { stateFile } = options
// The environment takes precedence over the file.
process.loadEnvFile(new URL('../settings.env', import.meta.url))
const { env } = process
const port = readPort(env.SERVICES_PORT ?? '4102')

// Imported only after the settings are valid: help and refusals do not need the app.
const { buildServices } = await import('./app.ts')
const app = await buildServices({
  loyaltyKey: env.LOYALTY_API_KEY ?? '',
  protectionKey: env.PROTECTION_API_KEY ?? '',
  neighbour: { loyaltyKey: env.NEIGHBOUR_LOYALTY_API_KEY ?? '', protectionKey: env.NEIGHBOUR_PROTECTION_API_KEY ?? '' },
  shopOrigin: `http://localhost:${env.SHOP_PORT ?? '4100'}`,
  ...options,
}).catch((error: Error) => refuse(error.message))

const address = await app.listen({ port, host: env.HOST }).catch((error: NodeJS.ErrnoException) => refuse(inPlainWords(error)))
process.stdout.write(`Stand-in services at ${address}

  loyalty      ${address}/loyalty
  protection   ${address}/protection/api/v1
  track        ${address}/track
  state, and faults to inject   ${address}/_control/state

  A second merchant has keys of their own, and ${address}/track/moss-and-tin.
  The state is stored ${stateFile ? `in ${stateFile}` : 'in memory, until the services stop'}.
`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close().catch((error: Error) => refuse(error.message)))

function readGiven() {
  try {
    return readFlags(process.argv.slice(2), process.env)
  } catch (error) {
    return refuse(`${(error as Error).message}\n\n${usage}`)
  }
}

function readPort(text: string) {
  const number = Number(text)
  return /^\d+$/.test(text) && number <= 65_535 ? number : refuse(`SERVICES_PORT has to be a port from 0 to 65535, not "${text}".`)
}

function inPlainWords({ code, message }: NodeJS.ErrnoException) {
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Stop the program that uses it, or set SERVICES_PORT to another port.`
  if (code === 'EACCES') return `Port ${port} needs more rights than this process has. Set SERVICES_PORT to a port from 1024.`
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') return `HOST "${env.HOST}" is not an address of this machine.`
  return message
}
