import { sql } from 'kysely'
import type { JobState } from './job.ts'
import { kindsOfOlderRows } from './older-rows.ts'

/** Replaces a body that is no longer stored. It is JSON, like every body. */
export const blank = 'null'

/** States in which no code reads the body again. */
export const bodiless: readonly JobState[] = ['delivered', 'superseded', 'dropped']

/** The SQL value of the body in one of those states: the body itself if it may be kept, else blank. */
export const blanked = sql<string>`case
  when work.keeps_body = 1 or (work.keeps_body is null and work.kind in (${sql.join(kindsOfOlderRows.keepsBody)})) then work.body
  else ${blank} end`
