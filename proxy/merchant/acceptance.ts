import { Refusal } from '../http/problems.ts'
import type { Delivery, Queue, Work } from '../jobs/job.ts'
import { hashOf } from '../reports/hash.ts'

/** Takes one report in, and answers under which id; with a key that was used before, that of the first time. */
export type Accept = (work: Work, key?: string) => Promise<{ id: string }>

/** Takes reports in where there is a service to tell; each is on disk when its id is known. */
export const createAcceptance =
  (queue: Queue, configured: boolean): Accept =>
  async (work, key) => {
    if (!configured) throw new Refusal('not-configured', 'No protection service is set up here (PROTECTION_BASE_URL, PROTECTION_API_KEY).')
    const { ids, repeated } = await queue.accept([work], key === undefined ? undefined : toDelivery(key, work))
    const id = ids[0]!
    const first = repeated ? await queue.find(id) : undefined
    if (first && (first.kind !== work.kind || first.subject !== work.subject || first.hash !== hashOf(work.body)))
      throw new Refusal('idempotency-mismatch', 'This Idempotency-Key was used for another report. Use a new key for each.')
    return { id }
  }

/** Each key is a delivery of its own, whatever it holds: a repeat is known by the key alone. */
function toDelivery(key: string, { body }: Work): Delivery {
  if (key.length < 1 || key.length > 255) throw new Refusal('invalid-request', 'Send an Idempotency-Key of 1 to 255 characters, or none.')
  return { topic: `merchant/${hashOf(key)}`, id: 'key', hash: hashOf(body) }
}
