import { css } from 'lit'

/** The towns and the events of a package, its items, and the lines that open. */
export const historyStyles = css`
  /* The towns it passed, each in one piece, with a line from dot to dot. The one it goes to is a ring, and the line to it is broken. */
  [part='route'] {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    gap: 0.5em;
  }
  [part='route'] li {
    display: grid;
    grid-template-columns: auto auto minmax(0, 1.25em);
    align-items: center;
    gap: 0 0.5em;
    max-inline-size: 100%;
  }
  [part='route'] .muted {
    grid-column: 2;
  }
  [part='route'] li::before,
  dd::before {
    content: '';
    inline-size: 0.75em;
    block-size: 0.75em;
    border: 2px solid var(--_state-edge);
    border-radius: 50%;
    background: var(--_state);
  }
  [part='route'] li:not(:last-child)::after {
    content: '';
    grid-area: 1 / 3;
    border-block-start: 2px solid var(--_state-edge);
  }
  [part='route'] li:has(+ .goal)::after {
    border-block-start-style: dashed;
  }
  [part='route'] .goal::before {
    background: none;
  }
  /* A narrow card has a line for each town, with its day at the end. */
  @container (width < 48em) {
    [part='route'] {
      display: grid;
    }
    [part='route'] li {
      position: relative;
      grid-template-columns: auto minmax(0, 1fr) auto;
    }
    [part='route'] .muted {
      grid-column: 3;
    }
    [part='route'] li:not(:last-child)::after {
      grid-area: auto;
      position: absolute;
      inset-block: calc(50% + 0.375em) calc(-50% - 0.125em);
      inset-inline-start: calc(0.375em - 1px);
      border-block: 0;
      border-inline-start: 2px solid var(--_state-edge);
    }
    [part='route'] li:has(+ .goal)::after {
      border-inline-start-style: dashed;
    }
  }
  /* Another line from dot to dot, of which the newest is filled. */
  [part='timeline'] {
    position: relative;
    padding-inline-start: 1.25em;
  }
  [part='timeline']::before {
    content: '';
    position: absolute;
    inset-block: 2.25em 0.75em;
    inset-inline-start: calc(0.375em - 1px);
    border-inline-start: 2px solid var(--_line);
  }
  dd::before {
    position: absolute;
    inset-inline-start: 0;
    margin-block-start: 0.375em;
  }
  dd ~ dd::before,
  details dd::before {
    border-color: var(--_control);
    background: var(--storefront-surface, Canvas);
  }
  [part='history'] {
    gap: 0.25em;
  }
  /* Nearer to what it names than to what is before it. */
  h4 {
    margin-block-end: -0.5em;
  }
  * + h4,
  [part='aside'] {
    margin-block-start: 0.5em;
  }
  dt {
    color: var(--_muted);
    font-size: 0.875em;
    font-weight: 600;
  }
  dd + dt {
    margin-block-start: 0.75em;
  }
  dd {
    display: grid;
    grid-template-columns: 5.5em minmax(0, 1fr);
    margin-block-start: 0.25em;
  }
  .dated {
    grid-template-rows: auto 1fr;
    margin-block: 0.5em;
  }
  /* Beside the date and the time. */
  .dated > :last-child {
    grid-area: 1 / 2 / span 2;
  }
  ul {
    display: grid;
    gap: 0.75em;
  }
  ul li {
    display: flex;
    align-items: center;
    gap: 0.75em;
  }
  [part='image'],
  img {
    flex: none;
    inline-size: 2.75em;
    block-size: 2.75em;
    border-radius: min(var(--_control-radius), 0.75em);
    background: var(--_soft);
    object-fit: cover;
  }
  summary {
    display: flex;
    align-items: center;
    gap: 0.5em;
    min-block-size: max(2.75em, 44px);
    border-radius: var(--_control-radius);
    font-weight: 600;
    list-style: none;
    cursor: pointer;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary > svg:last-child {
    inline-size: 1.25em;
    margin-inline-start: auto;
  }
  [open] > summary > svg:last-child {
    rotate: 180deg;
  }
`
