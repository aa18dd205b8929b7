import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSettings } from '../../demo/settings.ts'
import { median, percentile, print, ratio } from './figures.ts'
import { askForQuotes } from './load.ts'
import { startProxy, startService } from './programs.ts'

const rounds = 5

/** What a quote takes while somebody without a token sends the loyalty webhook as much as 32 connections carry, and while nobody does: in turns, since the machine has moods. */
export async function benchFlood() {
  console.log(`\nA flood before authentication; medians of ${rounds} rounds\n`)
  const folder = await mkdtemp(join(tmpdir(), 'storefront-bench-'))
  const service = await startService(50)
  const { LOYALTY_BASE_URL, LOYALTY_API_KEY } = readSettings({})
  const loyalty = { LOYALTY_BASE_URL: LOYALTY_BASE_URL!, LOYALTY_API_KEY: LOYALTY_API_KEY!, LOYALTY_WEBHOOK_TOKENS: 'a-token-that-nobody-floods-with' }
  const proxy = await startProxy(service.address, { DATA_DIR: folder, ...loyalty })
  const [resting, flooded, floods]: [number[], number[], number[]] = [[], [], []]
  try {
    await askForQuotes(proxy.address, 300, 5)
    for (let round = 0; round < rounds; round += 1) {
      const before = percentile(await askForQuotes(proxy.address, 500, 5), 0.99)
      const flood = await startFlood(proxy.address)
      const during = percentile(await askForQuotes(proxy.address, 500, 5), 0.99)
      floods.push(await flood.stop())
      const afterwards = percentile(await askForQuotes(proxy.address, 500, 5), 0.99)
      resting.push((before + afterwards) / 2)
      flooded.push(during)
    }
    print('flooding bodies that were refused', median(floods), 'bodies/s')
    print("a quote's p99 at rest", median(resting), 'ms')
    const times = flooded.map((during, round) => during / resting[round]!)
    print("a quote's p99 under the flood", median(flooded), 'ms', ratio(median(times), 1, 'at rest', { most: 3 }))
  } finally {
    await Promise.all([proxy.stop(), service.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}

/** A process of its own that floods this proxy; `stop` tells how many of its bodies were refused in a second. */
export async function startFlood(proxy: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('flood/flooding.ts', import.meta.url)), proxy], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  await once(child, 'message') // the first body was refused
  return {
    async stop(): Promise<number> {
      child.send('stop')
      const [rate] = (await once(child, 'message')) as [number]
      process.removeListener('exit', end)
      child.disconnect()
      if (child.exitCode === null) await once(child, 'exit')
      return rate
    },
  }
}
