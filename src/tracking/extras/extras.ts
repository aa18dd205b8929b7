// Views and actions that only some orders need, or that the shopper asks for, in one file.
import { actionsStyles } from './actions.styles.ts'
import { protectionStyles } from './protection.styles.ts'

export { renderActions } from './actions.ts'
export { changeProtection } from './change-protection.ts'
export { renderClaims } from './claims.ts'
export { renderMoney, renderQuiet, renderRest, titlesOfRest } from './notes.ts'
export { eventsPauseOf, renderEarlier, requestEvents } from './package-events.ts'
export { renderProtection } from './protection.ts'

/** The styles of these views. */
export const extrasStyles = [actionsStyles, protectionStyles]
