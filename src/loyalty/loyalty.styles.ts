import { css } from 'lit'

export const styles = css`
  [part='frame'] {
    container-type: inline-size;
  }
  .reserved {
    min-block-size: var(--storefront-loyalty-space, 44em);
  }
  [part='panel'],
  .columns {
    display: grid;
    gap: var(--_gap);
  }
  .columns {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 19em), 1fr));
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
  h2,
  [part='tier-name'] {
    font-size: 1.5em;
    line-height: 1.25;
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
    display: grid;
    gap: 0.625em;
    align-content: start;
    justify-items: start;
    padding: clamp(1em, 4cqi, 1.5em);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  [part~='card'] > * {
    max-inline-size: 100%;
  }
  ul,
  ol,
  form,
  progress,
  #outcomes {
    inline-size: 100%;
  }
  [part~='credits'],
  [part~='welcome'],
  .notice,
  svg {
    background: var(--_soft);
  }
  [part='balance'] {
    font-size: clamp(2.25em, 9cqi, 3em);
    line-height: 1.1;
    letter-spacing: -0.02em;
  }
  [part='balance'],
  .end {
    font-variant-numeric: tabular-nums;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5em;
  }
  button,
  .button {
    display: inline-flex;
    align-items: center;
    min-block-size: 2.75em;
    padding: 0.5em 1em;
    border: 1px solid color-mix(in srgb, currentColor 55%, transparent);
    border-radius: calc(var(--_radius) * 0.6);
    background: transparent;
    color: inherit;
    text-decoration: none;
    cursor: pointer;
  }
  button:hover,
  .button:hover {
    background: var(--_soft);
  }
  [part='account'] > * {
    padding-inline: 0;
    margin-inline-end: 1em;
    border: 0;
    color: var(--_muted);
    font-size: 0.875em;
    text-decoration: underline;
  }
  .notice {
    padding: 0.75em 1em;
    border-inline-start: 0.25em solid var(--_warning);
    border-radius: calc(var(--_radius) * 0.4);
  }
  progress {
    appearance: none;
    block-size: 0.625em;
    border: 0;
    border-radius: 1em;
    overflow: hidden;
    background: var(--_line);
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
  [part='rung'] {
    position: relative;
    padding-block: 0.25em;
    padding-inline-start: 1.75em;
  }
  [part='rung'] b {
    font-weight: inherit;
  }
  [aria-current] {
    font-weight: 600;
  }
  [part='rung']::before,
  [part='rung']::after {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0.3125em;
    border-inline-start: 2px solid var(--_line);
  }
  [part='rung']:first-child::before {
    inset-block-start: 1em;
  }
  [part='rung']:last-child::before {
    inset-block-end: calc(100% - 1em);
  }
  [part='rung']::after {
    inset-block: 0.625em auto;
    inset-inline-start: 0;
    inline-size: 0.75em;
    block-size: 0.75em;
    border: 2px solid var(--_accent);
    border-radius: 1em;
    background: Canvas;
  }
  .reached::after {
    background: var(--_accent);
  }
  .tiles {
    display: grid;
    gap: 1em 1.5em;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 16em), 1fr));
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
    border-radius: 50%;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linejoin: round;
  }
  .rows li {
    display: flex;
    justify-content: space-between;
    gap: 1em;
    padding-block: 0.625em;
  }
  .rows li + li {
    border-block-start: 1px solid var(--_line);
  }
  .end {
    flex: none;
    text-align: end;
  }
  [part='loading'] {
    animation: appear 0.3s step-end;
  }
  @keyframes appear {
    from {
      visibility: hidden;
    }
  }
  @media (forced-colors: active) {
    progress {
      appearance: auto;
    }
    .reached::after {
      background: CanvasText;
      forced-color-adjust: none;
    }
  }
`
