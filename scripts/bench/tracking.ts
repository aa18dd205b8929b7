import { availableParallelism, loadavg } from 'node:os'
import { print, ratio } from './figures.ts'
import { startProxy, startTrackService, type Server } from './programs.ts'
import { pollFixed, pollUntilSettled, lookUp, hold, settleTimes, type Target, type Result } from './tracking/views.ts'
import { startLink } from './tracking/link.ts'

/** Views in each run, all at once; the variable `VIEWS` overrides the number. */
const views = Number(process.env.VIEWS ?? 400)
/** Viewers of one order, and calls that are held while memory is measured. */
const [viewers, held] = [1_000, 2_000]

/** Measures the cost of waiting for carriers: requests, delay, calls to the service, memory. */
export async function benchTracking() {
  const load = loadavg()[0]!.toFixed(1)
  console.log(
    `\nTracking, on ${availableParallelism()} cores with a load of ${load} before; ${views} views in each run, 150 ms of round trip between page and proxy\n`,
  )
  const service = await startTrackService()
  const proxy = await startProxy('http://127.0.0.1:1', { TRACK_BASE_URL: service.address, TRACK_TRIES: '900000,900000,900000' })
  const links = await Promise.all([startLink(proxy.address), startLink(proxy.address, 'cut'), startLink(proxy.address, 5_000)])
  const [uncut, cut, cutLate] = links.map(({ address }) => ({ address, service: service.address })) as [Target, Target, Target]
  try {
    for (const [name, times] of Object.entries(settleTimes)) {
      console.log(`Settled ${name}`)
      await run('held', times, (view) => pollUntilSettled(uncut, view), { requests: 1.1, late: 1 })
      await run('fallback, held calls cut at once (these not counted)', times, (view) => pollUntilSettled(cut, view), { requests: 5.5, late: 1 })
      await run('fallback, held calls cut after 5 s', times, (view) => pollUntilSettled(cutLate, view), { requests: 5.5, late: 1 })
      for (const seconds of [1, 2]) await run(`every ${seconds} s`, times, (view) => pollFixed(uncut, view, seconds * 1_000))
      await run('doubling from 1 s', times, (view) => pollFixed(uncut, view, 1_000, 2))
    }
    await watchTogether(proxy, service)
    await holdMany(proxy)
  } finally {
    await Promise.all([...links, proxy, service].map((one) => one.stop()))
  }
}

async function run(name: string, times: () => number, view: (settles: number) => Promise<Result>, goal?: { requests: number; late: number }) {
  const began = await Promise.all(Array.from({ length: views }, () => view(times() * 1_000)))
  const mean = (of: (way: Result) => number) => began.reduce((sum, way) => sum + of(way), 0) / began.length
  const compare = (value: number, most?: number) => (most === undefined ? '' : ratio(value, most, `at most ${most}`, { most: 1 }))
  const [requests, cut, late] = [mean((way) => way.requests), mean((way) => way.cut), mean((way) => way.late / 1_000)]
  print(name, requests, 'requests', compare(requests, goal?.requests) + (cut > 0 ? ` and ${cut.toFixed(2)} cut` : ''))
  print('', late, 's late', compare(late, goal?.late))
}

/** Many viewers of one order, who look it up in both ways (by number and by ticket). */
async function watchTogether({ address }: Server, service: Server) {
  const countStatusCalls = async () => Number(await (await fetch(`${service.address}/questions`)).text())
  const tickets = await lookUp(address, viewers, 12_000)
  const before = await countStatusCalls()
  const began = performance.now()
  await Promise.all(tickets.map((ticket) => hold(address, ticket, 20)))
  const seconds = (performance.now() - began) / 1_000
  const each = ((await countStatusCalls()) - before) / Math.ceil(seconds)
  console.log(`${viewers} viewers of one order`)
  print('status calls of the service', each, 'a second', ratio(each, 1, 'one a second', { most: 1 }))
}

/**
 * Measures memory while calls are held, with four viewers of each order: once all are held, and a minute later. Memory in use
 * counts. Memory taken by the process goes up and down as well, because nothing is collected while there is room.
 */
async function holdMany(proxy: Server) {
  const tickets: string[] = []
  for (let order = 0; order < held / 4; order += 1) tickets.push(...(await lookUp(proxy.address, 4, 1e9)))
  let going = true
  let refused = 0
  const holding = Promise.all(
    tickets.map(async (ticket) => {
      while (going) {
        const isHeld = await hold(proxy.address, ticket, 20).catch(() => undefined)
        if (isHeld) continue
        refused += 1
        await new Promise((resolve) => setTimeout(resolve, 1_000))
      }
    }),
  )
  const after = async (seconds: number) => {
    const taken: number[] = []
    for (let second = 0; second < seconds; second += 5) {
      await new Promise((resolve) => setTimeout(resolve, 5_000))
      taken.push(proxy.megabytes() ?? NaN)
    }
    // The lowest of three samples, because calls that end and begin at the same moment are in use briefly.
    const used: number[] = []
    while (used.length < 3) {
      used.push(await proxy.megabytesInUse())
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
    return { used: Math.min(...used), taken: Math.max(...taken) }
  }
  const [early, late] = [await after(10), await after(60)]
  going = false
  await holding
  console.log(`${held} calls held${refused > 0 ? `, less ${refused} that were refused for a second each` : ''}`)
  print('memory in use after 10 s', early.used, 'MB')
  print('memory in use after 70 s', late.used, 'MB', ratio(late.used, early.used, 'before', { most: 1.1 }))
  print('most memory taken', Math.max(early.taken, late.taken), 'MB')
}
