import type { Cancellations } from './cancellations.ts'
import type { ShopClaims } from './claims.ts'
import type { Mails } from './mails.ts'
import type { CallProxy } from './merchant.ts'
import type { Messages } from './messages.ts'
import type { Orders } from './orders.ts'
import type { Platform } from './platform/platform.ts'
import type { Theme } from './theme.ts'
import type { Tracker } from './tracker.ts'

/** What the routes of the shop share. */
export interface Shop {
  /** The address of the shop for browsers. */
  origin: string
  theme: Theme
  orders: Orders
  messages: Messages
  mails: Mails
  cancellations: Cancellations
  platform: Platform
  tracker: Tracker
  claims: ShopClaims
  callProxy: CallProxy
}
