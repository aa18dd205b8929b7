import { css } from 'lit'

/** How the loyalty widget looks. */
export const styles = css`
  .reserved {
    min-block-size: var(--storefront-loyalty-space, min(64em, 100vh));
  }
  .guest {
    min-block-size: var(--storefront-loyalty-guest-space, clamp(11em, 45em - 110vw, 24em));
  }
  [part='panel'],
  .columns,
  .tiles,
  [part~='card'] {
    display: grid;
    gap: var(--_gap);
    font-variant-numeric: tabular-nums;
  }
  .columns,
  .tiles {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 18em), 1fr));
  }
  h2,
  h3,
  p,
  ul,
  ol {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  /* Words may run the other way than the page: each text for itself, and still beginning where the page's do. */
  h2,
  h3,
  p,
  b,
  span,
  code {
    unicode-bidi: plaintext;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  h2,
  [part='tier-name'] {
    font-size: 1.5em;
  }
  h2 {
    inline-size: fit-content;
  }
  h3 {
    font-size: 1em;
  }
  b,
  button,
  [part='tier-name'],
  [part='balance'] {
    font-weight: 600;
  }
  [part~='card'] {
    gap: 0.625em;
    align-content: start;
    padding: 1.25em;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  [part~='credits'],
  [part~='welcome'],
  svg {
    background: var(--_soft);
  }
  [part='balance'] {
    font-size: clamp(1.25em, 12vw, 2.75em);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5em;
  }
  button,
  .button {
    display: inline-grid;
    place-content: center;
    justify-self: start;
    min-block-size: 2.75em;
    padding: 0.5em 1em;
    border: 1px solid;
    border-radius: calc(var(--_radius) * 0.6);
    background: none;
    color: inherit;
    text-decoration: none;
    cursor: pointer;
  }
  button:hover,
  .button:hover {
    background: var(--_soft);
  }
  [part='account'] :not(p) {
    padding-inline: 0;
    border: 0;
    color: var(--_muted);
    font-weight: inherit;
    text-decoration: underline;
  }
  .closing {
    min-block-size: 2.75em;
  }
  progress {
    inline-size: 100%;
    accent-color: var(--_accent);
  }
  ol {
    margin-inline-start: 0.375em;
    border-inline-start: 2px solid var(--_line);
  }
  [part='rung'] {
    position: relative;
    padding: 0.25em 1.25em;
  }
  [part='rung']:not([aria-current]) b {
    font-weight: inherit;
  }
  [part='rung']::before {
    content: '';
    position: absolute;
    inset-block-start: 0.625em;
    inset-inline-start: -0.4375em;
    inline-size: 0.75em;
    block-size: 0.75em;
    border: 2px solid var(--_accent);
    border-radius: 1em;
    background: Canvas;
  }
  /* Filled by its border, which forced colours leave as it is. */
  .reached::before {
    border-width: 0.375em;
    background: var(--_accent);
  }
  summary {
    padding-block: 0.25em;
    cursor: pointer;
  }
  [part='benefit'] {
    display: flex;
    gap: 0.75em;
  }
  [part='worth'],
  [part='given'] {
    color: var(--_good);
  }
  svg {
    flex: none;
    inline-size: 2.5em;
    block-size: 2.5em;
    padding: 0.5em;
    border-radius: 2em;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linejoin: round;
  }
  /* Browsers leave drawings alone: a light ground would hide what is drawn in a dark theme's light colour. */
  @media (forced-colors: active) {
    svg {
      background: none;
    }
  }
  .rows li {
    display: flex;
    justify-content: space-between;
    gap: 1em;
  }
  [part='campaign'],
  [part='entry'] {
    flex-wrap: wrap;
    gap: 0 1em;
  }
  [part='entry'] > :first-child {
    flex: 1 0 6em;
  }
  .rows li + li {
    margin-block-start: 0.625em;
    padding-block-start: 0.625em;
    border-block-start: 1px solid var(--_line);
  }
  .end {
    flex: none;
    text-align: end;
  }
  .unseen {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`
