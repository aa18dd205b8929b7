/*
 * The background thread: it waits for its settings, opens the store, and runs its jobs.
 */
import { parentPort } from 'node:worker_threads'
import type { Config } from '../config/config.ts'
import { batchPerTick, serializeError, describeStartFailure, type ThreadRequest, type ThreadMessage } from './messages.ts'
import { runJobs } from './run-jobs.ts'

const port = parentPort!
const send = batchPerTick<ThreadMessage>((messages) => port.postMessage(messages))

// The settings come once nobody else uses the store: the program loads earlier.
port.once('message', async (config: Config) => {
  try {
    const queue = await runJobs(config, {
      log: { write: (line) => send({ line }) },
      observe: (...observed) => send({ observed }),
      metrics: { attempted: (...attempted) => send({ attempted }), committed: (...committed) => send({ committed }) },
      onInvalidation: (invalidation) => send({ invalidation }),
    })
    port.on('message', (requests: ThreadRequest[]) => {
      for (const { number, method, args } of requests) {
        void (queue[method] as (...args: unknown[]) => Promise<unknown>)(...args)
          .then(
            (value) => send({ response: number, value }),
            (error: unknown) => send({ response: number, error: serializeError(error) }),
          )
          .finally(() => method === 'close' && setImmediate(() => port.close()))
      }
    })
    send({ ready: true })
  } catch (error) {
    send({ startFailure: describeStartFailure(error) })
  }
})
