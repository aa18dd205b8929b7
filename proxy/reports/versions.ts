import type { JobContext, Outcome } from '../jobs/handler.ts'
import type { ReportVersion } from './report-facts.ts'

/**
 * Whether a newer report was delivered already: by the platform's version, or otherwise by the order in which the reports came. A change counts as
 * newer than a creation, whichever was accepted first.
 */
export function isOlder(kind: 'creation' | 'change', version: number | undefined, { seq }: JobContext, known: ReportVersion | undefined): boolean {
  if (!known) return false
  if (version !== undefined) return known.version !== null && version < known.version
  const { created = 0, changed = 0 } = known.told ?? {}
  return seq < (kind === 'change' ? changed : Math.max(created, changed))
}

/** The version of an item after a report of it was delivered. */
export function toReportVersion(how: 'created' | 'changed', version: number | undefined, { seq }: JobContext, known: ReportVersion | undefined): ReportVersion {
  if (version === undefined) return { version: known?.version ?? null, told: { ...known?.told, [how]: seq } }
  return { version: Math.max(version, known?.version ?? version), ...(known?.told && { told: known.told }) }
}

/** The outcome for a report that a newer one has replaced. */
export const superseded: Outcome = { state: 'superseded', notes: ['a newer report was delivered before this one'] }
