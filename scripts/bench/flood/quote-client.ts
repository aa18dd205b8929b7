// Requests quotes on command, in its own process: other work of the benchmark does not count as waiting time.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { requestQuotes } from '../load.ts'

const delay = monitorEventLoopDelay({ resolution: 1 })

process.on('message', async ({ address, howMany, every }: { address: string; howMany: number; every: number }) => {
  delay.reset()
  delay.enable()
  const times = await requestQuotes(address, howMany, every)
  delay.disable()
  process.send!({ times, late: delay.percentile(99) / 1e6 - 1 })
})
process.once('disconnect', () => process.exit())
process.send!('ready')
