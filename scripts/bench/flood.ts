import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '../../demo/settings.ts'
import { median, percentile, print, ratio } from './figures.ts'
import { startBare, startProgram, startProxy, startService } from './programs.ts'

const rounds = 5

/**
 * Measures the time of a quote while an unauthenticated sender floods the loyalty webhook over 32 connections, and without the flood.
 * Both are measured in turns, because the speed of the machine varies. The flood, the client that requests quotes, the service and each server run in
 * their own processes, which share the machine’s cores. Two controls in the same run show the cost of this sharing alone.
 */
export async function benchFlood() {
  const load = loadavg()[0]!.toFixed(1)
  console.log(`\nA flood before authentication, on ${availableParallelism()} cores with a load of ${load} before; medians of ${rounds} rounds\n`)
  const folder = await mkdtemp(join(tmpdir(), 'storefront-bench-'))
  const service = await startService(50)
  const { LOYALTY_BASE_URL, LOYALTY_API_KEY } = readSettings({})
  const loyalty = {
    LOYALTY_BASE_URL: LOYALTY_BASE_URL!,
    LOYALTY_API_KEY: LOYALTY_API_KEY!,
    LOYALTY_WEBHOOK_TOKENS: 'a-token-that-nobody-floods-with',
    TRUST_PROXY: '1',
  }
  const [proxy, bare] = await Promise.all([startProxy(service.address, { DATA_DIR: folder, ...loyalty }), startBare(service.address)])
  const quotes = await startQuoteClient()
  try {
    const cases = [
      { name: 'the proxy, flooded', measured: proxy.address, flooded: proxy.address, goal: { most: 3 } },
      { name: 'the proxy, flooded from many networks', measured: proxy.address, flooded: proxy.address, networks: 'many' as const },
      { name: 'control: a bare Node server, flooded', measured: bare.address, flooded: bare.address },
      { name: 'control: the proxy, beside a bare Node server that is flooded', measured: proxy.address, flooded: bare.address },
    ].map((one) => ({ ...one, runs: [] as Run[] }))
    for (const { measured } of cases) await quotes.measure(measured)
    for (let round = 0; round < rounds; round += 1)
      for (const { measured, flooded, networks, runs } of cases) {
        const before = await quotes.measure(measured)
        const flood = await startFlood(flooded, networks)
        const during = await quotes.measure(measured)
        const { refused, broken } = await flood.stop()
        const afterwards = await quotes.measure(measured)
        const rest = (before.p99 + afterwards.p99) / 2
        runs.push({ rest, during: during.p99, times: during.p99 / rest, refused, broken, late: during.late })
      }
    for (const { name, runs, goal } of cases) {
      const of = (figure: keyof Run) => median(runs.map((run) => run[figure]))
      console.log(`${name}`)
      print('bodies that were refused', of('refused'), 'a second', `and ${of('broken').toFixed(0)} broken off`)
      print("a quote's p99 at rest", of('rest'), 'ms')
      print("a quote's p99 under the flood", of('during'), 'ms', ratio(of('times'), 1, 'at rest', goal))
      print('delay of the measuring client itself (p99)', of('late'), 'ms')
      console.log(`  each round: ${runs.map(({ rest, during, times }) => `${rest.toFixed(1)} → ${during.toFixed(1)} (${times.toFixed(2)} x)`).join(', ')}`)
    }
  } finally {
    quotes.stop()
    await Promise.all([proxy, bare, service].map((server) => server.stop()))
    await rm(folder, { recursive: true, force: true })
  }
}

/** The figures of one round: times in milliseconds, bodies per second. */
interface Run {
  rest: number
  during: number
  times: number
  refused: number
  broken: number
  late: number
}

async function startQuoteClient() {
  const { child, end } = await startProgram('flood/quote-client')
  return {
    async measure(address: string): Promise<{ p99: number; late: number }> {
      child.send({ address, howMany: 500, every: 5 })
      const [{ times, late }] = (await once(child, 'message')) as [{ times: number[]; late: number }]
      return { p99: percentile(times, 0.99), late }
    },
    stop: end,
  }
}

/** Starts a process that floods this proxy. `stop` resolves to the bodies per second that were refused, and those that were broken off. */
export async function startFlood(proxy: string, networks: 'one' | 'many' = 'one') {
  const { child, end } = await startProgram('flood/flooder', proxy, networks) // the first body was refused
  return {
    async stop(): Promise<{ refused: number; broken: number }> {
      child.send('stop')
      const [rates] = (await once(child, 'message')) as [{ refused: number; broken: number }]
      end()
      return rates
    },
  }
}
