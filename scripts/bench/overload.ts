import { availableParallelism, loadavg } from 'node:os'
import { readSettings } from '../../demo/settings.ts'
import { median, percentile, print, ratio } from './figures.ts'
import type { HttpRequest } from './hop/client.ts'
import type { Crowd, Outcome } from './overload/shoppers.ts'
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
  const [service, track] = await Promise.all([startService(0), startProgram('overload/shoppers')])
  const client = await startProgram('overload/shoppers')
  const proxy = await startProxy(service.address, { ...nothingDurable, SHOPPERS_MAY: 'join', TRACK_BASE_URL: service.address })
  const { address } = proxy
  const run = (program: Program, crowd: Omit<Crowd, 'address' | 'connections' | 'seconds'> & Partial<Crowd>) =>
    sendMessage<Outcome>(program, { address, connections: 1_500, seconds, ...crowd })
  const inTime = ({ times }: Outcome) => times.filter((time) => time <= timeout).length / seconds
  try {
    // As many at once as have a place, so that none is refused.
    const asFastAsAnswered = () => run(client, { request: quote, connections: 32 })
    await asFastAsAnswered()
    const capacity = inTime(await asFastAsAnswered())
    print('capacity', capacity, 'quotes/s')
    const goodput = loads.map(() => [] as number[])
    const late = loads.map(() => [] as number[])
    const beside: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, load] of loads.entries()) {
        const result = await run(client, { request: quote, rate: load * capacity })
        goodput[index]!.push(inTime(result))
        late[index]!.push(percentile(result.times, 0.99))
      }
      const [prices] = await Promise.all([run(client, { request: quote, rate: capacity / 4 }), run(track, { request: order, rate: 4 * capacity })])
      beside.push(inTime(prices))
      // A request that was refused before is accepted again.
      const { refused } = await asFastAsAnswered()
      print('refused once the load is over', refused, 'quotes', refused === 0 ? '' : 'at most 0: MISSED')
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
