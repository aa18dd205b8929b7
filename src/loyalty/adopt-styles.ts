import type { CSSResult, LitElement } from 'lit'

/** Adds the styles of a part that is loaded later. */
export function adoptStyles({ renderRoot }: LitElement, styles: CSSResult[]) {
  const { adoptedStyleSheets } = renderRoot as ShadowRoot
  for (const { styleSheet } of styles) if (styleSheet && !adoptedStyleSheets.includes(styleSheet)) adoptedStyleSheets.push(styleSheet)
}
