import type { Handler, Outcome } from '../jobs/handler.ts'
import { isAboutMerchant, isKnownTopic } from './loyalty-event.ts'

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
