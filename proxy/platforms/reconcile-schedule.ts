import type { Queue } from '../jobs/queue.ts'
import type { PlatformName } from '../config/merchant-settings.ts'
import { reconciledFact, reconcileJob, type ReconciledFacts } from './reconcile-job.ts'

interface ScheduleParts {
  /** Milliseconds between two reconciliations of a platform. */
  every: Partial<Record<PlatformName, number>>
  queue: Pick<Queue, 'enqueue' | 'fact'>
  onError(error: unknown): void
}

/** Milliseconds between checks of the clock. */
const tick = 60_000

/**
 * Schedules the reconciliation of each platform's orders, at the multiples of its interval since 1970. So all instances name the same time,
 * and the queue stores it as one job, which survives restarts and runs in one of them. A reconciliation that was due while nothing ran is due at start.
 */
export function startReconciling({ every, queue, onError }: ScheduleParts): { stop(): void } {
  const scheduled = new Map<string, number>()

  async function scheduleDue() {
    for (const [platform, interval] of Object.entries(every) as [PlatformName, number][]) {
      const until = Math.floor(Date.now() / interval) * interval
      if (scheduled.get(platform) === until) continue
      const last = await queue.fact<ReconciledFacts>(reconciledFact(platform))
      if (last?.until !== until) await queue.enqueue([reconcileJob({ platform, until, every: interval })])
      scheduled.set(platform, until)
    }
  }

  const scheduleInBackground = () => void scheduleDue().catch(onError)
  const timer = setInterval(scheduleInBackground, tick).unref()
  setImmediate(scheduleInBackground)
  return { stop: () => clearInterval(timer) }
}
