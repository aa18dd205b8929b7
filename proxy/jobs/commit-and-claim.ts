import { sql } from 'kysely'
import { blanked, bodiless } from './blanking.ts'
import type { Database } from '../store/database.ts'
import { changedFacts, keepFacts } from '../store/facts.ts'
import { insertJobs, never, wakeLanes } from './inserting.ts'
import { chunks } from '../store/chunks.ts'
import { nextJobs } from './next-jobs.ts'
import { settle, withNotes, type Settled, type Tried } from './settle.ts'
import type { Within, JobRow } from '../store/tables.ts'
import type { Invalidation } from './job.ts'

/** The input of one commit of an engine. */
export interface CommitInput {
  tried: readonly Tried[]
  /** Names that delivered jobs have woken lately, each with its time. */
  called: ReadonlyMap<string, number>
  owner: string
  now: number
  /** Until when no other engine may take the claimed lanes. */
  lease: number
  /** How many lanes may run after the commit, beside those that are running now and have no job in `tried`. */
  room: number
  /** Lanes that run in this engine: they are not begun a second time, even if their leases have expired. */
  busy: readonly string[]
  /** Whether the engine goes on with its lanes; otherwise it gives them back. */
  going: boolean
}

/** The result of a commit: what the engine has to do next. */
export interface CommitResult {
  /** Jobs to run now, each in a lane that this engine owns. */
  next: JobRow[]
  /** The tried jobs with their new rows, without jobs that another process has settled in the meantime. */
  settled: (Tried & { now: Settled })[]
  notices: Invalidation[]
  /** Names whose waiting jobs were woken. */
  woken: string[]
  /** Whether there may be more to claim. */
  more: boolean
}

/** Stores the outcomes of jobs and claims the next jobs, of the same lanes and of others, all in one commit. */
export async function commitAndClaim(kind: Database['kind'], within: Within, input: CommitInput): Promise<CommitResult> {
  const { owner, now, going } = input
  const settled = await storeOutcomes(within, input)
  const lanes = [...new Set(input.tried.map(({ row }) => row.lane))]
  const mine = await goOn(within, await ownedAmong(within, lanes, owner), now, going)
  const free = Math.max(0, input.room - mine.length)
  const claimed = free > 0 ? await claimLanes(kind, within, input, free) : []
  const outcomes = settled.map(({ outcome }) => outcome)
  return {
    next: [...mine, ...(await goOn(within, claimed, now, going))],
    settled,
    notices: outcomes.flatMap((outcome) => ('notices' in outcome && outcome.notices) || []),
    woken: outcomes.flatMap((outcome) => ('wakes' in outcome && outcome.wakes) || []),
    more: (input.room > 0 && claimed.length === free) || outcomes.some((outcome) => 'then' in outcome || 'wakes' in outcome),
  }
}

/** Returns the next due job of each lane; gives back the lanes that have none. */
async function goOn(within: Within, lanes: readonly string[], now: number, going: boolean): Promise<JobRow[]> {
  const { jobs, due } = await nextJobs(within, lanes, now)
  const next = going ? jobs : []
  const busy = new Set(next.map(({ lane }) => lane))
  await releaseLanes(
    within,
    lanes.filter((lane) => !busy.has(lane)),
    due,
  )
  return next
}

async function storeOutcomes(within: Within, { tried, called, now }: CommitInput): Promise<(Tried & { now: Settled })[]> {
  if (tried.length === 0) return []
  const outcomes = tried.map((one) => ({ ...one, now: settle(one, now) }))
  const changed = await changedFacts(
    within,
    outcomes.flatMap(({ now: { waits_for } }) => waits_for ?? []),
  )
  for (const one of outcomes) {
    // The thing that the job waits for came during the try, in this process or in another one.
    const name = one.now.waits_for
    if (name !== null && Math.max(called.get(name) ?? -1, changed.get(name) ?? -1) >= one.startedAt) one.now.due_at = now
  }
  const names = [...new Set(tried.flatMap(({ outcome }) => ('wakes' in outcome && outcome.wakes) || []))]
  const wanting = await lanesWanting(within, names)
  // All rows of lanes are locked in one order before any job is changed.
  await wakeLanes(within, [...tried.map(({ row }) => row.lane), ...wanting], never)
  const applied = await updateJobs(
    within,
    outcomes.map(({ now: row }) => row),
  )
  const settled = outcomes.filter(({ row }) => applied.has(row.seq))
  await putOffAlike(within, settled)
  await endOvertaken(
    within,
    settled.flatMap(({ row, now: { state } }) => (state === 'delivered' ? [row] : [])),
    now,
  )
  const all = settled.map(({ outcome }) => outcome)
  await insertJobs(
    within,
    all.flatMap((outcome) => ('then' in outcome && outcome.then) || []),
    now,
  )
  await keepFacts(within, Object.assign({}, ...all.map((outcome) => ('facts' in outcome && outcome.facts) || {})) as Record<string, unknown>, now)
  for (const { write } of all) await write?.(within, now)
  const notices = all.flatMap((outcome) => ('notices' in outcome && outcome.notices) || [])
  for (const some of chunks(notices)) {
    await within
      .insertInto('notices')
      .values(some.map((notice) => ({ ...notice, noted_at: now })))
      .execute()
  }
  const calling = new Set(all.flatMap((outcome) => ('wakes' in outcome && outcome.wakes) || []))
  await wakeJobs(within, [...calling], now)
  return settled
}

async function lanesWanting(within: Within, names: readonly string[]): Promise<string[]> {
  const lanes: string[] = []
  for (const some of chunks(names)) {
    const rows = await within.selectFrom('work').select('lane').distinct().where('state', '=', 'waiting').where('waits_for', 'in', some).execute()
    for (const { lane } of rows) lanes.push(lane)
  }
  return lanes
}

async function wakeJobs(within: Within, names: readonly string[], now: number) {
  for (const some of chunks(names)) {
    const rows = await within.updateTable('work').set({ due_at: now }).where('state', '=', 'waiting').where('waits_for', 'in', some).returning('lane').execute()
    await wakeLanes(
      within,
      rows.map(({ lane }) => lane),
      now,
    )
  }
}

/**
 * Updates jobs that still wait, and returns the numbers of the updated rows. `delivered` and `superseded` also replace any other state: the job
 * was done, whatever a person decided in the meantime.
 */
async function updateJobs(within: Within, rows: readonly Settled[]): Promise<Set<number>> {
  const applied = new Set<number>()
  for (const some of chunks(rows)) {
    const values = some.map(
      (row) =>
        sql`(${row.seq}, ${row.state}, ${row.attempts}, ${row.doubtful}, ${row.notes}, ${row.result}, ${row.waits_for}, ${row.missing_since}, ${row.due_at}, ${row.settled_at})`,
    )
    const answer = await sql<{ seq: number }>`
      with v (seq, state, attempts, doubtful, notes, result, waits_for, missing_since, due_at, settled_at) as (values ${sql.join(values)})
      update work set body = case when v.state in (${sql.join(bodiless)}) then ${blanked} else work.body end, state = v.state, attempts = cast(v.attempts as integer), doubtful = cast(v.doubtful as integer), notes = v.notes, result = v.result,
        waits_for = v.waits_for, missing_since = cast(v.missing_since as bigint), due_at = cast(v.due_at as bigint), settled_at = cast(v.settled_at as bigint)
      from v
      where work.seq = cast(v.seq as bigint)
        and (work.state = 'waiting' or (v.state in ('delivered', 'superseded') and work.state not in ('delivered', 'superseded')))
      returning work.seq as seq`.execute(within)
    for (const { seq } of answer.rows) applied.add(seq)
  }
  return applied
}

/**
 * Puts off the other jobs of a lane that wait for the same thing: none of them is due before the job that has just missed this thing. They would
 * get the same answer, and they keep their order. Otherwise a due job would have the first of them tried again and again, and no job behind it.
 */
async function putOffAlike(within: Within, settled: readonly (Tried & { now: Settled })[]) {
  for (const { row, now: stands } of settled) {
    if (stands.state !== 'waiting' || stands.waits_for === null) continue
    await within
      .updateTable('work')
      .set({ due_at: stands.due_at })
      .where('lane', '=', row.lane)
      .where('waits_for', '=', stands.waits_for)
      .where('state', '=', 'waiting')
      .where('doubtful', '=', 0)
      .where('due_at', '<', stands.due_at)
      .execute()
  }
}

/** Ends earlier unfinished jobs about the same subject as a delivered job: they would undo the newer change. */
async function endOvertaken(within: Within, delivered: readonly JobRow[], now: number) {
  const keyOf = ({ lane, rank, kind, subject }: Pick<JobRow, 'lane' | 'rank' | 'kind' | 'subject'>) => JSON.stringify([lane, rank, kind, subject])
  const newest = new Map(delivered.map((row) => [keyOf(row), row.seq]))
  for (const some of chunks([...new Set(delivered.map(({ subject }) => subject))])) {
    const undone = await within
      .selectFrom('work')
      .select(['seq', 'lane', 'rank', 'kind', 'subject', 'notes'])
      .where('subject', 'in', some)
      .where('state', 'in', ['waiting', 'held', 'failed'])
      .execute()
    for (const row of undone) {
      if (row.seq >= (newest.get(keyOf(row)) ?? 0)) continue
      const notes = withNotes(row.notes, ['a newer report about the same subject was delivered'])
      const ended = { state: 'superseded', body: blanked, notes, waits_for: null, due_at: now, settled_at: now } as const
      await within.updateTable('work').set(ended).where('seq', '=', row.seq).execute()
    }
  }
}

async function ownedAmong(within: Within, lanes: readonly string[], owner: string): Promise<string[]> {
  const owned: string[] = []
  for (const some of chunks(lanes)) {
    const rows = await within.selectFrom('lanes').select('lane').where('lane', 'in', some).where('owner', '=', owner).execute()
    for (const { lane } of rows) owned.push(lane)
  }
  return owned
}

/** Claims lanes with a due job: lanes without an owner, and lanes whose lease has expired. */
async function claimLanes(kind: Database['kind'], within: Within, { owner, now, lease, busy }: CommitInput, free: number): Promise<string[]> {
  const take = (limit: number, without: readonly { lane: string }[], freshOnly = false) => {
    const due = within
      .selectFrom('lanes')
      .select(['lane', 'owner'])
      .where('next_due', '<=', now)
      .where('lane', 'not in', [...busy, ...without.map(({ lane }) => lane), ''])
      .where(({ or, eb }) => or([eb('owner', 'is', null), eb('lease_until', '<=', now)]))
      .$if(freshOnly, (query) => query.where('fresh', '=', sql<number>`1`))
      .orderBy('next_due')
      .limit(limit)
    return (kind === 'postgres' ? due.forUpdate().skipLocked() : due).execute()
  }
  // A quarter of the room is for lanes with new jobs: a person may be waiting for them. Jobs that were tried for hours can wait a little longer.
  const forFresh = Math.floor(free / 4 + Math.random())
  const rows = await take(free - forFresh, [])
  if (forFresh > 0 && rows.length === free - forFresh) {
    rows.push(...(await take(forFresh, rows, true)))
    if (rows.length < free) rows.push(...(await take(free - rows.length, rows)))
  }
  for (const some of chunks(rows.map(({ lane }) => lane))) {
    await within.updateTable('lanes').set({ owner, lease_until: lease }).where('lane', 'in', some).execute()
  }
  // The engine that owned these lanes stopped during a try, which may have taken effect.
  for (const some of chunks(rows.filter((row) => row.owner !== null).map(({ lane }) => lane))) {
    await within.updateTable('work').set({ doubtful: 1 }).where('lane', 'in', some).where('state', '=', 'waiting').execute()
  }
  return rows.map(({ lane }) => lane)
}

/** Gives lanes back, each until its next job is due; deletes lanes without jobs. */
async function releaseLanes(within: Within, lanes: readonly string[], due: ReadonlyMap<string, number>) {
  for (const some of chunks(lanes.filter((lane) => due.has(lane)))) {
    const values = some.map((lane) => sql`(${lane}, ${due.get(lane)!})`)
    await sql`
      with v (lane, due) as (values ${sql.join(values)})
      update lanes set owner = null, lease_until = 0, next_due = cast(v.due as bigint), fresh = 0 from v where lanes.lane = v.lane`.execute(within)
  }
  for (const some of chunks(lanes.filter((lane) => !due.has(lane)))) await within.deleteFrom('lanes').where('lane', 'in', some).execute()
}
