import { css } from 'lit'

/** How the part of the loyalty widget in which shoppers act looks. */
export const styles = css`
  /* Space for what an action brings, since that may come late. Its size depends on the width of the card. */
  header,
  .closing,
  [part~='credits'],
  [part~='welcome'] {
    container-type: inline-size;
  }
  .redemption {
    display: grid;
    gap: 0.625em;
    align-content: start;
  }
  .open {
    min-block-size: 12.5em;
  }
  .beside-code {
    min-block-size: 20em;
  }
  header .reserve {
    display: flow-root;
  }
  .reserve.status {
    min-block-size: 4.1em;
  }
  .reserve.leaving {
    min-block-size: 19em;
  }
  .reserve.acting {
    min-block-size: 8.5em;
  }
  [part='fault'].reserve {
    min-block-size: 3em;
  }
  @container (inline-size < 40em) {
    .reserve.status {
      min-block-size: 5.7em;
    }
  }
  @container (inline-size < 30em) {
    .open {
      min-block-size: 13em;
    }
    .beside-code {
      min-block-size: 25em;
    }
    [part='fault'].reserve {
      min-block-size: 4.5em;
    }
    .reserve.status {
      min-block-size: 7.2em;
    }
    .reserve.leaving {
      min-block-size: 26em;
    }
    .reserve.acting {
      min-block-size: 13em;
    }
  }
  @container (inline-size < 19em) {
    .open {
      min-block-size: 15.5em;
    }
    .beside-code {
      min-block-size: 27em;
    }
    .reserve.leaving {
      min-block-size: 27em;
    }
    [part='fault'].reserve {
      min-block-size: 6em;
    }
  }
  /* About as much as the part needs that is late. */
  [part='late'] {
    display: grid;
    place-items: center;
    min-block-size: 9em;
    border-radius: calc(var(--_radius) * 0.6);
    background: var(--_soft);
  }
  [part~='credits'] > [part='late'] {
    min-block-size: 11em;
  }
  [part~='campaigns'] > [part='late'] {
    min-block-size: 5em;
  }
  [part~='history'] > [part='late'] {
    min-block-size: 40em;
  }
  [part='since']:empty::before,
  [part='expiring']:empty::before {
    content: '\\200b';
  }
  /* Further entries scroll in here. */
  .extended {
    grid-template-rows: auto minmax(0, 1fr) auto auto;
    block-size: min(50em, 80vh);
  }
  .extended [part='entries'] {
    overflow: auto;
    scrollbar-width: thin;
  }
  #outcomes,
  form,
  [part='confirm'],
  .code {
    display: grid;
    gap: 0.625em;
  }
  [part='fault']:empty:not(.reserve) {
    display: none;
  }
  /* Takes no room, and can be gone to all the same: what will stand there is on its way. */
  #outcomes:empty {
    position: absolute;
  }
  form,
  [part='confirm'] {
    padding-block-start: 1em;
    border-block-start: 1px solid var(--_line);
  }
  input {
    flex: 1;
    inline-size: 6em;
    min-inline-size: 4em;
    min-block-size: 2.75em;
    padding: 0.5em 0.75em;
    border: 1px solid color-mix(in srgb, currentColor 55%, transparent);
    border-radius: calc(var(--_radius) * 0.6);
    background: transparent;
    font-variant-numeric: tabular-nums;
  }
  [type='range'] {
    inline-size: 100%;
    padding: 0;
    border: 0;
    accent-color: var(--_accent);
    cursor: pointer;
  }
  [aria-invalid='true'] {
    border-color: var(--_problem);
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
  [part='fault'] {
    color: var(--_problem);
  }
  header .notice {
    margin-block-start: var(--_gap);
  }
  .notice {
    background: var(--_soft);
    padding: 0.75em 1em;
    border-inline-start: 0.25em solid var(--_warning);
  }
  /* Nobody has asked for it, so it lies over the greeting and moves nothing. */
  .over {
    position: absolute;
    z-index: 1;
    inset-block-start: 0;
    inset-inline-end: 0;
    max-inline-size: min(100%, 32em);
    padding: 0.5em 1em;
    border-block: 1px solid var(--_line);
    border-inline-end: 1px solid var(--_line);
    background: var(--storefront-surface, Canvas);
    color: var(--storefront-on-surface, CanvasText);
    font-size: 0.875em;
  }
  .over a {
    display: inline;
    padding: 0;
    border: 0;
    font-weight: 600;
    text-decoration: underline;
  }
  [part='panel'] {
    position: relative;
    align-content: start;
  }
  [part='account'] .notice {
    inline-size: 100%;
  }
  .failed,
  .unknown {
    border-color: var(--_problem);
  }
  .code {
    padding: 0.75em 1em;
    border: 1px dashed var(--_good);
    border-radius: calc(var(--_radius) * 0.6);
  }
  .code .row {
    align-items: center;
    justify-content: space-between;
  }
  code {
    font-size: 1.125em;
    font-weight: 600;
    letter-spacing: 0.04em;
    user-select: all;
  }
  [part='period'] {
    flex-wrap: wrap;
    row-gap: 0;
  }
  [part='period'] > :nth-child(n + 3) {
    display: grid;
    flex: 0 0 100%;
    gap: 0.375em;
  }
  [part='period'] > :empty,
  [part='kept']:empty {
    display: none;
  }
  [part='kept'] {
    padding-block: 0.375em 0.625em;
  }
  [part='losses'] {
    padding-inline-start: 1.25em;
    list-style: disc;
  }
  @media (forced-colors: active) {
    .main {
      border-width: 2px;
    }
    .main span {
      color: ButtonText;
    }
  }
`
