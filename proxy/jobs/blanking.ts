import { sql } from 'kysely'
import type { JobState } from './job.ts'
import { kindsOfOlderRows } from './older-rows.ts'

/** Stands for a body that is no longer kept: JSON, as every body is. */
export const blank = 'null'

/** States in which nothing reads a body again. */
export const bodiless: readonly JobState[] = ['delivered', 'superseded', 'dropped']

/** The SQL value that replaces a body in one of those states. */
export const blanked = sql<string>`case
  when work.keeps_body = 1 or (work.keeps_body is null and work.kind in (${sql.join(kindsOfOlderRows.keepsBody)})) then work.body
  else ${blank} end`
