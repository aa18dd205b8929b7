import { validateNames } from '../store/names.ts'
import type { Outcome } from './handler.ts'
import type { Job } from './job.ts'
import { factsOf, followUpsOf, invalidationsOf } from './outcome-effects.ts'

/** Refuses a job whose names a store cannot hold. */
export function validateJob({ kind, orderingKey, subject, businessKey }: Job) {
  validateNames('kind', [kind])
  validateNames('id of the record', [businessKey ?? ''])
  validateNames('id of the subject', [subject])
  validateNames('ordering key', [orderingKey])
}

/** Refuses an outcome that no store could hold: such an outcome would block all others. */
export function validateOutcome(outcome: Outcome) {
  JSON.stringify(outcome)
  for (const job of followUpsOf(outcome)) validateJob(job)
  validateNames('stored name', [
    ...('waitsFor' in outcome && outcome.waitsFor ? [outcome.waitsFor] : []),
    ...Object.keys(factsOf(outcome)),
    ...invalidationsOf(outcome).flatMap(({ topic, key }) => [topic, key ?? '']),
  ])
}
