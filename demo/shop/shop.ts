import type { AskProxy } from './merchant.ts'
import type { Messages } from './messages.ts'
import type { Orders } from './orders.ts'
import type { Platform } from './platform.ts'
import type { Reporter } from './reports.ts'
import type { Theme } from './theme.ts'

/** What the routes of the shop have in common. */
export interface Shop {
  /** Where the shop answers, as browsers know it. */
  origin: string
  theme: Theme
  orders: Orders
  messages: Messages
  reporter: Reporter
  platform: Platform
  askProxy: AskProxy
}
