import type { Job } from '../jobs/job.ts'
import { hashOf } from '../reports/hash.ts'

/** What a platform asks for a customer: to show, or to erase, what is kept of these orders. */
export interface CustomerRequest {
  customer: string | null
  orders: string[]
}

/** Has a person shown what is kept of a customer's orders. */
export const dataRequestJob = (request: CustomerRequest) => toJob('data-request', request)

/** Erases what is kept of a customer's orders. */
export const customerRedactionJob = (request: CustomerRequest) => toJob('customer-redaction', request)

/** Erases what is kept of all orders. */
export const shopRedactionJob = () => toJob('shop-redaction', {})

/** Each request has a subject and a lane of its own, so that none overtakes another that still waits. */
function toJob(kind: string, body: object): Job {
  const text = JSON.stringify(body)
  const subject = `privacy:${hashOf(text)}`
  return { kind, lane: subject, rank: 0, subject, order: null, body: text, collapse: 'ever' }
}
