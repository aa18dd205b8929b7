import type { Handler } from '../jobs/job.ts'
import { isAboutMerchant, isKnownTopic } from './event.ts'

/** What is kept of a delivery. */
export interface KeptEvent {
  /** The name of the token that it came with. */
  token: string
  topic: string
  customer: string | null
}

/** Says that something may be read anew, in every process; about an event that is not known here nothing is said. */
export const loyaltyEventHandlers = (): Record<string, Handler> => ({
  'loyalty-event': ({ topic, customer }: KeptEvent) => {
    if (!isKnownTopic(topic)) return Promise.resolve({ state: 'delivered', notes: ['nothing was done: events of this name are not known here'] })
    return Promise.resolve({ state: 'delivered', notices: [{ topic, customer: isAboutMerchant(topic) ? null : customer }] })
  },
})
