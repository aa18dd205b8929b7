import type { Handler } from '../jobs/handler.ts'
import { isAboutMerchant, isKnownTopic } from './event.ts'

/** The stored part of a delivery. */
export interface KeptEvent {
  /** The name of the token in the delivery. */
  token: string
  topic: string
  customer: string | null
}

/** Handlers that invalidate cached data in every process; an event of an unknown topic invalidates nothing. */
export const loyaltyEventHandlers = (): Record<string, Handler> => ({
  'loyalty-event': ({ topic, customer }: KeptEvent) => {
    if (!isKnownTopic(topic)) return Promise.resolve({ state: 'delivered', notes: ['nothing was done: this topic is not known here'] })
    return Promise.resolve({ state: 'delivered', notices: [{ topic, customer: isAboutMerchant(topic) ? null : customer }] })
  },
})
