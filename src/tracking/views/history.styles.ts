import { css } from 'lit'

/** The towns and the events of a package, its items, and the lines that open. */
export const historyStyles = css`
  /* The towns it passed, a line for each with its day at the end, from dot to dot. The one it goes to is a ring, and the line to it is broken. */
  [part='route'] {
    display: grid;
    gap: 0.5em;
  }
  [part='route'] li {
    position: relative;
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: 0 0.5em;
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
    position: absolute;
    inset-block: calc(50% + 0.375em) calc(-50% - 0.125em);
    inset-inline-start: calc(0.375em - 1px);
    border: 0 solid var(--_state-edge);
    border-inline-start-width: 2px;
  }
  [part='route'] li:has(+ .goal)::after {
    border-style: dashed;
  }
  [part='route'] .goal::before {
    background: none;
  }
  /* A wide card has them beside one another, each below its dot. */
  @container (width >= 48em) {
    [part='route'] {
      grid-auto-flow: column;
      grid-auto-columns: minmax(0, 1fr);
      overflow-wrap: break-word;
    }
    [part='route'] li {
      grid-template-columns: auto 1fr;
      align-content: start;
    }
    [part='route'] li > * {
      grid-column: 1 / -1;
    }
    [part='route'] li:not(:last-child)::after {
      position: static;
      grid-area: 1 / 2;
      border-width: 2px 0 0;
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
