import { css } from 'lit'

/** Packages that open as rows, the room for what is still requested, and what changes with the width and on paper. */
export const layoutStyles = css`
  /* A row that opens: the hero is its summary. */
  article:has(> details) {
    padding: 0;
    gap: 0;
  }
  summary[part='hero'] {
    display: grid;
    padding: 0.75em var(--_pad);
    border-radius: var(--_radius);
    font-weight: inherit;
  }
  details:not([open]) > [part='hero'] h3 {
    font-size: var(--_heading);
  }
  article:only-of-type > details > [part='hero'] h3 {
    font-size: var(--_headline);
  }
  details > [part~='body'] {
    padding: 0.5em var(--_pad) 0;
  }
  article > details[open] {
    padding-block-end: var(--_pad);
  }
  [part='after'] {
    padding: 0 var(--_pad) 0.5em;
  }
  [part='notice'] {
    flex: 1 0 10em;
  }
  /* Takes no room while it says nothing that is to be seen. */
  [part='notice']:is(:empty, .unseen),
  [part='actions']:has(> [part='notice']:only-child:is(:empty, .unseen)) {
    position: absolute;
  }
  /* Fills the room that is kept. */
  [part~='finding'] {
    display: grid;
    flex: 1;
    grid-template-rows: auto 1fr;
    gap: 1em;
  }
  /* Lines like those that come, in the size that most of them have. */
  [part~='wait']::after {
    content: '';
    align-self: stretch;
    background: repeating-linear-gradient(var(--_soft) 0 1em, #0000 1em 2.5em);
  }
  [part~='history'][part~='wait'] {
    display: grid;
    grid-template-rows: auto 1fr;
    gap: 1em;
    min-block-size: 24em;
  }
  [part~='body'][part~='wait'] {
    grid-template-rows: auto auto auto 1fr;
    min-block-size: 42em;
  }
  @supports (color: color(from red xyz-d65 x y z)) {
    article {
      --_on-state: color(from var(--_state) xyz-d65 calc(0.9505 * var(--_dark)) var(--_dark) calc(1.089 * var(--_dark)) / 1);
    }
    :is([part~='delivered'], [part~='picked_up'], [part~='collect']) [part='hero'] > svg:first-child {
      background: var(--_state);
      stroke: var(--_on-state);
    }
  }
  .spark {
    stroke: var(--_state-edge);
  }
  @container (width >= 48em) {
    [part='root'] {
      --_pad: 2em;
    }
    [part~='history'][part~='wait'] {
      min-block-size: 16em;
    }
    [part~='body'][part~='wait'] {
      min-block-size: 22em;
    }
    [part='body']:has([part='aside']) {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      column-gap: 2em;
    }
    [part='steps'] {
      grid-column: 1 / -1;
      display: flex;
      max-inline-size: none;
      margin-block-end: 1em;
    }
    [part~='step'] {
      flex: 1;
      flex-direction: column;
      justify-content: start;
      padding: 1.75em 0 0;
      padding-inline-end: 0.75em;
    }
    [part~='step']:last-child {
      flex: none;
    }
    [part~='step']:not(:last-child)::before {
      inset-block: calc(0.6875em - 1px) auto;
      inset-inline: 1.375em 0;
    }
    [part='aside'] {
      margin: 0;
      padding-inline-start: 2em;
      border-inline-start: 1px solid var(--_line);
    }
  }
  /* Most headlines stay on one line on a phone. */
  @container (width < 26em) {
    article h3 {
      font-size: clamp(var(--_heading), 6cqi, var(--_headline));
    }
    [part='hero'] {
      column-gap: 0.625em;
    }
  }
  @container (width < 20em) {
    [part='root'] {
      --_pad: 1em;
    }
    h3 {
      font-size: var(--_heading);
    }
    /* A closed row says the answer alone, mostly on one line, so that rows are alike and keep their height when the answers come. */
    details:not([open]) [part='status'] {
      display: none;
    }
    details:not([open]) > [part='hero'] h3 {
      font-size: 1em;
    }
    [open] > [part='hero'] {
      min-block-size: 7em;
    }
    dd {
      grid-template-columns: minmax(0, 1fr);
    }
    [part~='history'][part~='wait'] {
      min-block-size: 26.5em;
    }
    .dated {
      grid-template-columns: auto minmax(0, 1fr);
      column-gap: 0.5em;
    }
    .dated > :last-child {
      grid-area: 2 / 1 / auto / span 2;
    }
  }
  @container (width < 16em) {
    /* Letters of twice the size on a telephone: the room is for words. */
    [part='root'] {
      --_pad: 0.625em;
    }
    [part='hero'] > svg,
    [part='thumb'],
    [part='image'],
    :is([part='history'], [part='route']) .muted {
      display: none;
    }
    [part='hero'] {
      grid-template-columns: minmax(0, 1fr);
    }
    article {
      overflow-wrap: break-word;
      hyphens: auto;
    }
    :is(.button, [part='item']) {
      overflow-wrap: anywhere;
    }
    .button {
      padding-inline: 0.5em;
    }
    h2,
    h3 {
      font-size: 1em;
    }
  }
  @container (width < 11em) {
    [part~='step'] {
      padding-inline-start: 0;
    }
    [part~='step'] svg,
    [part~='step']::before {
      display: none;
    }
  }
  @media print {
    :is(button, .button, .link),
    summary:not([part='hero']),
    summary > svg:last-child {
      display: none;
    }
    details::details-content {
      content-visibility: visible;
    }
  }
`
