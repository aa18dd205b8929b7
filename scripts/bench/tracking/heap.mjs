// Loaded before the proxy. Reports the bytes in use after garbage collection (needs --expose-gc).
import { setImmediate as turn } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  process.on('message', async () => {
    // Objects finalized in one turn can be collected in the next.
    for (let round = 0; round < 4; round += 1) {
      globalThis.gc()
      await turn()
    }
    const { heapUsed, external } = process.memoryUsage()
    process.send(heapUsed + external)
  })
  // This channel alone does not keep the process running.
  process.channel.unref()
}
