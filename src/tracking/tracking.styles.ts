import { css } from 'lit'

/** What is the tracking widget's own. */
export const styles = css`
  :host {
    container-type: inline-size;
  }
  [part='root'],
  form,
  article,
  [part='main'],
  [part='aside'],
  [part='history'],
  [part='help'] {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1em;
    align-content: start;
  }
  [part='root'] {
    line-height: 1.45;
  }
  [part='root'][data-empty] {
    /* Kept from the start, so that what comes moves little of the page. */
    min-block-size: var(--storefront-tracking-space, clamp(26em, 54em - 60cqi, 38em));
  }
  form,
  article {
    padding: 1.25em;
  }
  h2,
  h3,
  h4,
  p,
  ol,
  ul,
  dl,
  dd {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  /* Words may run the other way than the page: each text for itself, and still beginning where the page's do. */
  h2,
  h3,
  p,
  dt,
  span {
    unicode-bidi: plaintext;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  h2,
  h4,
  [part~='outcome'] h3,
  [part~='protection'] h3 {
    font-size: var(--_heading);
    line-height: 1.2;
  }
  h3 {
    font-size: var(--_headline);
    line-height: 1.2;
    letter-spacing: -0.01em;
    overflow-wrap: break-word;
    hyphens: auto;
  }
  p:empty {
    display: none;
  }
  a {
    color: inherit;
  }
  [part='order'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25em 0.75em;
  }
  [part='order'] p {
    inline-size: 100%;
  }
  [part='protected'] {
    display: inline-flex;
    align-items: center;
    gap: 0.375em;
    padding: 0.125em 0.625em 0.125em 0.375em;
    border: 1px solid;
    border-radius: 2em;
    color: var(--_good);
    font-size: 0.875em;
    font-weight: 600;
  }
  :is([part='protected'], .button, .link) svg {
    inline-size: 1.25em;
    block-size: 1.25em;
  }
  [part='actions'],
  [part='links'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5em 1em;
  }
  /* One colour says how a package fares. It paints the icon and the bar; words have the colour of the text. */
  article {
    --_state: var(--_accent);
    --_state-edge: var(--_edge);
    --_state-icon: var(--_icon);
  }
  :is([part~='late'], [part~='attempted'], [part~='returning'], [part~='pending']) {
    --_state: var(--_warning);
    --_state-edge: var(--_warning);
    --_state-icon: var(--_warning);
  }
  [part~='problem'] {
    --_state: var(--_problem);
    --_state-edge: var(--_problem);
    --_state-icon: var(--_problem);
  }
  :is([part~='delivered'], [part~='picked_up'], [part~='collect'], [part~='resolved'], [part~='refunded'], [part~='partially_refunded']) {
    --_state: var(--_good);
    --_state-edge: var(--_good);
    --_state-icon: var(--_good);
  }
  [part='hero'] {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: 0.5em 1em;
  }
  [part='hero'] > svg:first-child {
    overflow: visible;
    inline-size: 3.5em;
    block-size: 3.5em;
    padding: 0.875em;
    border-radius: 50%;
    background: color-mix(in srgb, var(--_state) 14%, transparent);
    color: var(--_state-icon);
  }
  [part='status']:is(span) {
    display: block;
    font-size: 0.875em;
    font-weight: 600;
  }
  [part='name'] {
    display: block;
  }
  [part~='awaited'] :is(h3, svg:first-child) {
    color: var(--_muted);
  }
  [part~='bar'] {
    --_at: 6%;
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0.5em 1em;
  }
  [part='track'] {
    grid-column: 1 / -1;
    block-size: 0.625em;
    border-radius: 1em;
    background: color-mix(in srgb, currentColor 13%, transparent);
  }
  [part='track']::before {
    content: '';
    display: block;
    inline-size: var(--_at);
    block-size: 100%;
    border: 1px solid var(--_state-edge);
    border-radius: 1em;
    background: var(--_state);
  }
  [part='estimate'] {
    max-inline-size: 12em;
    font-size: 0.875em;
    font-weight: 600;
    text-align: end;
  }
  [part~='step-2'] {
    --_at: 25%;
  }
  [part~='step-3'] {
    --_at: 55%;
  }
  [part~='step-4'] {
    --_at: 82%;
  }
  [part~='step-5'] {
    --_at: 100%;
  }
  /* What helps when something is wrong, set apart by a rule in the colour of the state. */
  [part='help'] {
    gap: 0.75em;
    padding-inline-start: 1em;
    border-inline-start: 3px solid var(--_state-edge);
  }
  /* The carrier's mark, its number and the way to copy it stay in this order in every language. */
  [part='number'] {
    display: flex;
    align-items: center;
    gap: 0 0.75em;
    margin-block: -0.5em;
  }
  [part='mark'] {
    max-inline-size: 12em;
    padding: 0.125em 0.5em;
    border: 1px solid var(--_control);
    border-radius: 0.25em;
    font-size: 0.8125em;
    font-weight: 700;
  }
  bdi {
    font-variant-numeric: tabular-nums;
  }
  [part='copy'] {
    flex: none;
    justify-content: center;
  }
  [part~='body'] {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1em;
  }
  [part='aside'] {
    padding-block-start: 1em;
    border-block-start: 1px solid var(--_line);
  }
  /* The towns it passed, as stops of a line. */
  [part='route'] {
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: minmax(0, 1fr);
    font-size: 0.875em;
    font-weight: 600;
  }
  [part='town'] {
    display: grid;
    align-content: start;
    padding-inline-end: 0.5em;
    line-height: 1.3;
  }
  [part='town'] .quiet {
    font-size: 1em;
    font-weight: 400;
  }
  [part='town']::before {
    content: '';
    inline-size: 0.75em;
    block-size: 0.75em;
    margin-block-end: 0.5em;
    border: 2px solid var(--_state-edge);
    border-radius: 50%;
    background: var(--_state);
  }
  [part='town']:not(:last-child) {
    background: linear-gradient(var(--_line), var(--_line)) 0 0.3125em / 100% 2px no-repeat;
  }
  [part='history'] {
    gap: 0.25em;
  }
  dt {
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
  [part='place'] {
    display: block;
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
  /* A row that opens: the hero is its summary. */
  article:has(> details) {
    padding: 0;
    gap: 0;
  }
  summary[part='hero'] {
    display: grid;
    /* Name, status and headline, whichever are known yet. */
    min-block-size: 6.5em;
    padding: 0.75em 1.25em;
    border-radius: var(--_radius);
    font-weight: inherit;
  }
  details:not([open]) > [part='hero'] h3 {
    font-size: var(--_heading);
  }
  article:only-of-type > details > [part='hero'] {
    padding-block: 1.25em;
  }
  article:only-of-type > details > [part='hero'] h3 {
    font-size: var(--_headline);
  }
  details > [part~='body'] {
    padding: 0.5em 1.25em 1.25em;
  }
  [part='after'] {
    padding: 0 1.25em 0.5em;
  }
  [part='notice'] {
    flex: 1 0 10em;
    /* Its line is kept: what is said there moves nothing. */
    min-block-size: 1lh;
  }
  [data-empty] [part='notice']:empty {
    position: absolute;
    min-block-size: 0;
  }
  /* Drawn where the news will be, in the size that most news have. */
  [part~='history'][part~='wait'] {
    min-block-size: 21.5em;
  }
  [part~='body'][part~='wait'] {
    align-content: start;
    min-block-size: 33em;
  }
  /* Lines like those that come. */
  [part~='wait']::after {
    content: '';
    align-self: stretch;
    background: repeating-linear-gradient(var(--_soft) 0 1em, #0000 1em 2.5em);
  }
  [part~='history'][part~='wait'] {
    display: grid;
    grid-template-rows: auto 1fr;
    gap: 1em;
  }
  [part~='body'][part~='wait'] {
    grid-template-rows: auto auto auto 1fr;
  }
  @supports (color: color(from red xyz-d65 x y z)) {
    :is([part~='delivered'], [part~='picked_up'], [part~='collect']) [part='hero'] > svg:first-child {
      background: var(--_good);
      color: color(from var(--_good) xyz-d65 calc(0.9505 * var(--_dark)) var(--_dark) calc(1.089 * var(--_dark)) / 1);
    }
  }
  .spark {
    stroke: var(--_state-edge);
  }
  @container (width >= 48em) {
    form,
    article {
      padding: 2em;
    }
    summary[part='hero'] {
      padding: 1.25em 2em;
    }
    details > [part~='body'],
    [part='after'] {
      padding-inline: 2em;
      padding-block-end: 2em;
    }
    [part~='history'][part~='wait'] {
      min-block-size: 16em;
    }
    [part~='body'][part~='wait'] {
      min-block-size: 17em;
    }
    [part='body'] {
      grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
      column-gap: 2em;
    }
    [part='aside'] {
      padding-block: 0;
      padding-inline-start: 2em;
      border-block-start: 0;
      border-inline-start: 1px solid var(--_line);
    }
    article:not(:has(> details)) > [part='hero'] > svg:first-child {
      inline-size: 4.5em;
      block-size: 4.5em;
      padding: 1.125em;
    }
  }
  @container (width < 26em) {
    [part='hero'] {
      column-gap: 0.75em;
    }
    [part='hero'] > svg:first-child {
      inline-size: 3em;
      block-size: 3em;
      padding: 0.75em;
    }
  }
  @container (width < 20em) {
    form,
    article {
      padding: 1em;
    }
    summary[part='hero'] {
      padding: 0.75em 1em;
    }
    details > [part~='body'],
    [part='after'] {
      padding-inline: 1em;
      padding-block-end: 1em;
    }
    h3 {
      font-size: var(--_heading);
    }
    dd {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @container (width < 16em) {
    /* Letters of twice the size on a telephone: the room is for words. */
    [part='hero'] > svg,
    [part='history'] .quiet {
      display: none;
    }
    h2,
    h3 {
      font-size: 1em;
    }
    [part='route'] {
      grid-auto-flow: row;
    }
  }
  @media (forced-colors: active) {
    [part='track'] {
      border: 1px solid;
    }
    [part='track']::before,
    [part='town']::before {
      forced-color-adjust: none;
      background-color: Highlight;
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
