import { sql } from 'kysely'
import type { WorkState } from './job.ts'

/** Stands for a body that is no longer kept: JSON, as every body is. */
export const blank = 'null'

/** States in which nothing reads a body again. */
export const bodiless: readonly WorkState[] = ['delivered', 'superseded', 'dropped']

/** Kinds whose bodies are read after the work is done, and name people by their ids alone: amounts that were given back, and by which token an event came. */
const impersonal = ['platform-refund', 'claim-void', 'loyalty-event']

/** That the body of a work is to be blanked once the work is in one of those states. */
export const isPersonal = sql<boolean>`work.kind not in (${sql.join(impersonal)})`

/** What the body of these works becomes, as a value to be set. */
export const blanked = sql<string>`case when ${isPersonal} then ${blank} else work.body end`
