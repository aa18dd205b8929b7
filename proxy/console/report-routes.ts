import type { consoleActions, consoleReads, Person } from '../../console/contract/console.ts'
import type { Report, ReportChange, ReportGroup } from '../../console/contract/reports.ts'
import type { JobState, StoredJob } from '../jobs/job.ts'
import type { OpenQueue } from '../background/background.ts'
import type { JobFilter, Queue } from '../jobs/queue.ts'
import type { Handlers } from '../http/serve.ts'
import { orderFact, type OrderFacts } from '../reports/report-facts.ts'

/** The reports that one page shows. */
const pageSize = 50

/** The jobs of each group. */
const groups: Record<ReportGroup, JobFilter & { states: JobState[] }> = {
  unprotected: { states: ['held', 'failed'], kind: 'platform-refund' },
  held: { states: ['held'] },
  failed: { states: ['failed'] },
  waiting: { states: ['waiting'] },
}

type ReportVerbs = Pick<typeof consoleReads, 'listReports' | 'countReports'> & Pick<typeof consoleActions, 'retryReports' | 'dropReports'>

/** Handlers about reports that need a person. */
export const reportRoutes = (queue: OpenQueue): Handlers<ReportVerbs, Person> => ({
  async listReports({ group, after }) {
    const found = await queue.list({ ...groups[group], limit: pageSize, ...(after !== undefined && { after }) })
    const numbers = await numbersOf(queue, found)
    return { reports: found.map((job) => toReport(job, numbers.get(job.businessKey ?? ''))), next: found.length < pageSize ? null : found.at(-1)!.id }
  },
  async countReports() {
    const depth = await queue.depth()
    const count = ({ states, kind }: (typeof groups)[ReportGroup]) =>
      depth.filter((one) => states.includes(one.state) && (kind === undefined || one.kind === kind)).reduce((sum, { jobs }) => sum + jobs, 0)
    return { unprotected: count(groups.unprotected), held: count(groups.held), failed: count(groups.failed), waiting: count(groups.waiting) }
  },
  async retryReports({ reports, reason }, { name, via }) {
    return toChange(reports, await queue.retry(reports, { who: name, via, reason }))
  },
  async dropReports({ reports, reason }, { name, via }) {
    return toChange(reports, await queue.drop(reports, `dropped by ${name}: ${reason}`, { who: name, via, reason }))
  },
})

/** The numbers of the orders of these jobs, by the orders' ids; an order that was never reported has none yet. */
async function numbersOf(queue: Queue, jobs: readonly StoredJob[]): Promise<Map<string, string>> {
  const orders = [...new Set(jobs.flatMap(({ businessKey }) => businessKey ?? []))]
  const facts = await Promise.all(orders.map((order) => queue.fact<OrderFacts>(orderFact(order))))
  return new Map(orders.flatMap((order, index) => (facts[index] ? [[order, facts[index].number] as const] : [])))
}

const toChange = (asked: readonly string[], changed: string[]): ReportChange => ({ changed, unchanged: asked.filter((id) => !changed.includes(id)) })

/** A job for people: without its body, which may name a person. */
export const toReport = ({ id, kind, state, businessKey, subject, attempts, acceptedAt, dueAt, settledAt, notes }: StoredJob, number?: string): Report => ({
  id,
  kind,
  state,
  order: businessKey,
  number: number ?? null,
  subject,
  attempts,
  accepted_at: toTime(acceptedAt),
  next_attempt_at: state === 'waiting' ? toTime(dueAt) : null,
  settled_at: settledAt === null ? null : toTime(settledAt),
  notes,
})

const toTime = (time: number) => new Date(time).toISOString()
