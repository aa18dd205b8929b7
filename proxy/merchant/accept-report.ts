import { Refusal } from '../http/problems.ts'
import type { Delivery, Queue } from '../jobs/queue.ts'
import type { Job } from '../jobs/job.ts'
import { hashOf } from '../reports/hash.ts'

/** Accepts one report and returns its id; for a key that was used before, returns the first report's id. */
export type AcceptReport = (job: Job, key?: string) => Promise<{ id: string }>

/** Creates the function that accepts reports if a protection service is set up; each report is on disk when its id is known. */
export const createReportAcceptance =
  (queue: Queue, configured: boolean): AcceptReport =>
  async (job, key) => {
    if (!configured) throw new Refusal('not-configured', 'No protection service is set up here (PROTECTION_BASE_URL, PROTECTION_API_KEY).')
    const { ids, repeated } = await queue.enqueue([job], key === undefined ? undefined : toDelivery(key, job))
    const id = ids[0]!
    const first = repeated ? await queue.find(id) : undefined
    if (first && (first.kind !== job.kind || first.subject !== job.subject || first.hash !== hashOf(job.body)))
      throw new Refusal('idempotency-mismatch', 'This Idempotency-Key was used for another report. Use a new key for each.')
    return { id }
  }

/** Each key is a separate delivery, whatever the report contains: the key alone identifies a repeat. */
function toDelivery(key: string, { body }: Job): Delivery {
  if (key.length < 1 || key.length > 255) throw new Refusal('invalid-request', 'Send an Idempotency-Key of 1 to 255 characters, or none.')
  return { topic: `merchant/${hashOf(key)}`, id: 'key', hash: hashOf(body) }
}
