import { css } from 'lit'

/** What is the tracking widget's own. */
export const styles = css`
  :host {
    container-type: inline-size;
    line-height: 1.5;
  }
  .root {
    display: grid;
    gap: var(--_gap);
    min-block-size: var(--storefront-tracking-size, 18em);
    align-content: start;
  }
  h2,
  h3,
  h4,
  p,
  ol,
  ul,
  dl,
  dd,
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
    list-style: none;
  }
  h2 {
    font-size: 1.5em;
    line-height: 1.25;
  }
  h2:focus {
    outline: none;
  }
  h3 {
    font-size: 1.375em;
    line-height: 1.25;
  }
  a,
  .link {
    color: inherit;
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  a {
    display: inline-block;
    padding-block: 0.25em;
  }
  button {
    min-block-size: 2.75em;
    padding: 0.5em 1.25em;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: none;
    cursor: pointer;
  }
  button:hover {
    background: var(--_soft);
  }
  .link {
    min-block-size: 1.75em;
    padding: 0.125em 0.375em;
    border-color: transparent;
  }
  .main {
    border-color: var(--_accent);
    background: var(--_accent);
  }
  .main {
    color: var(--_on-accent);
  }
  [aria-disabled='true'] {
    opacity: 0.6;
    cursor: default;
  }
  .card {
    display: grid;
    gap: 0.75em;
    padding: 1.25em;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    break-inside: avoid;
  }
  header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25em 0.75em;
  }
  header p {
    inline-size: 100%;
  }
  .badge {
    padding: 0.125em 0.625em;
    border: 1px solid;
    border-radius: 1em;
    color: var(--_good);
    font-size: 0.8125em;
  }
  .actions,
  .foot {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25em 1em;
  }
  .notice {
    min-block-size: 1.75em;
  }
  [data-overlay] h3,
  [data-overlay] [data-state='current'] {
    color: var(--_tone);
  }
  [data-overlay='problem'] {
    --_tone: var(--_problem);
  }
  [data-overlay='late'],
  [data-overlay='attempted'] {
    --_tone: var(--_warning);
  }
  [data-overlay='collect'] {
    --_tone: var(--_good);
  }

  .bar {
    display: grid;
    grid-template-columns: repeat(5, 1fr);
    margin-block: 0.5em;
    font-size: 0.8125em;
  }
  .bar li {
    position: relative;
    padding: 2.25em 0.25em 0;
    text-align: center;
    color: var(--_muted);
  }
  .bar li::before {
    content: '';
    position: absolute;
    inset: 0.6875em 50% auto -50%;
    border-block-start: 0.25em solid var(--_line);
  }
  .bar li:first-child::before {
    display: none;
  }
  .bar li::after {
    content: '';
    position: absolute;
    inset-block-start: 0;
    inset-inline-start: calc(50% - 0.8125em);
    inline-size: 1.625em;
    block-size: 1.625em;
    border: 0.125em solid var(--_line);
    border-radius: 50%;
    background: var(--storefront-background, Canvas);
    line-height: 1.375em;
  }
  .bar [data-state='done']::before,
  .bar [data-state='current']::before,
  .bar [data-state='done']::after {
    border-color: var(--_accent);
  }
  .bar [data-state='done']::after {
    content: '✓' / '';
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .bar [data-state='current'] {
    color: inherit;
    font-weight: 600;
  }
  .bar [data-state='current']::after {
    border: 0.4375em solid;
  }
  .bar[data-overlay] [data-state='current']::after {
    content: '!' / '';
    border-width: 0.125em;
  }
  .bar[data-open] [data-state='current']::after {
    border: 0.1875em dotted;
  }

  .days {
    display: grid;
    gap: 0.375em;
  }
  .days dt {
    margin-block-start: 0.5em;
    font-weight: 600;
    font-size: 0.875em;
  }
  .days dd {
    display: grid;
    grid-template-columns: minmax(5em, auto) 1fr;
    gap: 0.75em;
  }
  .days dd > * {
    display: block;
  }
  .time {
    padding-block-start: 0.15em;
    font-variant-numeric: tabular-nums;
  }
  .history[data-pending]:empty,
  .history[data-pending] {
    min-block-size: 8em;
  }
  summary {
    inline-size: fit-content;
    padding-block: 0.375em;
    cursor: pointer;
  }
  [open] .when-closed,
  details:not([open]) .when-open {
    display: none;
  }
  .items {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(14em, 100%), 1fr));
    gap: 0.75em;
    padding-block-start: 0.75em;
    border-block-start: 1px solid var(--_line);
  }
  .items li {
    display: flex;
    align-items: center;
    gap: 0.75em;
  }
  .image {
    flex: none;
    inline-size: 3em;
    block-size: 3em;
    border-radius: calc(var(--_radius) / 2);
    background: var(--_soft);
    overflow: hidden;
  }
  img {
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }

  .ways {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25em 1.25em;
  }
  .ways label {
    display: flex;
    align-items: center;
    gap: 0.5em;
    min-block-size: 2.75em;
    cursor: pointer;
  }
  [type='radio'] {
    inline-size: 1.25em;
    block-size: 1.25em;
    margin: 0;
    accent-color: var(--_accent);
  }
  .field {
    display: grid;
    gap: 0.25em;
  }
  .field input {
    inline-size: 100%;
    min-block-size: 2.75em;
    padding: 0.5em 0.75em;
    border: 1px solid var(--storefront-input-line, color-mix(in srgb, currentColor 55%, transparent));
    border-radius: calc(var(--_radius) / 1.5);
    background: none;
  }
  .mistake {
    color: var(--_problem);
    font-size: 0.875em;
  }
  .mistake:empty {
    display: none;
  }
  [aria-invalid] {
    border-color: var(--_problem) !important;
  }

  @container (width < 30em) {
    .bar li:not([data-state='current']) > span {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
    .bar li {
      padding-inline: 0;
    }
    .days dd {
      grid-template-columns: 1fr;
      gap: 0;
    }
    .card {
      padding: 1em;
    }
  }
  @container (width >= 34em) {
    .field {
      max-inline-size: 26em;
    }
    .main {
      justify-self: start;
    }
  }
  @media (forced-colors: active) {
    .bar [data-state='done']::after {
      border-color: CanvasText;
      background: CanvasText;
      color: Canvas;
    }
  }
  @media print {
    .actions,
    .notice,
    button {
      display: none;
    }
  }
`
