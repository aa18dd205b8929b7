import type { Invalidation, Outcome } from './handler.ts'
import type { Job } from './job.ts'

/** The jobs that an outcome enqueues. */
export const followUpsOf = (outcome: Outcome): readonly Job[] => ('followUps' in outcome && outcome.followUps) || []

/** The names whose waiting jobs an outcome wakes. */
export const wakesOf = (outcome: Outcome): readonly string[] => ('wakes' in outcome && outcome.wakes) || []

/** The facts that an outcome stores or deletes. */
export const factsOf = (outcome: Outcome): Readonly<Record<string, unknown>> => ('facts' in outcome && outcome.facts) || {}

/** The invalidations that an outcome publishes. */
export const invalidationsOf = (outcome: Outcome): readonly Invalidation[] => ('invalidations' in outcome && outcome.invalidations) || []
