import { css } from 'lit'

/** What the panels of loyalty and tracking have in common, beyond what all widgets look like: headings, buttons, and the colours of states. */
export const panelStyles = css`
  :host {
    --_warning: var(--storefront-warning, oklch(from currentColor max(0.52, var(--_light)) 0.13 62 / 1));
    --_problem: var(--storefront-problem, oklch(from currentColor max(0.48, var(--_light)) 0.17 27 / 1));
    /* Sizes of text: the heading of a section, the answer that a widget gives, and numbers to be proud of. */
    --_scale: var(--storefront-type-scale, 1.25);
    --_scale-2: var(--_scale) * var(--_scale);
    --_heading: calc(1em * var(--_scale));
    --_headline: clamp(1em * var(--_scale-2), 7.25cqi, 1em * var(--_scale-2) * var(--_scale));
    --_display: clamp(1em * var(--_scale-2) * var(--_scale-2), 12cqi, 1em * var(--_scale-2) * var(--_scale-2) * var(--_scale));
  }
  h2,
  h3,
  h4 {
    font-family: var(--storefront-heading-font, inherit);
    font-weight: var(--storefront-heading-weight, 650);
    text-wrap: balance;
  }
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.5em;
    min-block-size: max(2.75em, 44px);
    min-inline-size: 44px;
    padding: 0.5em 1.25em;
    border: 1px solid var(--_control);
    border-radius: var(--_control-radius);
    background: none;
    color: inherit;
    font-weight: 600;
    line-height: 1.25;
    text-align: center;
    text-decoration: none;
    cursor: pointer;
  }
  .button:hover {
    background-color: var(--_soft);
  }
  /* Outlined where the browser cannot tell whether black or white is to be read on the accent. */
  .primary {
    border-color: var(--_edge);
  }
  @supports (color: color(from red xyz-d65 x y z)) {
    .primary,
    .primary:hover {
      background-color: var(--_fill);
    }
    /* In an element of its own, since the accent may be the colour of the text. */
    .primary > * {
      color: var(--_on-accent);
    }
  }
  .primary:hover {
    box-shadow: 0 0 0 2px var(--_edge);
  }
  /* The chosen one of several. */
  .button:is([aria-checked='true'], [aria-pressed='true']) {
    border-color: var(--_edge);
    background-color: var(--_tint);
    box-shadow: inset 0 0 0 1px var(--_edge);
  }
  /* For readers of the screen alone. */
  .unseen {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (forced-colors: active) {
    .primary {
      forced-color-adjust: none;
      background: Highlight;
    }
    .primary > * {
      color: HighlightText;
    }
  }
`
