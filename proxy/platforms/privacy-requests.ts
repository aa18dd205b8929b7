import type { Job } from '../jobs/job.ts'
import { hashOf } from '../reports/hash.ts'

/** A platform's request for a customer: to show, or to erase, the stored data of these orders. */
export interface CustomerRequest {
  customer: string | null
  orders: string[]
}

/** The job for a request to show the stored data of a customer's orders. */
export const dataRequestJob = (request: CustomerRequest) => toJob('data-request', request)

/** The job that erases the stored data of a customer's orders. */
export const customerRedactionJob = (request: CustomerRequest) => toJob('customer-redaction', request)

/** The job that erases the stored data of all orders. */
export const shopRedactionJob = () => toJob('shop-redaction', {})

/** Gives each request its own subject and ordering key, so that no request replaces another one that still waits. */
function toJob(kind: string, body: object): Job {
  const text = JSON.stringify(body)
  const subject = `privacy:${hashOf(text)}`
  return { kind, orderingKey: subject, priority: 0, subject, businessKey: null, body: text, collapse: 'ever' }
}
