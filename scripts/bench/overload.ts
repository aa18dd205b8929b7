import { availableParallelism, loadavg } from 'node:os'
import { readSettings } from '../../demo/settings.ts'
import { median, percentile, print, ratio } from './figures.ts'
import type { HttpRequest, Order, Result } from './hop/client.ts'
import { nothingDurable, sendMessage, startProgram, startProxy, startService, type Program } from './programs.ts'

const rounds = 3
/** Seconds for which each load lasts, and milliseconds after which a shopper no longer waits for a price. */
const [seconds, timeout] = [4, 3_000]
/** Shares of the capacity that are requested. */
const loads = [1, 2, 4]

const settings = readSettings({})
const headers = { Origin: settings.ALLOWED_ORIGINS! }
const quote: HttpRequest = { method: 'GET', path: '/v1/protection/quotes?cents=#&currency=USD', headers, body: '' }
const json = { ...headers, 'X-Storefront-Client': '1', 'Content-Type': 'application/json' }
const order: HttpRequest = { method: 'POST', path: '/v1/orders/track', headers: json, body: '{"order_number":"#","email":"0@example.com"}' }

/**
 * Measures how many prices a second come in time while more and more are requested, whether or not earlier ones were answered: as many as the proxy can
 * answer, twice and four times as many. Then the same prices are requested while four times as many orders are looked up as the proxy can answer.
 */
export async function benchOverload() {
  console.log(`\nOverload, on ${availableParallelism()} cores with a load of ${loadavg()[0]!.toFixed(1)} before; medians of ${rounds} rounds\n`)
  const [service, track] = await Promise.all([startService(0), startProgram('hop/client')])
  const client = await startProgram('hop/client')
  const proxy = await startProxy(service.address, { ...nothingDurable, SHOPPERS_MAY: 'join', TRACK_BASE_URL: service.address })
  const { address } = proxy
  const run = (program: Program, given: Omit<Order, 'address' | 'atOnce'>) => sendMessage<Result>(program, { address, atOnce: 32, ...given })
  const at = (program: Program, rate: number, view: HttpRequest) => run(program, { view: [view], howMany: Math.round(rate * seconds), every: 1_000 / rate })
  const inTime = ({ times }: Result) => times.filter((time) => time <= timeout).length / seconds
  try {
    for (let warm = 0; warm < 3; warm += 1) await run(client, { view: [quote], howMany: 2_000 })
    const measured = await run(client, { view: [quote], howMany: 4_000 })
    const capacity = measured.times.length / measured.seconds
    print('capacity', capacity, 'quotes/s')
    const goodput = loads.map(() => [] as number[])
    const late = loads.map(() => [] as number[])
    const beside: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, load] of loads.entries()) {
        const result = await at(client, load * capacity, quote)
        goodput[index]!.push(inTime(result))
        late[index]!.push(percentile(result.times, 0.99))
      }
      const [prices] = await Promise.all([at(client, capacity / 4, quote), at(track, 4 * capacity, order)])
      beside.push(inTime(prices))
      // A request that was refused before is accepted again.
      const { failed } = await run(client, { view: [quote], howMany: 200 })
      print('refused once the load is over', failed, 'quotes', failed === 0 ? '' : 'at most 0: MISSED')
    }
    const peak = Math.max(...goodput.map(median))
    for (const [index, load] of loads.entries()) {
      print(`prices in time at ${load} x the capacity`, median(goodput[index]!), 'quotes/s', ratio(median(goodput[index]!), peak, 'the peak', { least: 0.9 }))
      print('  p99 of those that are answered', median(late[index]!), 'ms')
    }
    print('prices in time, a quarter of the capacity, beside 4 x look-ups', median(beside), 'quotes/s', ratio(median(beside), capacity / 4, 'those wanted'))
  } finally {
    client.end()
    track.end()
    await Promise.all([proxy, service].map((server) => server.stop()))
  }
}
