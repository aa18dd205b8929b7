import type { OrderAction } from '../../src/contract/order-protection.ts'
import type { Config } from './config.ts'

/** Whether the settings that each action needs are there. */
const needed: Record<OrderAction, (config: Config) => boolean> = {
  'protect-later': ({ protection, track }) => protection !== undefined && track !== undefined,
  // The platform gives the money back before the service is notified.
  unprotect: (config) => needed['protect-later'](config) && refundsByItself(config),
}

/** Whether something is set up that gives money back. */
export const refundsByItself = ({ claims, shopifyAdmin }: Config) => claims !== undefined || shopifyAdmin !== undefined

/** The actions on an order's protection that the merchant allows and the settings make possible. */
export const possibleOrderActions = (config: Config): ReadonlySet<OrderAction> => new Set(allowedActions(config).filter((action) => needed[action](config)))

/** The actions that the merchant allows but whose settings are missing. */
export const lackingActions = (config: Config): OrderAction[] => allowedActions(config).filter((action) => !needed[action](config))

/** The actions that SHOPPERS_MAY allows. */
export const allowedActions = ({ shoppersMay }: Config): OrderAction[] => (Object.keys(needed) as OrderAction[]).filter((action) => shoppersMay.has(action))
