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

/** Where an engine says what happens. */
export interface EngineLog {
  info(what: object, message: string): void
  warn(what: object, message: string): void
  error(what: object, message: string): void
}

/** What the operator may count. */
export interface EngineWatch {
  /** A try has ended; seconds since the job was accepted. */
  tried?(kind: string, state: JobState, seconds: number): void
  /** A commit has taken so many seconds. */
  committed?(what: 'accept' | 'outcomes', seconds: number): void
}

/** What an engine works with. */
export interface EngineParts {
  database: Database
  clock: Clock
  handlers: Readonly<Record<string, Handler>>
  /** What to make of an error that a handler did not expect. */
  classify: (error: unknown) => Outcome
  /** Other rows of the same store. */
  domains: readonly DomainRows[]
  log: EngineLog
  watch?: EngineWatch
  onInvalidation?: ((notice: Invalidation) => void) | undefined
  /** Milliseconds between looks at what other processes have brought. */
  poll?: number
  /** Lanes that are worked at once. */
  concurrency?: number
}

/** Milliseconds: what one try may take, and what is under way when the process has to end. */
const patience = { try: 60_000, ending: 8_000 }
/** Milliseconds that a kind of job is left alone at the most because one of them was told to wait. */
const longestRest = 60_000

/** Runs the jobs of a store. */
export interface Engine {
  /** Looks for jobs that are due now. */
  wake(): void
  /** Starts no further job, gives those that run some seconds to end, and closes the store: all within ten seconds. */
  close(): Promise<void>
}

/** Does the jobs of a store, lane by lane, beside whoever else works at the same store. */
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
  /** Names that were called lately, with when. */
  const called = new Map<string, number>()
  /** Until when a kind of job is left alone, since a service asked for it. */
  const resting = new Map<string, number>()
  let tried: Tried[] = []
  /** How many of them are stored one by one, since one of them cannot be. */
  let suspects = 0
  let closing = false
  let due = true
  let turning = false
  let scheduled = false
  let unstored = 0
  let silent = false
  const idle: (() => void)[] = []

  /** Looks for what is to be done once all that has just come in is there. */
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
        // What was done is done: it is kept until it can be stored.
        due = true
        const [first, ...others] = batch
        if (first && first.outcome !== unstorable && isOfOne(error)) {
          // One that cannot be stored must not hold up the others.
          if (others.length > 0) suspects = batch.length
          else log.error({ err: error, report: first.row.id, kind: first.row.kind }, 'what came of a try cannot be stored')
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

  /** Goes on after a commit. */
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
      return { state: 'waiting', note: `nothing here does jobs of the kind "${row.kind}": set up what does, or run the newer program`, doubtful: false }
    const { result, after } = await listening(async () => {
      try {
        const outcome = await Promise.race([handler(JSON.parse(row.body) as never, toContext(row, signal)), leftAlone(signal)])
        checkOutcome(outcome)
        return outcome
      } catch (error) {
        log.warn({ report: row.id, kind: row.kind, attempt: row.attempts + 1, err: error }, 'a try has failed')
        if (signal.aborted) return { state: 'waiting', note: (signal.reason as Error).message, doubtful: true } satisfies Outcome
        return classify(error)
      }
    })
    if (result.state !== 'waiting' || after === undefined) return result
    // Others of its kind would be told the same.
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

  /** Says once of each time that the store is away. */
  function complain(error: unknown) {
    if (!silent && !closing) log.error({ err: error }, 'the store of the queue does not answer')
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
        for (const { leave } of running.values()) leave.abort(new Error('the process has to end'))
      })
      await drained
      clearTimeout(ended)
      upkeep.stop()
      await database.close()
    },
  }
}

/** Rejects when a try has to end, so that nobody waits for a handler that does not. */
function leftAlone(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }))
}
