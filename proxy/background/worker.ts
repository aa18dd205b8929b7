/*
 * The thread of the queue: it opens the store and runs its jobs.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { Config } from '../config/config.ts'
import { gathering, toFault, toUnusable, type Asked, type Told } from './messages.ts'
import { runJobs } from './run-jobs.ts'

const port = parentPort!
const tell = gathering<Told>((messages) => port.postMessage(messages))

try {
  const queue = await runJobs(workerData as Config, {
    log: { write: (line) => tell({ line }) },
    observe: (...observed) => tell({ observed }),
    watch: { tried: (...tried) => tell({ tried }), committed: (...committed) => tell({ committed }) },
    onInvalidation: (notice) => tell({ notice }),
  })
  port.on('message', (messages: Asked[]) => {
    for (const { number, question, with: given } of messages) {
      // Each question is the name of a function of the queue, and comes with its arguments.
      void (queue[question] as (...given: unknown[]) => Promise<unknown>)(...given)
        .then(
          (value) => tell({ answer: number, value }),
          (error: unknown) => tell({ answer: number, fault: toFault(error) }),
        )
        .finally(() => question === 'close' && setImmediate(() => port.close()))
    }
  })
  tell({ ready: true })
} catch (error) {
  tell({ unusable: toUnusable(error) })
}
