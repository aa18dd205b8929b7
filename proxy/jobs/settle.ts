import { bounded, spread } from './backoff.ts'
import type { JobRow } from '../store/tables.ts'
import type { Outcome } from './job.ts'

/** A job that was tried, and what came of it. */
export interface Tried {
  row: JobRow
  outcome: Outcome
  /** When the try began. */
  startedAt: number
  /** It was put off, and not tried. */
  untried?: boolean
}

/** What stands for an outcome that the store does not take. */
export const unstorable = { state: 'waiting', note: 'what came of it cannot be stored: the reason stands in the log', doubtful: true } satisfies Outcome

/** What a try changes in the row of its job. */
export type Settled = Pick<JobRow, 'seq' | 'state' | 'attempts' | 'doubtful' | 'notes' | 'result' | 'waits_for' | 'missing_since' | 'due_at' | 'settled_at'>

/** Milliseconds for which a job is tried, and for which it waits for what it speaks of. */
export const deadlines = { trying: 72 * 3_600_000, missing: 48 * 3_600_000 }
/** How many notes a job keeps, and how long each may be. */
const bounds = { notes: 20, characters: 600 }

/** What a try makes of a job. */
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
  // Whoever comes late is not late for what was asked for only now.
  const missingSince = waitsFor === undefined ? null : row.waits_for === waitsFor ? (row.missing_since ?? now) : now
  const left = untried || lasting ? longest : (missingSince ?? row.began_at) + longest - now
  if (left <= 0) {
    const reason = waitsFor === undefined ? 'not done' : `${waitsFor} was not reported`
    const notes = [...(note === undefined ? [] : [note]), `${reason} within ${longest / 3_600_000} hours: mend the cause, then have it tried again`]
    return { ...base, state: 'failed', doubtful: Math.max(row.doubtful, Number(doubtful)), notes: withNotes(row.notes, notes), settled_at: now }
  }
  return {
    ...base,
    state: 'waiting',
    // Whoever was told what it lacks knows that nothing of it has happened.
    doubtful: waitsFor !== undefined && !untried ? Number(doubtful) : Math.max(row.doubtful, Number(doubtful)),
    notes: withNotes(row.notes, note === undefined ? [] : [note]),
    waits_for: waitsFor ?? null,
    missing_since: missingSince,
    // All that are put off are due at the same time again, so that none of them goes past one that came before it.
    due_at: untried ? startedAt + bounded(after) : now + Math.min(left, Math.max(bounded(after), spread(attempts, waitsFor !== undefined))),
    settled_at: null,
  }
}

/** Notes with others behind them; what is said again at every try is kept once, and of too many the first and the last ones. */
export function withNotes(kept: string, more: readonly string[]): string {
  const notes = JSON.parse(kept) as string[]
  for (const one of more) {
    const note = one.slice(0, bounds.characters)
    if (!notes.includes(note)) notes.push(note)
  }
  if (notes.length > bounds.notes) notes.splice(1, notes.length - bounds.notes)
  return JSON.stringify(notes)
}
