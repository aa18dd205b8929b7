import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { listening } from './retry-after.ts'
import { isOfOne, type Database } from '../store/database.ts'
import { bringBack } from './clock-ahead.ts'
import type { Clock } from '../store/clock.ts'
import { keepFirst, readFact } from '../store/facts.ts'
import { checkOutcome } from './check-names.ts'
import { freeLanesOfTheDead } from './lease-owners.ts'
import { unstorable, type Tried } from './settle.ts'
import type { JobRow } from '../store/tables.ts'
import { commitAndClaim, type CommitResult } from './commit-and-claim.ts'
import type { DomainRows } from './domain-rows.ts'
import { lease, startUpkeep } from './maintenance.ts'
import type { JobContext, Handler, Invalidation, Outcome, JobState } from './job.ts'

/** The log of an engine. */
export interface EngineLog {
  info(what: object, message: string): void
  warn(what: object, message: string): void
  error(what: object, message: string): void
}

/** Callbacks for the metrics of the operator. */
export interface EngineWatch {
  /** Called after a try, with the new state and the seconds since the job was accepted. */
  tried?(kind: string, state: JobState, seconds: number): void
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
  watch?: EngineWatch
  onInvalidation?: ((notice: Invalidation) => void) | undefined
  /** Milliseconds between checks for jobs and notices of other processes. */
  poll?: number
  /** The most lanes that run at the same time. */
  concurrency?: number
}

/** Milliseconds: how long one try may take, and how long running tries may take after `close` is called. */
const patience = { try: 60_000, ending: 8_000 }
/** The longest time in milliseconds for which a kind of job pauses because a service requested a wait. */
const longestRest = 60_000

/** Runs the jobs of a store. */
export interface Engine {
  /** Looks for jobs that are due now. */
  wake(): void
  /** Starts no more jobs, gives the running ones some seconds to finish, and closes the store, all within ten seconds. */
  close(): Promise<void>
}

/** Runs the jobs of a store, one at a time in each lane; other engines may work on the same store. */
export async function startEngine({
  database,
  clock,
  handlers,
  classify,
  domains,
  log,
  watch = {},
  onInvalidation,
  poll = 1_000,
  concurrency = 64,
}: EngineParts): Promise<Engine> {
  const { store, transact } = database
  const { now } = clock
  const owner = `${hostname()}/${process.pid}/${randomUUID()}`
  const ending = new AbortController()
  const running = new Map<string, { row: JobRow; leave: AbortController }>()
  /** Names whose waiting jobs were woken lately, each with its time. */
  const called = new Map<string, number>()
  /** Until when a kind of job pauses because a service requested it. */
  const resting = new Map<string, number>()
  let tried: Tried[] = []
  /** How many of the tried jobs are stored one by one, because one of them cannot be stored. */
  let suspects = 0
  let closing = false
  let due = true
  let turning = false
  let scheduled = false
  let unstored = 0
  let silent = false
  const idle: (() => void)[] = []

  /** Starts a turn after the current events, so that one commit stores all that has just come in. */
  function schedule() {
    if (scheduled || turning) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      void turn()
    })
  }

  async function turn() {
    if (turning) return
    turning = true
    while (tried.length > 0 || (due && !closing && running.size < concurrency)) {
      const batch = tried.splice(0, suspects > 0 ? 1 : tried.length)
      suspects = Math.max(0, suspects - 1)
      const room = due && !closing ? concurrency - running.size + batch.length : 0
      if (room > 0) due = false
      try {
        const began = performance.now()
        const result = await transact((within) =>
          commitAndClaim(database.kind, within, {
            tried: batch,
            called,
            owner,
            now: now(),
            lease: now() + lease.length,
            room,
            busy: [...running.keys()],
            going: !closing,
          }),
        )
        if (batch.length > 0) watch.committed?.('outcomes', (performance.now() - began) / 1000)
        unstored = 0
        silent = false
        go(batch, result)
      } catch (error) {
        // The jobs were already tried: their outcomes stay in memory until they can be stored.
        due = true
        const [first, ...others] = batch
        if (first && first.outcome !== unstorable && isOfOne(error)) {
          // An outcome that cannot be stored must not block the others.
          if (others.length > 0) suspects = batch.length
          else log.error({ err: error, report: first.row.id, kind: first.row.kind }, 'the outcome of a try cannot be stored')
          tried = [...(others.length > 0 ? batch : [{ ...first, outcome: unstorable }]), ...tried]
          continue
        }
        tried = [...batch, ...tried]
        unstored += 1
        complain(error)
        if (closing && unstored > 5) {
          running.clear()
          break
        }
        await new Promise((resolve) => setTimeout(resolve, Math.min(100 * 2 ** unstored, 3_000)))
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
    turning = false
    if (closing && running.size === 0) for (const resolve of idle) resolve()
  }

  /** Continues after a commit: logs the outcomes and starts the next jobs. */
  function go(batch: readonly Tried[], { next, settled, notices, woken, more }: CommitResult) {
    for (const { row } of batch) if (running.get(row.lane)?.row === row) running.delete(row.lane)
    for (const { row, now: stands, untried } of settled) {
      if (untried) continue
      const { id, kind } = row
      const { state, attempts } = stands
      watch.tried?.(kind, state, (now() - row.accepted_at) / 1000)
      if (state !== 'waiting') log[state === 'failed' || state === 'held' ? 'warn' : 'info']({ report: id, kind, state, attempts }, 'report settled')
    }
    for (const name of woken) called.set(name, now())
    if (called.size > 10_000) for (const [name, at] of called) if (at < now() - patience.try - lease.length) called.delete(name)
    for (const row of next) {
      const leave = new AbortController()
      running.set(row.lane, { row, leave })
      void attempt(row, leave)
    }
    if (more) due = true
    if (notices.length > 0) upkeep.tellInvalidations()
  }

  async function attempt(row: JobRow, leave: AbortController) {
    const startedAt = now()
    const rest = (resting.get(row.kind) ?? 0) - startedAt
    if (rest > 0) {
      tried.push({ row, outcome: { state: 'waiting', after: rest, doubtful: false }, startedAt, untried: true })
      return schedule()
    }
    const late = setTimeout(() => leave.abort(new Error('the try took too long')), patience.try)
    const outcome = await act(row, leave.signal)
    clearTimeout(late)
    tried.push({ row, outcome, startedAt })
    schedule()
  }

  async function act(row: JobRow, signal: AbortSignal): Promise<Outcome> {
    const handler = handlers[row.kind]
    if (!handler)
      return { state: 'waiting', note: `no handler for jobs of the kind "${row.kind}": set up their feature, or run the newer program`, doubtful: false }
    const { result, after } = await listening(async () => {
      try {
        const outcome = await Promise.race([handler(JSON.parse(row.body) as never, toContext(row, signal)), leftAlone(signal)])
        checkOutcome(outcome)
        return outcome
      } catch (error) {
        log.warn({ report: row.id, kind: row.kind, attempt: row.attempts + 1, err: error }, 'a try failed')
        if (signal.aborted) return { state: 'waiting', note: (signal.reason as Error).message, doubtful: true } satisfies Outcome
        return classify(error)
      }
    })
    if (result.state !== 'waiting' || after === undefined) return result
    // Other jobs of this kind would get the same answer.
    resting.set(row.kind, now() + Math.min(after, longestRest))
    return { ...result, after: Math.max(result.after ?? 0, after) }
  }

  const toContext = (row: JobRow, signal: AbortSignal): JobContext => ({
    id: row.id,
    seq: row.seq,
    job: { kind: row.kind, lane: row.lane, rank: row.rank, subject: row.subject, order: row.order_id, body: row.body },
    attempt: row.attempts + 1,
    doubtful: row.doubtful === 1,
    acceptedAt: row.accepted_at,
    now: clock.proven,
    notes: JSON.parse(row.notes) as string[],
    result: JSON.parse(row.result) as Record<string, unknown>,
    fact: <Value>(name: string) => readFact(store, name) as Promise<Value | undefined>,
    keepFirst: <Value>(name: string, value: Value) => transact((within) => keepFirst(within, name, value, now())) as Promise<Value>,
    signal,
  })

  /** Logs an error of the store, once until the store responds again. */
  function complain(error: unknown) {
    if (!silent && !closing) log.error({ err: error }, 'the store of the queue does not respond')
    silent = true
  }

  function goOn() {
    due = true
    schedule()
  }

  await transact(async (within) => {
    if (database.kind === 'sqlite') await freeLanesOfTheDead(within, owner)
    await bringBack(within, now(), domains)
  })
  const upkeep = startUpkeep({
    database,
    clock,
    domains,
    owner,
    working: () => [...running.keys()],
    onDue: goOn,
    onInvalidation,
    onAnswer(error) {
      if (error !== undefined) complain(error)
      else if (unstored === 0) silent = false
    },
    poll,
  })
  await upkeep.started

  return {
    wake: goOn,
    async close() {
      closing = true
      upkeep.rest()
      const drained = new Promise<void>((resolve) => idle.push(resolve))
      schedule()
      const ended = setTimeout(() => ending.abort(), patience.ending)
      ending.signal.addEventListener('abort', () => {
        for (const { leave } of running.values()) leave.abort(new Error('the process is stopping'))
      })
      await drained
      clearTimeout(ended)
      upkeep.stop()
      await database.close()
    },
  }
}

/** Rejects when a try has to stop, so that the engine does not wait for a handler that ignores the signal. */
function leftAlone(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }))
}
