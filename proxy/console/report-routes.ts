import type { consoleActs, consoleReads, Person } from '../../console/contract/console.ts'
import type { Report, ReportChange, ReportGroup } from '../../console/contract/reports.ts'
import type { StoredJob } from '../jobs/job.ts'
import type { JobFilter, Queue } from '../jobs/queue.ts'
import type { Handlers } from '../http/serve.ts'

/** The reports that one page shows. */
const pageSize = 50

/** The jobs of each group. */
const groups: Record<ReportGroup, JobFilter> = {
  unprotected: { states: ['held', 'failed'], kind: 'platform-refund' },
  held: { states: ['held'] },
  failed: { states: ['failed'] },
  waiting: { states: ['waiting'] },
}

type ReportVerbs = Pick<typeof consoleReads, 'listReports'> & Pick<typeof consoleActs, 'retryReports' | 'dropReports'>

/** Handlers about reports that need a person. */
export const reportRoutes = (queue: Queue): Handlers<ReportVerbs, Person> => ({
  async listReports({ group, after }) {
    const found = await queue.list({ ...groups[group], limit: pageSize, ...(after !== undefined && { after }) })
    return { reports: found.map(toReport), next: found.length < pageSize ? null : found.at(-1)!.id }
  },
  async retryReports({ reports, reason }, { name, via }) {
    return toChange(reports, await queue.retry(reports, { who: name, via, reason }))
  },
  async dropReports({ reports, reason }, { name, via }) {
    return toChange(reports, await queue.drop(reports, `dropped by ${name}: ${reason}`, { who: name, via, reason }))
  },
})

const toChange = (asked: readonly string[], changed: string[]): ReportChange => ({ changed, unchanged: asked.filter((id) => !changed.includes(id)) })

/** A job for people: without its body, which may name a person. */
export const toReport = ({ id, kind, state, businessKey, subject, attempts, acceptedAt, dueAt, settledAt, notes }: StoredJob): Report => ({
  id,
  kind,
  state,
  order: businessKey,
  subject,
  attempts,
  accepted_at: toTime(acceptedAt),
  next_attempt_at: state === 'waiting' ? toTime(dueAt) : null,
  settled_at: settledAt === null ? null : toTime(settledAt),
  notes,
})

const toTime = (time: number) => new Date(time).toISOString()
