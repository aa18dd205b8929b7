import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Clock } from '../store/clock.ts'
import type { Database } from '../store/database.ts'
import type { Attempt } from './apply-outcome.ts'
import { attemptTimeout, createAttempts } from './attempts.ts'
import { correctFutureTimes } from './clock-skew.ts'
import { commitAndClaim, type CommitResult } from './commit-and-claim.ts'
import { createCommitLoop } from './commit-loop.ts'
import type { DomainRows } from './domain-rows.ts'
import { createStoreFailureLog, type EngineLog } from './engine-log.ts'
import type { Handler, Invalidation, Outcome } from './handler.ts'
import type { ClaimedJob, JobState } from './job.ts'
import { endLeasesOfStoppedOwners, lease } from './leases.ts'
import { startMaintenance } from './maintenance.ts'
import { createHandlerRunner } from './run-handler.ts'
import type { StoredAttempt } from './store-outcomes.ts'

/** Callbacks for the metrics of the operator. */
export interface EngineMetrics {
  /** Called after an attempt, with the new state and the seconds since the job was enqueued. */
  attempted?(kind: string, state: JobState, seconds: number): void
  /** Called after a commit, with the seconds that it took. */
  committed?(what: 'accept' | 'outcomes', seconds: number): void
}

/** The parts that an engine needs. */
export interface EngineParts {
  database: Database
  clock: Clock
  handlers: Readonly<Record<string, Handler>>
  /** Turns an error that a handler throws into an outcome. */
  classify: (error: unknown) => Outcome
  /** The rows of other domains in the same store. */
  domains: readonly DomainRows[]
  log: EngineLog
  metrics?: EngineMetrics
  onInvalidation?: ((invalidation: Invalidation) => void) | undefined
  /** Milliseconds between checks for jobs and invalidations of other processes. */
  pollInterval?: number
  /** The most jobs that run at the same time, each with another ordering key. */
  concurrency?: number
}

/** Milliseconds that running attempts may take after `close` is called. */
const closeTimeout = 8_000
/** The number of woken names from which on old ones are forgotten. */
const manyNames = 10_000

/** Runs the jobs of a store. */
export interface Engine {
  /** Looks for jobs that are due now. */
  wake(): void
  /** Starts no more jobs, gives the running ones some seconds to finish, and closes the store, all within ten seconds. */
  close(): Promise<void>
}

/** Runs the jobs of a store, one at a time for each ordering key; other engines may work on the same store. */
export async function startEngine(parts: EngineParts): Promise<Engine> {
  const { database, clock, domains, log, metrics = {}, onInvalidation, pollInterval = 1_000, concurrency = 64 } = parts
  const { now } = clock
  const owner = `${hostname()}/${process.pid}/${randomUUID()}`
  /** The running jobs by their ordering keys. */
  const running = new Map<string, { job: ClaimedJob; abort: AbortController }>()
  /** Names whose waiting jobs were woken lately, each with its time. */
  const wokenAt = new Map<string, number>()
  const whenIdle: (() => void)[] = []
  let closing = false

  const storeFailures = createStoreFailureLog(log, () => closing)
  const attemptJob = createAttempts(createHandlerRunner(parts), now)
  const loop = createCommitLoop({
    commit,
    hasFreePlaces: () => running.size < concurrency,
    onUnstorable: ({ job }, error) => log.error({ err: error, job: job.id, kind: job.kind }, 'the outcome of an attempt cannot be stored'),
    onStoreFailure: storeFailures.failed,
    onGivenUp: () => running.clear(),
    onIdle() {
      if (closing && running.size === 0) for (const resolve of whenIdle) resolve()
    },
  })

  async function commit(attempts: readonly Attempt[], claims: boolean): Promise<CommitResult> {
    const began = performance.now()
    const capacity = claims ? concurrency - running.size + attempts.length : 0
    const result = await database.transact((tx) =>
      commitAndClaim(database.kind, tx, {
        attempts,
        wokenAt,
        owner,
        now: now(),
        leaseUntil: now() + lease.length,
        capacity,
        running: [...running.keys()],
        continues: !closing,
      }),
    )
    if (attempts.length > 0) metrics.committed?.('outcomes', (performance.now() - began) / 1000)
    storeFailures.responded()
    for (const { job } of attempts) if (running.get(job.orderingKey)?.job === job) running.delete(job.orderingKey)
    for (const attempt of result.stored) if (!attempt.skipped) reportAttempt(attempt, { now: now(), log, metrics })
    rememberWoken(result.woken, wokenAt, now())
    for (const job of result.next) start(job)
    if (result.invalidations.length > 0) maintenance.publishInvalidations()
    return result
  }

  function start(job: ClaimedJob) {
    const abort = new AbortController()
    running.set(job.orderingKey, { job, abort })
    void attemptJob(job, abort).then(loop.add)
  }

  await database.transact(async (tx) => {
    if (database.kind === 'sqlite') await endLeasesOfStoppedOwners(tx, owner)
    await correctFutureTimes(tx, now(), domains)
  })
  const maintenance = startMaintenance({
    database,
    clock,
    domains,
    owner,
    runningKeys: () => [...running.keys()],
    onDue: loop.wake,
    onInvalidation,
    onResponse() {
      if (!loop.isFailing) storeFailures.responded()
    },
    onFailure: storeFailures.failed,
    pollInterval,
  })
  await maintenance.started

  return {
    wake: loop.wake,
    async close() {
      closing = true
      maintenance.stopPolling()
      const idle = new Promise<void>((resolve) => whenIdle.push(resolve))
      loop.close()
      const late = setTimeout(() => {
        for (const { abort } of running.values()) abort.abort(new Error('the process is stopping'))
      }, closeTimeout)
      await idle
      clearTimeout(late)
      maintenance.stop()
      await database.close()
    },
  }
}

/** Counts an attempt, and logs a job that no longer waits. */
function reportAttempt({ job, update: { state, attempts } }: StoredAttempt, { now, log, metrics }: { now: number; log: EngineLog; metrics: EngineMetrics }) {
  const { id, kind, acceptedAt } = job
  metrics.attempted?.(kind, state, (now - acceptedAt) / 1000)
  if (state !== 'waiting') log[state === 'failed' || state === 'held' ? 'warn' : 'info']({ job: id, kind, state, attempts }, 'job settled')
}

/** Remembers woken names for as long as an attempt may miss that its name was woken. */
function rememberWoken(woken: readonly string[], wokenAt: Map<string, number>, now: number) {
  for (const name of woken) wokenAt.set(name, now)
  if (wokenAt.size <= manyNames) return
  for (const [name, at] of wokenAt) if (at < now - attemptTimeout - lease.length) wokenAt.delete(name)
}
