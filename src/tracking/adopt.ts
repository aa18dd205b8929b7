import type { CSSResult } from 'lit'

/** Gives an element's shadow tree one more style sheet: that of what was loaded later. */
export function adopt({ shadowRoot }: Element, { styleSheet }: CSSResult) {
  const { adoptedStyleSheets } = shadowRoot!
  if (!adoptedStyleSheets.includes(styleSheet!)) adoptedStyleSheets.push(styleSheet!)
}
