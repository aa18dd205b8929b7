import { html, type TemplateResult } from 'lit'

/** A drawing on a grid of 24 × 24, with a line of 1.75. */
export const renderGlyph = (path: string, part = 'glyph'): TemplateResult =>
  html`<svg part=${part} class=${part} viewBox="0 0 24 24" aria-hidden="true"><path d=${path}></path></svg>`

/** The crown of a tier. */
export const tierPath = 'M3.5 7.5 8 12l4-7 4 7 4.5-4.5-2 11h-13z'

/** An hourglass for credits that expire. */
export const expiryPath = 'M6.5 3h11M6.5 21h11M8 3v3.5c0 2.5 4 3.5 4 5.5s-4 3-4 5.5V21M16 3v3.5c0 2.5-4 3.5-4 5.5s4 3 4 5.5V21'
