import type { StoredJob, Job } from '../jobs/job.ts'
import { hashOf } from '../reports/hash.ts'
import type { OrderReport } from '../reports/report-bodies.ts'
import { readPayload, type Part } from './payload.ts'
import { webhookJob, type Platform, type Topic, type WebhookBody } from './platform.ts'

/** An order or a parcel in the platform's current state, and the job that would report it. */
interface Listed {
  platform: Platform
  topic: Topic
  payload: Part
  /** The order's id. */
  order: string
  /** When it was changed last, in milliseconds, if the platform says so. */
  version?: number | undefined
  /** The version of its newest state that could not be reported. */
  held?: number | undefined
  /** The prefix of the subjects of its reports. */
  subject: string
  job: Job
}

/** What earlier jobs say about exactly this state of an order or a parcel. */
export interface EarlierJobs {
  /** Its job exists and was not dropped: accepting it again has no effect. */
  isThere: boolean
  /** The state waits for a person. */
  isHeld: boolean
  /** A person has dropped the state. */
  isDropped: boolean
}

/** Finds the state among the jobs of its order. */
export function findEarlierJobs(listed: Listed, jobs: readonly StoredJob[]): EarlierJobs {
  const { platform, topic, payload, order, subject, job } = listed
  const alike = platform.topics.filter(({ map }) => map === topic.map).map((one) => webhookJob(platform, one, payload, { order }))
  const hashes = new Set([job, ...alike].map(({ body }) => hashOf(body)))
  const webhooks = jobs.filter(({ kind, hash }) => kind === 'webhook' && hashes.has(hash)).sort(newestFirst)
  // Bodies of dropped jobs are redacted, so a report is identified by its place after the webhook that it came from.
  const reports = jobs.filter((one) => one.kind !== 'webhook' && one.subject.startsWith(subject) && one.seq > (webhooks.at(-1)?.seq ?? Infinity))
  const [lastWebhook, lastReport] = [webhooks[0], reports.sort(newestFirst)[0]]
  const isAsNew = (one: StoredJob) => listed.version !== undefined && (versionIn(one, listed) ?? -1) >= listed.version
  return {
    isThere: webhooks.some((one) => one.subject === job.subject && one.hash === hashOf(job.body) && !['failed', 'dropped'].includes(one.state)),
    isHeld: jobs.some((one) => one.state === 'held' && (one.id === lastWebhook?.id || one.id === lastReport?.id || isAsNew(one))),
    isDropped:
      lastWebhook === undefined
        ? listed.version !== undefined && listed.held !== undefined && listed.held >= listed.version
        : lastWebhook.state === 'dropped' || lastReport?.state === 'dropped',
  }
}

const newestFirst = (one: StoredJob, other: StoredJob) => other.seq - one.seq

/** The version of the order in a job. */
function versionIn({ kind, body }: StoredJob, { platform, topic }: Listed): number | undefined {
  if (kind === 'order') return (JSON.parse(body) as OrderReport).version
  if (kind !== 'webhook') return undefined
  const { topic: name, text } = JSON.parse(body) as WebhookBody
  const payload = platform.topics.find((one) => one.name === name)?.map === topic.map ? readPayload(text) : undefined
  return payload && Math.max(...platform.timesOf(payload).map((time) => time ?? 0))
}
