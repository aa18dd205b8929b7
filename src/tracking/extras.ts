// What only some orders have to show, or somebody asks for, in the one file that is fetched for them.
export { renderClaims } from './claims.ts'
export { renderCards } from './incremental-list.ts'
export { renderMore } from './more.ts'
export { renderMoney, renderQuiet, renderRest, titlesOfRest } from './notes.ts'
export { renderProtection } from './protection.ts'
export { renderWhole } from './full-history.ts'
