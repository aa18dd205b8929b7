import type { CSSResult, LitElement } from 'lit'

/** Adds the styles of a part that is loaded later. */
export function adoptStyles(element: LitElement, { styleSheet }: CSSResult) {
  const root = element.renderRoot as ShadowRoot
  if (styleSheet && !root.adoptedStyleSheets.includes(styleSheet)) root.adoptedStyleSheets.push(styleSheet)
}
