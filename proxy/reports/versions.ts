import type { JobContext, Outcome } from '../jobs/job.ts'
import type { Standing } from './report-kinds.ts'

/**
 * Whether something newer was told already: by the platform's version, else by the order in which reports came. What changes something comes after
 * what creates it, whichever was accepted first.
 */
export function isOlder(kind: 'creation' | 'change', version: number | undefined, { seq }: JobContext, known: Standing | undefined): boolean {
  if (!known) return false
  if (version !== undefined) return known.version !== null && version < known.version
  const { created = 0, changed = 0 } = known.told ?? {}
  return seq < (kind === 'change' ? changed : Math.max(created, changed))
}

/** How something stands after it was told. */
export function toStanding(how: 'created' | 'changed', version: number | undefined, { seq }: JobContext, known: Standing | undefined): Standing {
  if (version === undefined) return { version: known?.version ?? null, told: { ...known?.told, [how]: seq } }
  return { version: Math.max(version, known?.version ?? version), ...(known?.told && { told: known.told }) }
}

/** Something newer was told already. */
export const superseded: Outcome = { state: 'superseded', notes: ['something newer was reported before this could be told'] }
