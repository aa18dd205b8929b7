import { sql } from 'kysely'
import { kindsOfOlderVersions } from '../store/older-versions.ts'
import type { JobState } from './job.ts'

/** Replaces a body that is no longer stored. It is JSON, like every body. */
export const redacted = 'null'

/** States in which no code reads the body again. */
export const redactedStates: readonly JobState[] = ['delivered', 'superseded', 'dropped']

/** The SQL value of the body in one of those states: the body itself if it may be kept, else {@link redacted}. */
export const redactedBody = sql<string>`case
  when work.keeps_body = 1 or (work.keeps_body is null and work.kind in (${sql.join(kindsOfOlderVersions.keepsBody)})) then work.body
  else ${redacted} end`
