import { bounded, spread } from './backoff.ts'
import type { JobRow } from '../store/tables.ts'
import type { Outcome } from './job.ts'

/** A job that was tried, and the outcome. */
export interface Tried {
  row: JobRow
  outcome: Outcome
  /** When the try began. */
  startedAt: number
  /** Whether the job was put off without a try. */
  untried?: boolean
}

/** The outcome that replaces one that the store does not accept. */
export const unstorable = { state: 'waiting', note: 'the outcome of a try cannot be stored: the log has the reason', doubtful: true } satisfies Outcome

/** The columns of a job that a try changes. */
export type Settled = Pick<JobRow, 'seq' | 'state' | 'attempts' | 'doubtful' | 'notes' | 'result' | 'waits_for' | 'missing_since' | 'due_at' | 'settled_at'>

/** Milliseconds for which a job is tried, and for which it waits for something that it refers to. */
export const deadlines = { trying: 72 * 3_600_000, missing: 48 * 3_600_000 }
/** The most notes of a job, and the most characters of each. */
const bounds = { notes: 20, characters: 600 }

/** Returns the new columns of a job after a try. */
export function settle({ row, outcome, startedAt, untried = false }: Tried, now: number): Settled {
  const attempts = row.attempts + (untried ? 0 : 1)
  const base = {
    seq: row.seq,
    attempts,
    doubtful: row.doubtful,
    result: JSON.stringify({ ...(JSON.parse(row.result) as object), ...outcome.result }),
    waits_for: null,
    missing_since: null,
    due_at: now,
  }
  if (outcome.state !== 'waiting') {
    const notes = 'note' in outcome ? [outcome.note] : (outcome.notes ?? [])
    return { ...base, state: outcome.state, notes: withNotes(row.notes, notes), settled_at: outcome.state === 'held' ? null : now }
  }
  const { note, after = 0, lasting = false, doubtful } = outcome
  const waitsFor = untried ? (row.waits_for ?? undefined) : outcome.waitsFor
  const longest = waitsFor === undefined ? deadlines.trying : deadlines.missing
  // The deadline for a missing thing begins when the job first waits for this thing, not when the job began.
  const missingSince = waitsFor === undefined ? null : row.waits_for === waitsFor ? (row.missing_since ?? now) : now
  const left = untried || lasting ? longest : (missingSince ?? row.began_at) + longest - now
  if (left <= 0) {
    const reason = waitsFor === undefined ? 'not done' : `${waitsFor} was not reported`
    const notes = [...(note === undefined ? [] : [note]), `${reason} within ${longest / 3_600_000} hours: fix the cause, then retry the job`]
    return { ...base, state: 'failed', doubtful: Math.max(row.doubtful, Number(doubtful)), notes: withNotes(row.notes, notes), settled_at: now }
  }
  return {
    ...base,
    state: 'waiting',
    // A try that finds something missing also shows that no earlier try has taken effect. Therefore only this try counts.
    doubtful: waitsFor !== undefined && !untried ? Number(doubtful) : Math.max(row.doubtful, Number(doubtful)),
    notes: withNotes(row.notes, note === undefined ? [] : [note]),
    waits_for: waitsFor ?? null,
    missing_since: missingSince,
    // All jobs that were put off are due at the same time again, so that none of them overtakes an earlier one.
    due_at: untried ? startedAt + bounded(after) : now + Math.min(left, Math.max(bounded(after), spread(attempts, waitsFor !== undefined))),
    settled_at: null,
  }
}

/** Appends notes; the same note is kept once. If there are too many, the first and the latest ones are kept. */
export function withNotes(kept: string, more: readonly string[]): string {
  const notes = JSON.parse(kept) as string[]
  for (const one of more) {
    const note = one.slice(0, bounds.characters)
    if (!notes.includes(note)) notes.push(note)
  }
  if (notes.length > bounds.notes) notes.splice(1, notes.length - bounds.notes)
  return JSON.stringify(notes)
}
