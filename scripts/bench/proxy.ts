import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAssertions } from '../../demo/shop/assertions.ts'
import { customers } from '../../demo/shop/customers.ts'
import { readSettings } from '../../demo/settings.ts'
import { orderOf } from '../../test/proxy/orders.ts'
import { median, percentile, print, ratio } from './figures.ts'
import type { HttpRequest, Order, Result } from './hop/client.ts'
import { sendMessage, startPassThrough, startProgram, startProxy, startServices, type Server } from './programs.ts'

const rounds = 5
/** Views in each round, as fast as they are answered over so many connections; and in each round at a fixed rate, which leaves both proxies time. */
const full = { quick: 1_500, slow: 400, atOnce: 16 }
const calm = { howMany: 300, every: 6 }
/** Minutes of load of all kinds after the figures, to see whether memory grows. */
const soakMinutes = Number(process.env.SOAK ?? 0)

const settings = readSettings({})
const origin = settings.ALLOWED_ORIGINS!
const json = { Origin: origin, 'Content-Type': 'application/json', 'X-Storefront-Client': '1' }

/**
 * Measures the proxy against one that passes each request on unchanged (`@fastify/http-proxy`), in front of the same services, in turns. What the
 * reference is sent for a view is what the proxy sends the services for it: for a page of a member, several requests.
 */
export async function benchProxy() {
  console.log(`\nThe hop, on ${availableParallelism()} cores with a load of ${loadavg()[0]!.toFixed(1)} before; medians of ${rounds} rounds in turns\n`)
  const folder = await mkdtemp(join(tmpdir(), 'storefront-bench-'))
  const services = await startServices()
  const passThrough = await startPassThrough(services.address)
  const proxy = await startProxy(services.address, {
    DATA_DIR: folder,
    PROTECTION_BASE_URL: `${services.address}/protection/api/v1`,
    LOYALTY_BASE_URL: `${services.address}/loyalty`,
    LOYALTY_API_KEY: settings.LOYALTY_API_KEY!,
    TRACK_BASE_URL: `${services.address}/track`,
    TRACK_TRIES: '900000,900000,900000',
    // The console counts each answer, so it belongs to the price of a hop.
    OPERATOR_PORT: '0',
    CONSOLE_TOKENS: settings.CONSOLE_TOKENS!,
  })
  const client = await startProgram('hop/client')
  const run = (order: Omit<Order, 'atOnce'> & { atOnce?: number }) => sendMessage<Result>(client, { atOnce: full.atOnce, ...order })
  try {
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    const atStart = proxy.megabytes() ?? NaN
    const views = await viewsOf(proxy.address)
    for (const [name, { request, howMany }] of Object.entries(views)) {
      const passed = await seenFor(request, { proxy, services, run })
      await compare({ name, howMany, proxy, passThrough, request, passed, run })
    }
    print('memory at start', atStart, 'MB', ratio(atStart, 110, '110 MB', { most: 1 }))
    const afterLoad = await restingMemory(proxy)
    print('memory after this load', afterLoad, 'MB', ratio(afterLoad, 180, '180 MB', { most: 1 }))
    print('memory of the reference', passThrough.megabytes() ?? NaN, 'MB')
    await soak(proxy, Object.values(views), run)
  } finally {
    client.end()
    await Promise.all([proxy, passThrough, services].map((server) => server.stop()))
    await rm(folder, { recursive: true, force: true })
  }
}

type Run = (order: Omit<Order, 'atOnce'> & { atOnce?: number }) => Promise<Result>

interface View {
  request: HttpRequest
  howMany: number
}

/** One request to the proxy of each kind. */
async function viewsOf(proxy: string): Promise<Record<string, View>> {
  const sign = createAssertions(origin, { audience: 'http://127.0.0.1', keys: settings.ASSERTION_KEYS! })
  const assertion = await sign(customers[0]!.id)
  const answer = await fetch(`${proxy}/v1/session`, { method: 'POST', headers: json, body: JSON.stringify({ assertion }) })
  const { token } = (await answer.json()) as { token: string }
  const track = { order_number: 'K-1001', email: 'mira@example.com' }
  const merchant = { 'Content-Type': 'application/json', Authorization: `Bearer ${settings.MERCHANT_API_KEYS!}` }
  return {
    'a quote': { request: { method: 'GET', path: '/v1/protection/quotes?cents=#&currency=USD', headers: { Origin: origin }, body: '' }, howMany: full.quick },
    "a member's page": { request: { method: 'GET', path: '/v1/me', headers: { ...json, Authorization: `Bearer ${token}` }, body: '' }, howMany: full.slow },
    'a tracked order': { request: { method: 'POST', path: '/v1/orders/track', headers: json, body: JSON.stringify(track) }, howMany: full.quick },
    'a report accepted and delivered': {
      request: { method: 'POST', path: '/v1/merchant/orders', headers: merchant, body: JSON.stringify(orderOf('#')) },
      howMany: full.quick,
    },
  }
}

/** The requests that the proxy sends the services for one view, once its caches are filled. */
async function seenFor(request: HttpRequest, { proxy, services, run }: { proxy: Server; services: Server; run: Run }): Promise<HttpRequest[]> {
  const read = async () => (await (await fetch(`${services.address}/seen`)).json()) as HttpRequest[]
  await run({ address: proxy.address, view: [request], howMany: 20, atOnce: 1 })
  await new Promise((resolve) => setTimeout(resolve, 300))
  await read()
  const { failed } = await run({ address: proxy.address, view: [request], howMany: 1, atOnce: 1 })
  if (failed > 0) throw new Error(`${request.method} ${request.path} was refused`)
  // A report is delivered after it is accepted.
  await new Promise((resolve) => setTimeout(resolve, 300))
  return read()
}

interface Comparison {
  name: string
  howMany: number
  proxy: Server
  passThrough: Server
  request: HttpRequest
  passed: HttpRequest[]
  run: Run
}

/** Measures one kind of view with both, in turns, and prints the figures. */
async function compare({ name, howMany, proxy, passThrough, request, passed, run }: Comparison) {
  const side = (server: Server, view: HttpRequest[]) => ({ server, view, rates: [] as number[], late: [] as number[], cost: 0 })
  const [own, reference] = [side(proxy, [request]), side(passThrough, passed)]
  const sides = [own, reference]
  for (const { server, view } of sides) await run({ address: server.address, view, howMany })
  for (let round = 0; round < rounds; round += 1) {
    for (const side of sides) {
      const { address } = side.server
      const before = side.server.processorTime() ?? NaN
      const { seconds, failed } = await run({ address, view: side.view, howMany })
      // What is still delivered belongs to this round.
      if (side.server === proxy) await untilAtRest(proxy)
      if (failed > 0) throw new Error(`${failed} of ${howMany} views were refused: ${name}`)
      side.cost += ((side.server.processorTime() ?? NaN) - before) / (rounds * howMany)
      side.rates.push(howMany / seconds)
    }
    for (const side of sides) side.late.push(percentile((await run({ address: side.server.address, view: side.view, ...calm })).times, 0.99))
  }
  console.log(`${name}: ${passed.length} ${passed.length === 1 ? 'request' : 'requests'} to the services`)
  print('views through the reference', median(reference.rates), 'views/s')
  print('views through the proxy', median(own.rates), 'views/s', ratio(median(own.rates), median(reference.rates), 'the reference', { least: 0.8 }))
  print("the reference's processor time", reference.cost * 1e6, 'us')
  print("the proxy's processor time", own.cost * 1e6, 'us', ratio(own.cost, reference.cost, 'the reference', { most: 1.4 }))
  print("the reference's p99 at a calm rate", median(reference.late), 'ms')
  print("the proxy's p99 at a calm rate", median(own.late), 'ms', ratio(median(own.late), median(reference.late), 'the reference', { most: 1.25 }))
}

/** Resolves once the proxy uses almost no processor time. */
async function untilAtRest(server: Server) {
  for (let before = server.processorTime() ?? NaN, again = true; again;) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    const now = server.processorTime() ?? NaN
    again = now - before > 0.02
    before = now
  }
}

/** The least memory within some seconds: garbage of the load may still be there in the first. */
async function restingMemory(server: Server): Promise<number> {
  const taken: number[] = []
  for (let second = 0; second < 10; second += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    taken.push(server.megabytes() ?? NaN)
  }
  return Math.min(...taken)
}

/** Runs all views at a calm rate for some minutes, and prints the memory of each minute. */
async function soak(proxy: Server, views: readonly View[], run: Run) {
  for (let minute = 1; minute <= soakMinutes; minute += 1) {
    const until = performance.now() + 60_000
    while (performance.now() < until) for (const { request } of views) await run({ address: proxy.address, view: [request], howMany: 250, every: 10 })
    print(`memory after ${minute} minutes of load`, proxy.megabytes() ?? NaN, 'MB', ratio(proxy.megabytes() ?? NaN, 180, '180 MB', { most: 1 }))
  }
}
