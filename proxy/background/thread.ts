import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { ConfigError, type Config } from '../config/config.ts'
import { createLogger } from '../http/logger.ts'
import { storeUnavailable } from '../jobs/store-access.ts'
import { fromFault, gathering, questions, type Asked, type Question, type Told } from './messages.ts'
import type { OpenQueue, QueueListeners } from './background.ts'

/** Milliseconds until a thread that stopped unexpectedly is restarted: the first time, and the longest. */
const rest = { first: 500, longest: 30_000 }
/** Milliseconds: the longest time for an answer, for a check of the store, and for closing; and the time between checks that the thread still responds. */
const patience = { answer: 5_000, check: 2_000, ending: 10_000, sign: 5_000 }
/** The number of checks without a response after which the thread is terminated. */
const silences = 6

interface Pending {
  resolve: (value: unknown) => void
  reject: (error: Error) => void
  late: NodeJS.Timeout | undefined
}

/** Runs the queue in a separate thread, and restarts the thread if it stops unexpectedly. Until the restart, every call is refused. */
export async function startThread(config: Config, listeners: QueueListeners): Promise<OpenQueue> {
  const log = createLogger(config.logLevel, listeners.log)
  const pending = new Map<number, Pending>()
  let worker: Worker | undefined
  /** The newest thread, also before it is ready; `settled` resolves when it is ready or has failed. */
  let newest: { thread: Worker; settled: Promise<unknown> } | undefined
  let send: (asked: Asked) => void = () => {}
  let number = 0
  let closing = false
  let deaths = 0
  let again: NodeJS.Timeout | undefined

  /** Starts a thread; resolves when it is ready, rejects if it stops before. */
  function start(): Promise<void> {
    const started = openWorker(config)
    let silent = 0
    const watching = setInterval(() => {
      if (worker !== started) return
      silent += 1
      // A thread that hangs would block every call for ever.
      if (silent > silences) void started.terminate()
      else ask('find', ['']).catch(() => {})
    }, patience.sign).unref()
    const ready = new Promise<void>((resolve, reject) => {
      let reason: Error = new Error('the thread of the queue has stopped')
      started.on('message', (messages: Told[]) => {
        silent = 0
        for (const told of messages) {
          if ('ready' in told) {
            worker = started
            send = gathering((asked) => started.postMessage(asked))
            setTimeout(() => (deaths = 0), rest.longest).unref()
            resolve()
          } else if ('unusable' in told) reason = new ConfigError(told.unusable)
          else hear(told)
        }
      })
      started.on('error', (error: Error) => (reason = error))
      started.on('exit', () => {
        clearInterval(watching)
        reject(reason)
        if (worker !== started) return
        worker = undefined
        for (const number of pending.keys()) answered(number)?.reject(storeUnavailable(reason))
        if (!closing) comeBack(reason)
      })
    })
    newest = { thread: started, settled: ready.catch(() => {}) }
    return ready
  }

  function comeBack(reason: Error) {
    const wait = Math.min(rest.first * 2 ** deaths, rest.longest)
    deaths += 1
    log.error({ err: reason, ms: wait }, 'the thread of the queue stopped unexpectedly, and is restarted')
    again = setTimeout(() => {
      start().catch((error: Error) => !closing && comeBack(error))
    }, wait)
  }

  function hear(told: Exclude<Told, { ready: true } | { unusable: readonly string[] }>) {
    if ('line' in told) listeners.log.write(told.line)
    else if ('observed' in told) listeners.observe(...told.observed)
    else if ('tried' in told) listeners.watch.tried(...told.tried)
    else if ('committed' in told) listeners.watch.committed(...told.committed)
    else if ('notice' in told) listeners.onInvalidation(told.notice)
    else {
      const asker = answered(told.answer)
      if ('value' in told) asker?.resolve(told.value)
      else asker?.reject(fromFault(told.fault))
    }
  }

  /** Removes and returns the caller that waits for this answer. */
  function answered(asked: number): Pending | undefined {
    const asker = pending.get(asked)
    clearTimeout(asker?.late)
    pending.delete(asked)
    return asker
  }

  /** Calls the thread. If a call is stored after its time limit, the same call sent again is a repeat. */
  const ask = (question: Question, given: unknown[], limit: number = patience.answer): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (!worker) return reject(storeUnavailable())
      const asked = (number += 1)
      pending.set(asked, { resolve, reject, late: setTimeout(() => answered(asked)?.reject(storeUnavailable()), limit) })
      send({ number: asked, question, with: given })
    })

  await start()
  const asking = Object.fromEntries(questions.map((question) => [question, (...given: unknown[]) => ask(question, given)])) as unknown as OpenQueue
  return {
    ...asking,
    check: () => ask('check', [], patience.check) as Promise<void>,
    async close() {
      closing = true
      clearTimeout(again)
      const { thread, settled } = newest!
      if (thread.threadId === -1) return
      const ended = new Promise((resolve) => thread.once('exit', resolve))
      // If the thread does not stop in time, the next thread treats its running jobs as doubtful.
      const late = setTimeout(() => void thread.terminate(), patience.ending)
      await settled
      await ask('close', [], patience.ending).catch(() => {})
      await ended
      clearTimeout(late)
    },
  }
}

/** Starts the worker, whose file is beside this one, built or not. */
function openWorker(config: Config): Worker {
  const found = ['./worker.js', './worker.ts'].map((file) => new URL(file, import.meta.url)).find((file) => existsSync(file))
  if (!found) throw new Error('The thread of the queue is missing from the build: run "npm run build".')
  if (!found.pathname.endsWith('.ts')) return new Worker(found, { workerData: config })
  // A thread does not inherit the TypeScript loader of its process.
  const load = `import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))}).then(({ register }) => (register(), import(${JSON.stringify(found.href)})))`
  return new Worker(load, { eval: true, workerData: config })
}
