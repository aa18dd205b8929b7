import type { Worker } from 'node:worker_threads'
import { ConfigError } from '../config/config-error.ts'
import type { Config } from '../config/config.ts'
import { createLogger } from '../http/logger.ts'
import { storeUnavailable } from '../store/store-access.ts'
import type { OpenQueue, QueueListeners } from './background.ts'
import { loadThread } from './load-thread.ts'
import { batchPerTick, threadMethods, type ThreadMessage, type ThreadMethod, type ThreadRequest } from './messages.ts'
import { createThreadCalls } from './thread-calls.ts'

/** Milliseconds until a thread that stopped unexpectedly is restarted: the first time, and the longest. */
const restartDelay = { first: 500, longest: 30_000 }
/** Milliseconds: the longest time for a response, for a check of the store, and for closing. */
const timeouts = { response: 5_000, check: 2_000, closing: 10_000 }
/** Milliseconds between checks that the thread still responds, and the number of checks without a response after which the thread is terminated. */
const heartbeat = { interval: 5_000, mostMissed: 6 }

/**
 * Runs the queue in a separate thread, the loaded one first, and starts another if the thread stops unexpectedly. Until the other runs, every call is
 * refused.
 */
export async function startThread(config: Config, listeners: QueueListeners, loaded = loadThread()): Promise<OpenQueue> {
  const log = createLogger(config.logLevel, listeners.log)
  const calls = createThreadCalls()
  let worker: Worker | undefined
  /** The newest thread, also before it is ready; `settled` resolves when it is ready or has failed. */
  let newest: { thread: Worker; settled: Promise<unknown> } | undefined
  let send: (request: ThreadRequest) => void = () => {}
  let closing = false
  let crashes = 0
  let nextStart: NodeJS.Timeout | undefined

  const call = (method: ThreadMethod, args: unknown[], limit: number = timeouts.response): Promise<unknown> =>
    worker ? calls.call(send, method, args, limit) : Promise.reject(storeUnavailable())

  /** Starts a thread; resolves when it is ready, rejects if it stops before. */
  function start(thread = loadThread()): Promise<void> {
    let missed = 0
    const heartbeats = setInterval(() => {
      if (worker !== thread) return
      missed += 1
      // A thread that hangs would block every call for ever.
      if (missed > heartbeat.mostMissed) void thread.terminate()
      else call('find', ['']).catch(() => {})
    }, heartbeat.interval).unref()
    const ready = new Promise<void>((resolve, reject) => {
      let reason: Error = new Error('the background thread has stopped')
      thread.on('message', (messages: ThreadMessage[]) => {
        missed = 0
        for (const message of messages) {
          if ('ready' in message) {
            worker = thread
            send = batchPerTick((requests) => thread.postMessage(requests))
            setTimeout(() => (crashes = 0), restartDelay.longest).unref()
            resolve()
          } else if ('startFailure' in message) reason = new ConfigError(message.startFailure)
          else handleMessage(message)
        }
      })
      thread.on('error', (error: Error) => (reason = error))
      thread.on('exit', () => {
        clearInterval(heartbeats)
        reject(reason)
        if (worker !== thread) return
        worker = undefined
        calls.rejectAll(reason)
        if (!closing) restart(reason)
      })
    })
    newest = { thread, settled: ready.catch(() => {}) }
    thread.postMessage(config)
    return ready
  }

  function restart(reason: Error) {
    const wait = Math.min(restartDelay.first * 2 ** crashes, restartDelay.longest)
    crashes += 1
    log.error({ err: reason, ms: wait }, 'the background thread stopped unexpectedly, and is restarted')
    nextStart = setTimeout(() => {
      start().catch((error: Error) => !closing && restart(error))
    }, wait)
  }

  function handleMessage(message: Exclude<ThreadMessage, { ready: true } | { startFailure: readonly string[] }>) {
    if ('line' in message) listeners.log.write(message.line)
    else if ('observed' in message) listeners.observe(...message.observed)
    else if ('attempted' in message) listeners.metrics.attempted(...message.attempted)
    else if ('committed' in message) listeners.metrics.committed(...message.committed)
    else if ('invalidation' in message) listeners.onInvalidation(message.invalidation)
    else calls.settle(message)
  }

  // A thread that has ended says so no more.
  await start(loaded.threadId === -1 ? undefined : loaded)
  const methods = Object.fromEntries(threadMethods.map((method) => [method, (...args: unknown[]) => call(method, args)])) as unknown as OpenQueue
  return {
    ...methods,
    check: () => call('check', [], timeouts.check) as Promise<void>,
    async close() {
      closing = true
      clearTimeout(nextStart)
      const { thread, settled } = newest!
      if (thread.threadId === -1) return
      const ended = new Promise((resolve) => thread.once('exit', resolve))
      // If the thread does not stop in time, the next thread treats its running jobs as in doubt.
      const late = setTimeout(() => void thread.terminate(), timeouts.closing)
      await settled
      await call('close', [], timeouts.closing).catch(() => {})
      await ended
      clearTimeout(late)
    },
  }
}
