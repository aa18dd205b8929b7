import type { OrderAct } from '../../src/contract/order-protection.ts'
import type { Config } from './config.ts'

/** Whether the settings that each action needs are there. */
const needed: Record<OrderAct, (config: Config) => boolean> = {
  'protect-later': ({ protection, track }) => protection !== undefined && track !== undefined,
  // The platform gives the money back before the service is notified.
  unprotect: (config) => needed['protect-later'](config) && refundsByItself(config),
}

/** Whether something is set up that gives money back. */
export const refundsByItself = ({ claims, shopifyAdmin }: Config) => claims !== undefined || shopifyAdmin !== undefined

/** The actions on an order's protection that the merchant allows and the settings make possible. */
export const orderActsOf = (config: Config): ReadonlySet<OrderAct> => new Set(allowedActs(config).filter((act) => needed[act](config)))

/** The actions that the merchant allows but whose settings are missing. */
export const lackingActs = (config: Config): OrderAct[] => allowedActs(config).filter((act) => !needed[act](config))

/** The actions that SHOPPERS_MAY allows. */
export const allowedActs = ({ shoppersMay }: Config): OrderAct[] => (Object.keys(needed) as OrderAct[]).filter((act) => shoppersMay.has(act))
