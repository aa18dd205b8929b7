// Loaded before the proxy, tells how many bytes are in use there once all that can be collected has been (takes --expose-gc).
import { setImmediate as turn } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  process.on('message', async () => {
    // What is finalized in one turn can be collected in the next.
    for (let round = 0; round < 4; round += 1) {
      globalThis.gc()
      await turn()
    }
    const { heapUsed, external } = process.memoryUsage()
    process.send(heapUsed + external)
  })
  // Nothing goes on for this alone.
  process.channel.unref()
}
