import { css } from 'lit'

/** What is the tracking widget's own. */
export const styles = css`
  :host {
    container-type: inline-size;
  }
  [part='root'],
  form,
  article,
  [part='history'] {
    display: grid;
    gap: 0.75em;
  }
  form,
  article {
    padding: 1.25em;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  [part='root'],
  [part='history'] {
    align-content: start;
  }
  [part='root'] {
    /* Kept from the start, so that what comes moves little of the page. */
    min-block-size: var(--storefront-tracking-space, max(32em, 100vh));
  }
  h2,
  h3,
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
  h3 {
    font-size: 1.375em;
    line-height: 1.25;
  }
  p:empty {
    display: none;
  }
  a {
    display: inline-block;
    padding-block: 0.375em;
    color: inherit;
  }
  button {
    min-block-size: 2.75em;
    padding: 0.375em 1em;
    border: 1px solid var(--_muted);
    border-radius: var(--_radius);
    background: none;
  }
  [part~='link'] {
    flex: none;
    min-block-size: 2em;
    padding: 0 0.375em;
    border: 0;
    text-decoration: underline;
  }
  [part~='problem'] :is(h3, [part~='current']) {
    color: var(--_problem);
  }
  [part~='late'] h3,
  [part~='attempted'] h3 {
    color: var(--_warning);
  }
  [part~='collect'] h3,
  [part='protected'] {
    color: var(--_good);
  }
  [part='protected'] {
    padding-inline: 0.625em;
    border: 1px solid;
    border-radius: 1em;
  }
  [part='estimate'],
  dt {
    font-weight: 600;
  }
  /* Bolder letters would be wider, and another step's label move when it becomes the current one. */
  [part~='current'] {
    -webkit-text-stroke: 0.04em;
  }
  /* A number is broken before the button beside it is. */
  [part='number'] {
    display: inline-flex;
    align-items: center;
  }
  [part='order'],
  [part='actions'],
  [part='links'],
  ul,
  ul li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5em 1em;
  }
  [part='order'] p {
    inline-size: 100%;
  }
  /* Beside an order its place is kept: what is said there moves nothing. */
  button ~ [part='notice'] {
    flex: 1 0 10em;
    min-block-size: 1lh;
  }
  ol {
    display: grid;
    grid-template-columns: repeat(5, minmax(0, 1fr));
    font-size: 0.8125em;
    text-align: center;
  }
  ol li {
    --_step: var(--_accent);
    display: grid;
    justify-items: center;
    gap: 0.5em;
    position: relative;
  }
  [part~='current'] ~ li {
    --_step: var(--_muted);
  }
  /* Full for a step taken, a ring for the current one, empty for those to come: told by borders, which forced colours keep. */
  ol li::before {
    content: '';
    inline-size: 1.25em;
    block-size: 1.25em;
    border: 0.125em solid var(--_step);
    border-radius: 1em;
  }
  [part~='done']::before {
    border-width: 0.625em;
    background: var(--_step);
  }
  [part~='current']::before {
    border-width: 0.375em;
  }
  [data-waiting] [part~='current']::before {
    border-style: dotted;
  }
  ol li + li::after {
    content: '';
    position: absolute;
    inset-block-start: 0.5625em;
    inset-inline: calc(0.625em - 50%) calc(50% + 0.625em);
    border-block-start: 0.125em solid var(--_step);
  }

  /* The room for scans that come later: the estimate, and three events with what they mean. */
  article[data-awaited] > [part='estimate'] {
    display: block;
    min-block-size: 1lh;
  }
  [data-awaited] > [part='history'] {
    min-block-size: 22em;
  }
  dt {
    margin-block-start: 1em;
  }
  dd {
    display: grid;
    grid-template-columns: 5.5em 1fr;
    margin-block-start: 0.5em;
  }
  summary {
    padding-block: 0.375em;
  }
  [part='image'],
  img {
    inline-size: 3em;
    block-size: 3em;
    border-radius: 0.375em;
    background: var(--_soft);
    object-fit: cover;
  }

  @container (width < 30em) {
    [part='sum'],
    article[data-awaited] > [part='estimate'] {
      min-block-size: 2lh;
    }
    [data-awaited] > [part='history'] {
      min-block-size: 31.5em;
    }
    /* The steps of a package that has arrived have no label. */
    [data-awaited] > ol {
      min-block-size: 3.375em;
    }
    /* Only the label of the current step has room here; at either end it keeps inside the card. */
    ol span {
      margin-inline: -4em;
    }
    ol li:nth-child(-n + 2) > span {
      margin-inline: 0 -5em;
      justify-self: start;
    }
    ol li:nth-child(n + 4) > span {
      margin-inline: -5em 0;
      justify-self: end;
    }
    ol li:not([part~='current']) > span {
      opacity: 0;
      font-size: 0;
    }
    dd {
      grid-template-columns: 1fr;
    }
  }
  @container (width < 16em) {
    /* Letters of twice the size on a telephone: the room is for words. */
    form,
    article {
      padding: 0.625em;
      hyphens: auto;
    }
    h2,
    h3 {
      font-size: 1.125em;
    }
  }
  @media print {
    button,
    summary {
      display: none;
    }
  }
`
