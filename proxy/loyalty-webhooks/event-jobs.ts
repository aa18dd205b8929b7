import type { Handler, Outcome } from '../jobs/handler.ts'
import type { Job } from '../jobs/job.ts'
import { isAboutMerchant, isKnownTopic, orderingKeyOfCustomer, type LoyaltyEvent } from './loyalty-event.ts'

/** The stored part of a delivery. */
export interface StoredEvent {
  /** The name of the token in the delivery. */
  token: string
  topic: string
  customer: string | null
}

/** Handlers that invalidate cached data in every process; an event of an unknown topic invalidates nothing. */
export const loyaltyEventHandlers = (): Record<string, Handler> => ({
  'loyalty-event': ({ topic, customer }: StoredEvent): Promise<Outcome> => {
    if (!isKnownTopic(topic)) return Promise.resolve<Outcome>({ state: 'delivered', notes: ['nothing was done: this topic is not known here'] })
    return Promise.resolve<Outcome>({ state: 'delivered', invalidations: [{ topic, key: isAboutMerchant(topic) ? null : customer }] })
  },
})

/** The job of an event that came with this token. */
export const loyaltyEventJob = ({ topic, customer, id, hash, json }: LoyaltyEvent, token: string): Job => ({
  kind: 'loyalty-event',
  orderingKey: customer === null || isAboutMerchant(topic) ? 'merchant' : orderingKeyOfCustomer(customer),
  priority: 0,
  subject: `${topic || 'event'}/${id ?? hash.slice(0, 32)}`,
  businessKey: null,
  body: `{"token":"${token}",${json.slice(1)}`,
  collapse: 'ever',
  keepsBody: true,
})
