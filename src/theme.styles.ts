import { css } from 'lit'

/**
 * What the three widgets look like together. Font and colour come from the theme; everything else is a custom property with a
 * default made from the text colour, so that it fits light and dark pages alike, whether or not they
 * say which they are. Sizes are in `em`, since themes redefine `rem`.
 */
export const themeStyles = css`
  :host {
    --_accent: var(--storefront-accent, currentColor);
    --_on-accent: var(--storefront-on-accent, Canvas);
    --_line: var(--storefront-line, color-mix(in srgb, currentColor 18%, transparent));
    --_soft: var(--storefront-soft, color-mix(in srgb, currentColor 5%, transparent));
    --_muted: var(--storefront-muted, color-mix(in srgb, currentColor 72%, transparent));
    --_radius: var(--storefront-radius, 0.75em);
    --_gap: var(--storefront-gap, 1em);
    --_warning: var(--storefront-warning, color-mix(in srgb, currentColor 50%, orange));
    --_problem: var(--storefront-problem, color-mix(in srgb, currentColor 40%, red));
    --_good: var(--storefront-good, color-mix(in srgb, currentColor 45%, green));
    display: block;
  }
  /* Not on the element itself, which belongs to the page, where rules for everything and \`all: revert\` win. */
  :host > * {
    text-align: start;
    text-indent: 0;
    white-space: normal;
    overflow-wrap: anywhere;
  }
  :host([hidden]) {
    display: none !important;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  button,
  input {
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
  }
  .quiet {
    color: var(--_muted);
    font-size: 0.875em;
  }
`
