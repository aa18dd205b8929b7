import { css } from 'lit'

/** How the part of the loyalty widget in which shoppers act looks. */
export const styles = css`
  /* Space for what an action brings, since that may come late. Its size depends on the width of the card. */
  .closing,
  .status,
  [part~='welcome'] {
    container-type: inline-size;
  }
  .reserve:empty:not(.status, [part='fault']) {
    display: none;
  }
  .beside-code {
    min-block-size: 21.5em;
  }
  /* A card for the question and for what became of it, as high as the question. */
  .reserve.leaving,
  .reserve.reactivate,
  .reserve.payment {
    display: grid;
    grid-template: 1fr / minmax(0, 1fr);
    gap: var(--_gap);
  }
  .reserve.leaving {
    min-block-size: 20em;
  }
  .reserve.reactivate,
  .reserve.payment {
    min-block-size: 8.5em;
  }
  .leaving > .pad {
    align-content: space-between;
  }
  .leaving > .row,
  .reactivate > .row,
  .payment > .row {
    align-content: start;
    padding: 1.25em;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .reserve.status {
    min-block-size: 4.1em;
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
    .beside-code {
      min-block-size: 29em;
    }
    [part='fault'].reserve {
      min-block-size: 4.5em;
    }
    .reserve.status {
      min-block-size: 7.2em;
    }
    .reserve.leaving {
      min-block-size: 28.5em;
    }
    .reserve.reactivate {
      min-block-size: 13em;
    }
    .reserve.payment {
      min-block-size: 10em;
    }
  }
  @container (inline-size < 19em) {
    .beside-code {
      min-block-size: 31em;
    }
    .reserve.leaving {
      min-block-size: 30.5em;
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
    border-radius: var(--_control-radius);
    background: var(--_soft);
  }
  /* On the colour of the tier. */
  .pass [part='late'] {
    min-block-size: 3em;
    background: none;
  }
  [part~='credits'] > [part='late'] {
    min-block-size: 13.5em;
  }
  [part~='campaigns'] > [part='late'] {
    min-block-size: 5em;
  }
  [part~='history'] > [part='late'] {
    min-block-size: 40em;
  }
  /* A phone shows half of the entries at first. */
  @container (width < 46em) {
    [part~='history'] > [part='late'] {
      min-block-size: 29em;
    }
  }
  [part='since']:empty::before {
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
  form {
    display: flex;
    flex-direction: column;
    justify-content: space-between;
    gap: 0.625em;
  }
  /* A coupon fills the card, unless there is something to fill in below it. */
  #outcomes > :last-child {
    flex: 1;
  }
  .redemption:has(.coupon) {
    grid-template-rows: 1fr;
  }
  .beside-code:has(> :nth-child(2)) {
    grid-template-rows: auto 1fr;
  }
  [part='fault']:empty:not(.reserve, .extended *) {
    display: none;
  }
  /* Takes no room, and can be gone to all the same: what will stand there is on its way. */
  #outcomes:empty {
    position: absolute;
  }
  input:not(.slider) {
    flex: 1;
    inline-size: 6em;
    min-inline-size: 4em;
    min-block-size: 2.75em;
    padding: 0.5em 0.75em;
    border: 1px solid var(--_control);
    border-radius: var(--_control-radius);
    background: transparent;
    font-variant-numeric: tabular-nums;
  }
  [aria-invalid='true'] {
    border: 2px solid var(--_problem);
  }
  [aria-disabled='true'] {
    opacity: 0.55;
    cursor: progress;
  }
  [part='fault'] {
    color: var(--_problem);
  }
  .notice {
    background: var(--_soft);
    padding: 0.75em 1em;
    border-inline-start: 0.25em solid var(--_warning);
  }
  .notice.split {
    gap: 0.75em;
  }
  /* Appears without an action of the shopper, so it takes the place of the greeting and moves nothing. */
  .pass .over {
    position: absolute;
    inset: 0 0 auto;
    padding: 0.75em 1.5em;
    background: var(--storefront-surface, Canvas);
    color: var(--storefront-on-surface, CanvasText);
    font-size: 0.875em;
  }
  .pass:has(.over) > .split {
    clip-path: inset(50%);
  }
  /* Its target is taller than the line. */
  .over .link {
    margin-block: -1em;
  }
  [part='account'] .notice {
    inline-size: 100%;
  }
  .failed,
  .unknown {
    border-color: var(--_problem);
  }
  /* Takes the focus for readers of the screen; it cannot be pressed. */
  [part='question'] {
    outline-color: transparent;
  }
  /* A code, as a coupon. */
  .coupon {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    place-content: center space-between;
    gap: 0.75em 1em;
    padding: 1em 1.25em;
    border: 1.5px dashed var(--_edge);
    border-radius: var(--_radius);
    background: var(--_tint);
  }
  .coupon .muted {
    color: inherit;
  }
  code {
    font:
      600 1.125em ui-monospace,
      monospace;
    letter-spacing: 0.04em;
    user-select: all;
    overflow-wrap: anywhere;
  }
  /* A light that runs along while a request is under way. */
  .busy {
    inline-size: 100%;
    block-size: 0.25em;
    border-radius: 1em;
    background: linear-gradient(90deg, #0000, var(--_accent), #0000) 50% 0 / 40% 100% no-repeat var(--_soft);
  }
  @media (prefers-reduced-motion: no-preference) {
    .busy {
      animation: run 1.6s infinite ease-in-out alternate;
    }
  }
  @keyframes run {
    from {
      background-position-x: 0;
    }
    to {
      background-position-x: 100%;
    }
  }
  .rows [part='period'] {
    grid-template-columns: minmax(0, 1fr) auto;
  }
  [part='period'] > :nth-child(n + 3) {
    grid-column: 1 / -1;
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
`
