import { css } from 'lit'

export const styles = css`
  [part='frame'] {
    container-type: inline-size;
  }
  .reserved {
    min-block-size: var(--storefront-loyalty-space, 44em);
  }
  [part='panel'] {
    display: grid;
    gap: var(--_gap);
  }
  h2,
  h3,
  p,
  ul,
  ol {
    margin: 0;
    padding: 0;
  }
  h2 {
    font-size: 1.5em;
    line-height: 1.25;
  }
  h3 {
    font-size: 1em;
  }
  ul,
  ol {
    list-style: none;
  }
  [part='header'] {
    display: grid;
    gap: 0.75em;
  }
  .columns {
    display: grid;
    gap: var(--_gap);
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 19em), 1fr));
  }
  [part~='card'] {
    display: grid;
    gap: 0.625em;
    align-content: start;
    padding: clamp(1em, 4cqi, 1.5em);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  [part~='credits'],
  [part~='welcome'] {
    background: var(--_soft);
  }
  .huge {
    font-size: clamp(2.25em, 9cqi, 3em);
    font-weight: 650;
    line-height: 1.1;
    letter-spacing: -0.02em;
    font-variant-numeric: tabular-nums;
  }
  .large {
    font-size: 1.5em;
    font-weight: 650;
    line-height: 1.2;
  }
  #outcomes,
  form,
  [part='confirm'] {
    display: grid;
    gap: 0.625em;
  }
  #outcomes:empty {
    display: none;
  }
  form,
  [part='confirm'] {
    margin-block-start: 0.5em;
    padding-block-start: 1em;
    border-block-start: 1px solid var(--_line);
  }
  .field,
  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5em;
  }
  input,
  button,
  .button {
    min-block-size: 2.75em;
    padding: 0.5em 1em;
    border: 1px solid color-mix(in srgb, currentColor 55%, transparent);
    border-radius: calc(var(--_radius) * 0.6);
    background: transparent;
  }
  input {
    flex: 1 1 6em;
    min-inline-size: 0;
    inline-size: 6em;
    font-variant-numeric: tabular-nums;
  }
  [aria-invalid] {
    border-color: var(--_problem);
  }
  button,
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    color: inherit;
    font-weight: 600;
    text-decoration: none;
    cursor: pointer;
  }
  button:hover,
  .button:hover {
    background: var(--_soft);
  }
  /* The colour of the text stands on the inner span, since the accent may be the current colour. */
  .main,
  .main:hover {
    border-color: var(--_accent);
    background: var(--_accent);
  }
  .main span {
    color: var(--_on-accent);
  }
  .main:hover {
    opacity: 0.88;
  }
  [aria-disabled='true'] {
    opacity: 0.55;
    cursor: progress;
  }
  .plain {
    min-block-size: 2.75em;
    padding-inline: 0;
    border: 0;
    color: var(--_muted);
    font-size: 0.875em;
    font-weight: inherit;
    line-height: 1.5;
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  a.plain {
    display: inline-flex;
    align-items: center;
  }
  [part='account'] {
    gap: 0 1.5em;
  }
  [part='fault'] {
    color: var(--_problem);
  }
  [part='fault']:empty {
    display: none;
  }
  .notice {
    padding: 0.75em 1em;
    border-inline-start: 0.25em solid var(--_warning);
    border-radius: calc(var(--_radius) * 0.4);
    background: var(--_soft);
  }
  .failed,
  .unknown {
    border-color: var(--_problem);
  }
  .ticket {
    display: grid;
    gap: 0.25em;
    padding: 0.75em 1em;
    border: 1px dashed var(--_good);
    border-radius: calc(var(--_radius) * 0.6);
  }
  .ticket .field {
    justify-content: space-between;
  }
  code {
    font-size: 1.125em;
    font-weight: 600;
    letter-spacing: 0.04em;
    user-select: all;
  }
  [part='progress'] {
    display: grid;
    gap: 0.375em;
  }
  progress {
    appearance: none;
    inline-size: 100%;
    block-size: 0.625em;
    border: 0;
    border-radius: 1em;
    overflow: hidden;
    color: var(--_accent);
    background: var(--_line);
  }
  ::-webkit-progress-bar {
    background: transparent;
  }
  ::-webkit-progress-value {
    border-radius: 1em;
    background: var(--_accent);
  }
  ::-moz-progress-bar {
    border-radius: 1em;
    background: var(--_accent);
  }
  [part='ladder'] {
    display: grid;
    margin-block-start: 0.5em;
  }
  [part='rung'] {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.5em;
    align-items: baseline;
    padding: 0.25em 0;
    padding-inline-start: 1.75em;
  }
  [part='rung'] b {
    font-weight: inherit;
  }
  [aria-current] b {
    font-weight: 700;
  }
  [part='rung']::before,
  [part='rung']::after {
    content: '';
    position: absolute;
    inset-inline-start: 0.3125em;
    inset-block: 0;
    border-inline-start: 2px solid var(--_line);
  }
  [part='rung']:first-child::before {
    inset-block-start: 1em;
  }
  [part='rung']:last-child::before {
    inset-block-end: calc(100% - 1em);
  }
  [part='rung']::after {
    inset-inline-start: 0;
    inset-block: 0.625em auto;
    inline-size: 0.75em;
    block-size: 0.75em;
    border: 2px solid var(--_accent);
    border-radius: 50%;
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
  [part='worth'] {
    color: var(--_good);
    font-weight: 600;
  }
  svg {
    flex: none;
    inline-size: 2.5em;
    block-size: 2.5em;
    padding: 0.5em;
    border-radius: 50%;
    background: var(--_soft);
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .rows li {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0.25em 1em;
    padding-block: 0.625em;
    border-block-start: 1px solid var(--_line);
  }
  .rows li:first-child {
    border: 0;
  }
  .rows b {
    font-weight: 600;
  }
  .end {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  [part='given'] {
    color: var(--_good);
  }
  .bullets {
    padding-inline-start: 1.25em;
    list-style: disc;
  }
  .after-a-while {
    padding-block: 1em;
    animation: appear 0.2s 0.3s both;
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
    .main {
      border-width: 2px;
    }
    .main span {
      color: ButtonText;
    }
    .reached::after {
      forced-color-adjust: none;
      background: CanvasText;
    }
  }
`
