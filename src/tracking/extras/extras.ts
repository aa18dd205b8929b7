// Views and actions that only some orders need, or that the shopper asks for, in one file.
import { orderProtection, type OrderAction } from '../../contract/order-protection.ts'
import { tracking } from '../../contract/tracking.ts'
import { connect } from '../../proxy.ts'
import { actionsStyles } from './actions.styles.ts'
import { changeProtection as change, type ChangedOrder } from './change-protection.ts'
import { requestEvents as request, type OpenedOrder } from './package-events.ts'
import { protectionStyles } from './protection.styles.ts'

export { renderActions } from './actions.ts'
export { renderClaims } from './claims.ts'
export { renderMoney, renderRest, renderScanGap, titlesOfRest } from './notes.ts'
export { renderEarlier } from './earlier.ts'
export { eventsPauseOf } from './package-events.ts'
export { renderProtection } from './protection.ts'

/** The styles of these views. */
export const extrasStyles = [actionsStyles, protectionStyles]

/** Makes a change to the protection of an order at its proxy. */
export const changeProtection = (action: OrderAction, order: ChangedOrder & { readonly baseUrl: string }) =>
  change(action, order, connect(orderProtection, order.baseUrl))

/** Requests all events of the opened packages of an order at its proxy. */
export const requestEvents = (order: OpenedOrder & { readonly baseUrl: string }) => request(order, connect(tracking, order.baseUrl))
