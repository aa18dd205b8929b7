import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../test/postgres.ts'
import { postgresCommits, sqliteCommits } from './commits.ts'
import { median, percentile, print, ratio } from './figures.ts'
import { requestQuotes, delivered, report, untilDelivered } from './load.ts'
import { nothingDurable, startBaseline, startProxy, startService, type Server } from './programs.ts'

const cores = availableParallelism()
/** Reports in one burst, and the connections that carry them. */
const burst = 3_000
const connections = 64
const rounds = 5

/** Measures how fast reports are accepted and delivered, and what this costs a quote at the same time. */
export async function benchQueue() {
  console.log(`\nQueue, on ${cores} cores; medians of ${rounds} rounds\n`)
  const folder = await mkdtemp(join(tmpdir(), 'storefront-bench-'))
  try {
    await onSqlite(folder)
    await onPostgres()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function onSqlite(folder: string) {
  const [baseline, service] = await Promise.all([startBaseline(), startService(0)])
  const proxy = await startProxy(service.address, { DATA_DIR: join(folder, 'fast') })
  const bare = await startProxy(service.address, nothingDurable)
  // Within seconds the garbage of the start is collected.
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  const [withQueue, without] = [proxy.megabytes(), bare.megabytes()]
  await bare.stop()

  const answered: number[] = []
  const accepted: number[] = []
  const through: number[] = []
  await Promise.all([report([baseline.address], burst, connections), report([proxy.address], burst, connections)])
  await untilDelivered(service.address, burst)
  const before = { baseline: baseline.processorTime(), proxy: proxy.processorTime() }
  for (let round = 0; round < rounds; round += 1) {
    answered.push(await report([baseline.address], burst, connections))
    const rates = await acceptAndDeliver([proxy], service)
    accepted.push(rates.accepted)
    through.push(rates.delivered)
  }
  const each = (server: Server, earlier = NaN) => (((server.processorTime() ?? NaN) - earlier) / (rounds * burst)) * 1e6
  const cost = { baseline: each(baseline, before.baseline), proxy: each(proxy, before.proxy) }
  const commits = await sqliteCommits(folder, 1_000)
  console.log('SQLite')
  print('the same server and checks, storing nothing', median(answered), 'reports/s')
  print('commits of one row, one after another', commits, 'commits/s')
  print('accepted durably, while others are delivered', median(accepted), 'reports/s', `${ratio(median(accepted), median(answered), 'storing nothing')}`)
  print('  against the goal', median(accepted), 'reports/s', ratio(median(accepted), 1_000, '1,000 a second', { least: 1 }))
  print('accepted and delivered, from the first to the last', median(through), 'reports/s', ratio(median(through), median(accepted), 'accepted'))
  if (!Number.isNaN(cost.proxy)) {
    print('processor time of a report that is accepted and delivered', cost.proxy, 'us', ratio(cost.proxy, cost.baseline, 'storing nothing'))
  }
  if (withQueue !== undefined && without !== undefined) print('memory at rest', withQueue, 'MB', ratio(withQueue, without, 'without a queue'))
  await Promise.all([proxy.stop(), baseline.stop(), service.stop()])
  await quotesBeside(folder)
}

/** Reports a burst and waits until all of it is delivered: reports per second until the last was accepted, and until the last was delivered. */
async function acceptAndDeliver(proxies: readonly Server[], service: Server) {
  const before = await delivered(service.address)
  const began = performance.now()
  const accepted = await report(
    proxies.map(({ address }) => address),
    burst,
    connections,
  )
  await untilDelivered(service.address, before + burst)
  return { accepted, delivered: burst / ((performance.now() - began) / 1000) }
}

/** Measures a quote while the queue delivers as fast as a real service allows, and while it rests: in turns, because the speed of the machine varies. */
async function quotesBeside(folder: string) {
  const service = await startService(50)
  const proxy = await startProxy(service.address, { DATA_DIR: join(folder, 'slow') })
  const idle: number[] = []
  const busy: number[] = []
  const ratios: number[] = []
  await requestQuotes(proxy.address, 300, 5)
  for (let round = 0; round < rounds; round += 1) {
    const alone = percentile(await requestQuotes(proxy.address, 500, 5), 0.99)
    const before = await delivered(service.address)
    await report([proxy.address], burst, connections)
    const backlog = before + burst - (await delivered(service.address))
    const beside = percentile(await requestQuotes(proxy.address, 500, 5), 0.99)
    if (round === 0) print('reports waiting when the quote requests begin', backlog, 'reports')
    await untilDelivered(service.address, before + burst)
    idle.push(alone)
    busy.push(beside)
    ratios.push(beside / alone)
  }
  print("a quote's p99 while the queue rests", median(idle), 'ms')
  print("a quote's p99 while the queue is full of work", median(busy), 'ms', ratio(median(ratios), 1, 'at rest', { most: 1.5 }))
  await Promise.all([proxy.stop(), service.stop()])
}

async function onPostgres() {
  const [postgres, service] = await Promise.all([startPostgres(), startService(0)])
  try {
    const start = () => startProxy(service.address, { DATABASE_URL: postgres.url })
    const one = await start()
    const rates = { one: [] as number[], four: [] as number[], oneThrough: [] as number[], fourThrough: [] as number[] }
    await acceptAndDeliver([one], service)
    for (let round = 0; round < rounds; round += 1) {
      const alone = await acceptAndDeliver([one], service)
      const others = await Promise.all([start(), start(), start()])
      const together = await acceptAndDeliver([one, ...others], service)
      await Promise.all(others.map((proxy) => proxy.stop()))
      rates.one.push(alone.accepted)
      rates.oneThrough.push(alone.delivered)
      rates.four.push(together.accepted)
      rates.fourThrough.push(together.delivered)
    }
    await one.stop()
    const commits = await postgresCommits(postgres.url, 1_000)
    const goal = cores >= 8 ? { least: 2.5 } : undefined
    const beside = cores >= 8 ? '' : ` on ${cores} cores, without a goal`
    console.log('PostgreSQL')
    print('commits of one row, one after another', commits, 'commits/s')
    print('accepted durably by one proxy', median(rates.one), 'reports/s', ratio(median(rates.one), commits, 'commits'))
    print('accepted durably by four proxies', median(rates.four), 'reports/s', ratio(median(rates.four), median(rates.one), 'one', goal) + beside)
    print('accepted and delivered by one', median(rates.oneThrough), 'reports/s')
    const through = ratio(median(rates.fourThrough), median(rates.oneThrough), 'one', goal)
    print('accepted and delivered by four', median(rates.fourThrough), 'reports/s', through + beside)
  } finally {
    await Promise.all([postgres.stop(), service.stop()])
  }
}
