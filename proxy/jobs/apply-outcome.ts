import { backoff, limitRequestedWait } from './backoff.ts'
import type { Outcome } from './handler.ts'
import type { ClaimedJob } from './job.ts'

/** An attempt of a job, and its outcome. */
export interface Attempt {
  job: ClaimedJob
  outcome: Outcome
  startedAt: number
  /** Whether the job was put off, and its handler did not run. */
  skipped?: boolean
}

/** The outcome that replaces one that the store does not accept. */
export const unstorableOutcome = {
  state: 'waiting',
  note: 'the outcome of an attempt cannot be stored: the log has the reason',
  inDoubt: true,
} satisfies Outcome

/** The fields of a job that an attempt changes. */
export type JobUpdate = Pick<ClaimedJob, 'seq' | 'state' | 'attempts' | 'inDoubt' | 'notes' | 'result' | 'waitsFor' | 'missingSince' | 'dueAt' | 'settledAt'>

/** Milliseconds for which a job is attempted, and for which it waits for something that it refers to. */
const deadlines = { attempting: 72 * 3_600_000, missing: 48 * 3_600_000 }
/** The most notes of a job, and the most characters of each. */
const bounds = { notes: 20, characters: 600 }

/** Returns the new fields of a job after an attempt. */
export function applyOutcome({ job, outcome, startedAt, skipped = false }: Attempt, now: number): JobUpdate {
  const base = {
    seq: job.seq,
    attempts: job.attempts + (skipped ? 0 : 1),
    inDoubt: job.inDoubt,
    result: { ...job.result, ...outcome.result },
    waitsFor: null,
    missingSince: null,
    dueAt: now,
  }
  if (outcome.state === 'waiting') return { ...base, ...applyWaiting({ job, outcome, startedAt, skipped }, base.attempts, now) }
  const notes = 'note' in outcome ? [outcome.note] : (outcome.notes ?? [])
  return { ...base, state: outcome.state, notes: appendNotes(job.notes, notes), settledAt: outcome.state === 'held' ? null : now }
}

interface WaitingAttempt extends Attempt {
  outcome: Extract<Outcome, { state: 'waiting' }>
}

/** The fields of a job that waits for its next attempt, or has failed because its deadline has passed. */
function applyWaiting({ job, outcome, startedAt, skipped }: WaitingAttempt, attempts: number, now: number) {
  const { note, after = 0, noDeadline = false, inDoubt } = outcome
  const waitsFor = skipped ? (job.waitsFor ?? undefined) : outcome.waitsFor
  const longest = waitsFor === undefined ? deadlines.attempting : deadlines.missing
  // The deadline for something missing begins when the job first waits for it, not when the job began.
  const missingSince = waitsFor === undefined ? null : job.waitsFor === waitsFor ? (job.missingSince ?? now) : now
  const left = skipped || noDeadline ? longest : (missingSince ?? job.beganAt) + longest - now
  if (left <= 0) {
    const reason = waitsFor === undefined ? 'not done' : `${waitsFor} was not reported`
    const notes = [...(note === undefined ? [] : [note]), `${reason} within ${longest / 3_600_000} hours: fix the cause, then retry the job`]
    return { state: 'failed' as const, inDoubt: job.inDoubt || inDoubt, notes: appendNotes(job.notes, notes), settledAt: now }
  }
  return {
    state: 'waiting' as const,
    // An attempt that finds something missing also shows that no earlier attempt has taken effect. Therefore only this attempt counts.
    inDoubt: waitsFor !== undefined && !skipped ? inDoubt : job.inDoubt || inDoubt,
    notes: appendNotes(job.notes, note === undefined ? [] : [note]),
    waitsFor: waitsFor ?? null,
    missingSince,
    // All jobs that were put off are due at the same time again, so that none of them overtakes an earlier one.
    dueAt: skipped
      ? startedAt + limitRequestedWait(after)
      : now + Math.min(left, Math.max(limitRequestedWait(after), backoff(attempts, waitsFor !== undefined))),
    settledAt: null,
  }
}

/** Appends notes; the same note is kept once. If there are too many, the first and the latest ones are kept. */
export function appendNotes(kept: readonly string[], more: readonly string[]): string[] {
  const notes = [...kept]
  for (const one of more) {
    const note = one.slice(0, bounds.characters)
    if (!notes.includes(note)) notes.push(note)
  }
  if (notes.length > bounds.notes) notes.splice(1, notes.length - bounds.notes)
  return notes
}
