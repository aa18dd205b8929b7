import { Refusal } from '../http/problems.ts'
import type { Outcome, Job } from './job.ts'

/** Characters that a name may have: what is longer no index takes. */
const longest = 500

/** Refuses names that one kind of store would take and another would not. */
export function checkNames(what: string, names: readonly string[]) {
  for (const name of names) {
    if (name.includes('\0')) throw new Refusal('invalid-request', `The ${what} cannot hold the character U+0000.`)
    if (name.length > longest) throw new Refusal('invalid-request', `The ${what} cannot be longer than ${longest} characters.`)
  }
}

/** Refuses a job that no store could take. */
export function checkJob({ kind, lane, subject, order }: Job) {
  checkNames('kind', [kind])
  checkNames('id of the order', [order ?? ''])
  checkNames('id of what is reported', [subject])
  checkNames('id of what it belongs to', [lane])
}

/** Refuses an outcome that no store could take: it would be in the way of all others. */
export function checkOutcome(outcome: Outcome) {
  JSON.stringify(outcome)
  for (const job of ('then' in outcome && outcome.then) || []) checkJob(job)
  checkNames('name of what is kept', [
    ...('waitsFor' in outcome && outcome.waitsFor ? [outcome.waitsFor] : []),
    ...Object.keys(('facts' in outcome && outcome.facts) || {}),
    ...(('notices' in outcome && outcome.notices) || []).flatMap(({ topic, customer }) => [topic, customer ?? '']),
  ])
}
