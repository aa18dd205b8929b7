import type { OrderAct } from '../../src/contract/order-protection.ts'
import type { Config } from './config.ts'

/** What the settings have to say for each. */
const needed: Record<OrderAct, (config: Config) => boolean> = {
  'protect-later': ({ protection, track }) => protection !== undefined && track !== undefined,
  // The platform gives the money back before the service is notified.
  unprotect: (config) => needed['protect-later'](config) && refundsByItself(config),
}

/** Whether something is set up that gives money back. */
export const refundsByItself = ({ claims, shopifyAdmin }: Config) => claims !== undefined || shopifyAdmin !== undefined

/** What shoppers can do about the protection of an order here: what the merchant allows, where all is set up that it takes. */
export const orderActsOf = (config: Config): ReadonlySet<OrderAct> => new Set(allowedActs(config).filter((act) => needed[act](config)))

/** What the merchant allows, and cannot be done as long as something is not set up. */
export const lackingActs = (config: Config): OrderAct[] => allowedActs(config).filter((act) => !needed[act](config))

/** What the merchant allows. */
export const allowedActs = ({ shoppersMay }: Config): OrderAct[] => (Object.keys(needed) as OrderAct[]).filter((act) => shoppersMay.has(act))
