import { css } from 'lit'

/** How the loyalty widget looks. */
export const styles = css`
  [part='frame'] {
    container-type: inline-size;
  }
  [part='panel'] {
    line-height: 1.45;
  }
  /* As high as what is to come, so that a page that is loaded again finds the place where its shopper was. */
  .reserved.waiting {
    min-block-size: var(--storefront-loyalty-space, 160em);
  }
  .reserved.known {
    min-block-size: min(64em, 100vh);
  }
  .guest.waiting {
    min-block-size: var(--storefront-loyalty-guest-space, 100vh);
  }
  [part='panel'],
  .first,
  .columns,
  .tiles,
  .pad,
  [part~='card'],
  [part='confirm'],
  .redemption {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: var(--_gap);
  }
  [part='panel'] {
    gap: calc(var(--_gap) * 2.5);
  }
  .pad {
    padding: 1.25em;
  }
  .tiles {
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 17em), 1fr));
    gap: 1.25em 1.5em;
  }
  h2,
  h3,
  p,
  ul,
  ol,
  dl,
  dd {
    margin: 0;
    padding: 0;
    list-style: none;
    line-height: inherit;
  }
  /* Words may run the other way than the page: each text for itself, and still beginning where the page's do. */
  h2,
  h3,
  p,
  b,
  span:not(.money),
  code {
    unicode-bidi: plaintext;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  h3 {
    font-size: var(--_heading);
    line-height: 1.2;
  }
  b,
  strong {
    font-weight: 650;
  }
  .row,
  .split,
  .chips {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5em;
  }
  .split {
    justify-content: space-between;
    align-items: start;
    gap: 0.25em 1em;
  }
  /* The card of the membership. Its colour comes from the service. Without one it is outlined, and tinted with the accent. */
  .pass {
    --_art: var(--_tier, var(--_accent));
    --_muted: currentColor;
    position: relative;
    align-content: space-between;
    gap: 1.5em;
    min-block-size: 14em;
    padding: 1.5em;
    border-color: color-mix(in oklab, var(--_art), currentColor 75%);
    background: linear-gradient(115deg, color-mix(in srgb, var(--_art) 6%, transparent), color-mix(in srgb, var(--_art) 16%, transparent));
    overflow: clip;
  }
  .art {
    position: absolute;
    inset-block-start: 28%;
    inset-inline-end: 1.5em;
    inline-size: auto;
    block-size: 44%;
    aspect-ratio: 1;
  }
  svg.art {
    opacity: 0.13;
    stroke-width: 1;
  }
  img.art {
    object-fit: contain;
  }
  @supports (color: color(from red xyz-d65 x y z)) {
    /* Text in black or white on it. The gradient moves away from the colour of the text, so that contrast only grows. */
    .filled {
      --_far: calc(1 - (var(--_dark)));
      --_shine: color-mix(in oklab, var(--_art), color(from var(--_art) xyz-d65 calc(0.9505 * var(--_far)) var(--_far) calc(1.089 * var(--_far)) / 1) 45%);
      background:
        linear-gradient(
          112deg,
          #0000 44%,
          color-mix(in srgb, var(--_shine) 60%, #0000) 56%,
          #0000 57% 62%,
          color-mix(in srgb, var(--_shine) 40%, #0000) 72%,
          #0000 73%
        ),
        linear-gradient(112deg, var(--_art) 20%, var(--_shine) 120%);
    }
    .filled > * {
      --_accent: currentColor;
      color: color(from var(--_art) xyz-d65 calc(0.9505 * var(--_dark)) var(--_dark) calc(1.089 * var(--_dark)) / 1);
    }
  }
  .pass > .split {
    flex-wrap: nowrap;
  }
  .pass > .split > :nth-child(2) > * {
    inline-size: fit-content;
    margin-inline-start: auto;
    text-align: end;
  }
  h2 {
    font: inherit;
    font-weight: 600;
    line-height: 1.3;
  }
  .pass h2:first-child:last-child,
  [part='tier-name'] {
    font-family: var(--storefront-heading-font, inherit);
    font-size: var(--_headline);
    font-weight: var(--storefront-heading-weight, 650);
    line-height: 1.2;
  }
  [part='balance'] {
    display: block;
    inline-size: fit-content;
    font-family: var(--storefront-heading-font, inherit);
    font-size: var(--_display);
    font-weight: var(--storefront-heading-weight, 650);
    line-height: 1.1;
    letter-spacing: -0.03em;
  }
  .spendable {
    min-block-size: 4.75em;
  }
  .meter {
    display: grid;
    gap: 0.5em;
    font-size: 0.875em;
  }
  progress {
    appearance: none;
    inline-size: 100%;
    block-size: 0.5em;
    border: 0;
    border-radius: 1em;
    background: color-mix(in srgb, currentColor 18%, transparent);
    color: inherit;
    overflow: clip;
  }
  ::-webkit-progress-bar {
    background: none;
  }
  ::-webkit-progress-value {
    background: var(--_accent);
  }
  ::-moz-progress-bar {
    background: var(--_accent);
  }
  .chips > .button {
    flex: 1 1 0;
    padding-inline: 0.25em;
  }
  .filters > .button {
    flex: none;
    min-inline-size: 44px;
    padding-inline: 0.875em;
    border-radius: 2em;
    font-size: 0.875em;
  }
  .sum {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 0.25em 1em;
  }
  .sum dd {
    justify-self: end;
  }
  /* Space for each step of a redemption, and for why it failed. Its size depends on the width of the card. */
  [part~='credits'] {
    container-type: inline-size;
  }
  .redemption {
    align-content: space-between;
    min-block-size: 15.5em;
  }
  .told {
    display: grid;
    align-content: center;
    min-block-size: 3em;
  }
  @container (inline-size < 30em) {
    .redemption {
      min-block-size: 16em;
    }
    .told {
      min-block-size: 4.5em;
    }
  }
  @container (inline-size < 19em) {
    .redemption {
      min-block-size: 17em;
    }
  }
  .go {
    display: grid;
    justify-items: center;
  }
  .go .primary {
    inline-size: 100%;
  }
  .note {
    display: flex;
    align-items: center;
    gap: 0.75em;
    min-block-size: 1.5em;
  }
  .soon .sign {
    color: var(--_warning);
  }
  [part='benefit'] {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: start;
    gap: 0.875em;
  }
  [part='glyph'] {
    inline-size: 2.75em;
    block-size: 2.75em;
    padding: 0.6875em;
    border-radius: min(var(--_control-radius), 50%);
    background: var(--_tint);
    color: var(--_icon);
  }
  .sign {
    color: var(--_muted);
  }
  .given {
    color: var(--_good);
    font-weight: 650;
  }
  .rows.card {
    padding: 0.25em 1.25em;
  }
  .rows li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: 0 0.875em;
    padding-block: 0.75em;
  }
  .rows li + li {
    border-block-start: 1px solid var(--_line);
  }
  .leaf,
  [part='campaign'] .sign {
    grid-row: span 2;
  }
  [part='campaign'] .quiet {
    grid-column: 2;
  }
  .leaf {
    display: grid;
    inline-size: 3.25em;
    padding-block: 0.375em;
    border: 1px solid var(--_line);
    border-radius: min(var(--_radius), 0.75em);
    line-height: 1.1;
  }
  .leaf > * {
    text-align: center;
  }
  .leaf b {
    font-size: 1.25em;
  }
  .leaf small {
    font-size: 0.75em;
  }
  .end {
    display: grid;
    justify-items: end;
  }
  ol {
    display: grid;
    gap: 0.75em 0;
  }
  [part='rung'] {
    position: relative;
    padding-inline: 1.75em 0.5em;
  }
  [part='rung']:not([aria-current]) b {
    font-weight: inherit;
  }
  /* A ring through which the ground shows, whatever it is; filled by its edge, which forced colours leave as it is. */
  [part='rung']::before {
    content: '';
    position: absolute;
    inset-block-start: 0.25em;
    inset-inline-start: 0;
    inline-size: 1em;
    block-size: 1em;
    border: 2px solid var(--_edge);
    border-radius: 1em;
  }
  .reached::before {
    border-width: 0.5em;
  }
  [part='rung']:not(:last-child)::after {
    content: '';
    position: absolute;
    inset-block: 1.5em -0.75em;
    inset-inline-start: calc(0.5em - 1px);
    border-inline-start: 2px solid var(--_line);
  }
  summary {
    min-block-size: max(2.75em, 44px);
    align-content: center;
    cursor: pointer;
  }
  .closing {
    min-block-size: 2.75em;
    padding-block-start: 0.5em;
    border-block-start: 1px solid var(--_line);
  }
  .closing .row {
    font-size: 0.875em;
    column-gap: 1.5em;
  }
  .unseen {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  [part~='more'] {
    justify-self: start;
  }
  @container (width < 30em) {
    .note {
      min-block-size: 3em;
    }
  }
  @container (width >= 46em) {
    /* The ladder lies: a rung for each tier, beside one another. */
    ol {
      grid-auto-columns: minmax(0, 1fr);
      grid-auto-flow: column;
    }
    [part='rung'] {
      padding-inline-start: 0;
      padding-block-start: 1.75em;
    }
    [part='rung'] > * {
      display: block;
    }
    [part='rung']::before {
      inset-block-start: 0;
    }
    [part='rung']:not(:last-child)::after {
      inset-block: calc(0.5em - 1px) auto;
      inset-inline: 1.25em 0.25em;
      border-block-start: 2px solid var(--_line);
    }
    .columns:has(> :nth-child(2)) {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      gap: 1.5em;
    }
    .wide:has(> :nth-child(2)) {
      grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
      gap: 2em;
    }
  }
  @media (forced-colors: active) {
    progress {
      border: 1px solid;
      forced-color-adjust: none;
    }
    .filled > * {
      color: CanvasText;
    }
  }
`
