import { Refusal } from '../http/problems.ts'
import type { Outcome, Job } from './job.ts'

/** The most characters of a name: an index does not accept longer ones. */
const longest = 500

/** Refuses names that one kind of store accepts and the other does not. */
export function checkNames(what: string, names: readonly string[]) {
  for (const name of names) {
    if (name.includes('\0')) throw new Refusal('invalid-request', `The ${what} cannot hold the character U+0000.`)
    if (name.length > longest) throw new Refusal('invalid-request', `The ${what} cannot be longer than ${longest} characters.`)
  }
}

/** Refuses a job whose names a store cannot hold. */
export function checkJob({ kind, lane, subject, order }: Job) {
  checkNames('kind', [kind])
  checkNames('id of the order', [order ?? ''])
  checkNames('id of the subject', [subject])
  checkNames('id of the lane', [lane])
}

/** Refuses an outcome that no store could hold: such an outcome would block all others. */
export function checkOutcome(outcome: Outcome) {
  JSON.stringify(outcome)
  for (const job of ('then' in outcome && outcome.then) || []) checkJob(job)
  checkNames('stored name', [
    ...('waitsFor' in outcome && outcome.waitsFor ? [outcome.waitsFor] : []),
    ...Object.keys(('facts' in outcome && outcome.facts) || {}),
    ...(('notices' in outcome && outcome.notices) || []).flatMap(({ topic, customer }) => [topic, customer ?? '']),
  ])
}
