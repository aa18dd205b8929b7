import type { KeptJob, Job } from '../jobs/job.ts'
import { hashOf } from '../reports/hash.ts'
import type { OrderReport } from '../reports/report-kinds.ts'
import { readPayload, type Part } from './payload.ts'
import { webhookJob, type Platform, type Topic, type WebhookBody } from './platform.ts'

/** An order or a parcel as its platform has it now, and the job that would report it. */
interface Listed {
  platform: Platform
  topic: Topic
  payload: Part
  /** The order's id. */
  order: string
  /** When it was changed last, in milliseconds, where the platform tells that. */
  version?: number | undefined
  /** The newest state of it that could not be reported, by its version. */
  held?: number | undefined
  /** Subjects of its reports begin with this. */
  subject: string
  job: Job
}

/** What has become of this very state of an order or a parcel among the jobs that were taken in before. */
export interface Taken {
  /** Its job is there and was not given up: to hand it in again does nothing. */
  isThere: boolean
  /** It waits for a person. */
  isHeld: boolean
  /** A person has given it up. */
  isDropped: boolean
}

/** Finds it among the jobs of its order. */
export function findTaken(listed: Listed, jobs: readonly KeptJob[]): Taken {
  const { platform, topic, payload, order, subject, job } = listed
  const alike = platform.topics.filter(({ map }) => map === topic.map).map((one) => webhookJob(platform, one, payload, { order }))
  const hashes = new Set([job, ...alike].map(({ body }) => hashOf(body)))
  const webhooks = jobs.filter(({ kind, hash }) => kind === 'webhook' && hashes.has(hash)).sort(newestFirst)
  // Bodies that were dropped are blanked: what became of a report is known by its place behind the webhook that it came from.
  const reports = jobs.filter((one) => one.kind !== 'webhook' && one.subject.startsWith(subject) && one.seq > (webhooks.at(-1)?.seq ?? Infinity))
  const [last, told] = [webhooks[0], reports.sort(newestFirst)[0]]
  const isAsNew = (one: KeptJob) => listed.version !== undefined && (versionIn(one, listed) ?? -1) >= listed.version
  return {
    isThere: webhooks.some((one) => one.subject === job.subject && one.hash === hashOf(job.body) && !['failed', 'dropped'].includes(one.state)),
    isHeld: jobs.some((one) => one.state === 'held' && (one.id === last?.id || one.id === told?.id || isAsNew(one))),
    isDropped:
      last === undefined
        ? listed.version !== undefined && listed.held !== undefined && listed.held >= listed.version
        : last.state === 'dropped' || told?.state === 'dropped',
  }
}

const newestFirst = (one: KeptJob, other: KeptJob) => other.seq - one.seq

/** How new the order is that a job tells of. */
function versionIn({ kind, body }: KeptJob, { platform, topic }: Listed): number | undefined {
  if (kind === 'order') return (JSON.parse(body) as OrderReport).version
  if (kind !== 'webhook') return undefined
  const { topic: name, text } = JSON.parse(body) as WebhookBody
  const payload = platform.topics.find((one) => one.name === name)?.map === topic.map ? readPayload(text) : undefined
  return payload && Math.max(...platform.timesOf(payload).map((time) => time ?? 0))
}
