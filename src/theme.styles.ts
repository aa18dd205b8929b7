import { css } from 'lit'

/**
 * What the three widgets look like together. Font and colour come from the theme, and every colour here is made of the colour of the text and
 * the accent, so that it can be read on light and dark pages alike, whether or not they say which they are (docs/design/README.md has the
 * ratios). Sizes are in `em`, since themes redefine `rem`.
 */
export const themeStyles = css`
  :host {
    --_accent: var(--storefront-accent, currentColor);
    --_fill: var(--_accent);
    --_on-accent: var(--storefront-on-accent, Canvas);
    /* Mostly text: visible even where the accent is not. */
    --_edge: color-mix(in oklab, var(--_accent), currentColor 75%);
    --_icon: color-mix(in oklab, var(--_accent), currentColor 66%);
    --_tint: color-mix(in srgb, var(--_accent) 9%, transparent);
    --_line: var(--storefront-line, color-mix(in srgb, currentColor 15%, transparent));
    --_soft: var(--storefront-soft, color-mix(in srgb, currentColor 5%, transparent));
    --_control: color-mix(in srgb, currentColor 64%, transparent);
    /* Text of medium luminance (y), as some themes have it, has no contrast to give away on any ground and stays as it is. */
    --_muted: var(--storefront-muted, color(from currentColor xyz-d65 x y z / calc(alpha * clamp(0.82, y * 9, 1.4 - y))));
    /* Dark beside dark text, light beside light text. */
    --_light: clamp(0.41, l * 2 - 0.7, 0.86);
    --_good: var(--storefront-good, oklch(from currentColor var(--_light) 0.12 155 / 1));
    --_radius: var(--storefront-radius, 0.75em);
    --_control-radius: var(--storefront-control-radius, 0.5em);
    --_gap: var(--storefront-gap, 1em);
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
  /* Lines of Japanese break between phrases. */
  :lang(ja) {
    word-break: auto-phrase;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  svg {
    flex: none;
    inline-size: 1.5em;
    block-size: 1.5em;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  :focus-visible {
    outline: 2px solid var(--_edge);
    outline-offset: 2px;
  }
  button,
  input {
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
  }
  .muted {
    color: var(--_muted);
    font-size: 0.875em;
  }
  .card {
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--storefront-surface, none);
    color: var(--storefront-on-surface, inherit);
  }
  /* An amount alone has its currency sign on the same side as an amount in a sentence. */
  .money {
    unicode-bidi: plaintext;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .link {
    display: inline-flex;
    align-items: center;
    min-block-size: max(2.75em, 44px);
    min-inline-size: 44px;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    text-decoration: underline;
    text-decoration-color: var(--_control);
    text-underline-offset: 0.2em;
    cursor: pointer;
  }
  .link:hover {
    text-decoration-thickness: 2px;
  }
  @supports (color: color(from red xyz-d65 x y z)) {
    :host {
      --_fill: color(from var(--_accent) xyz-d65 x y z / 1);
      /* y is the luminance of the accent; black and white are to be read equally well on 0.179. */
      --_dark: clamp(0, (0.179 - y) * 9999, 1);
      --_on-accent: var(--storefront-on-accent, color(from var(--_accent) xyz-d65 calc(0.9505 * var(--_dark)) var(--_dark) calc(1.089 * var(--_dark)) / 1));
    }
  }
  @media (prefers-contrast: more) {
    :host {
      --_muted: currentColor;
      --_line: currentColor;
    }
  }
  @media (forced-colors: active) {
    :host {
      --_accent: Highlight;
      --_control: CanvasText;
      --_edge: CanvasText;
      --_icon: CanvasText;
    }
  }
`
