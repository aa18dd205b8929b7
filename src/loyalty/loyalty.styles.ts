import { css } from 'lit'

/** How the first screen of the loyalty widget looks. */
export const styles = css`
  [part='frame'] {
    container-type: inline-size;
  }
  /* As high as what is to come, so that a page that is loaded again finds the place where its shopper was. */
  .reserved.waiting {
    min-block-size: var(--storefront-loyalty-space, 160em);
  }
  .guest.waiting {
    min-block-size: var(--storefront-loyalty-guest-space, 100vh);
  }
  /* Cards in place of those that come, below the shop's own text. */
  .waiting {
    background: repeating-linear-gradient(var(--_soft) 0 16em, #0000 16em 18em) 0 5em no-repeat;
  }
  [part='panel'],
  .columns,
  .pad,
  [part~='card'],
  [part='amounts'],
  [part='confirm'],
  .redemption {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: var(--_gap);
  }
  [part='panel'] {
    gap: calc(var(--_gap) * 2.5);
    line-height: 1.45;
  }
  .pad {
    padding: 1.25em;
  }
  h2,
  h3,
  h4,
  p,
  ul,
  ol,
  dl,
  dd {
    margin: 0;
    padding: 0;
    list-style: none;
    line-height: inherit;
  }
  /* Words may run the other way than the page: each text for itself, and still beginning where the page's do. */
  h2,
  h3,
  h4,
  p,
  b,
  small,
  span:not(.money),
  code {
    unicode-bidi: plaintext;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  h3 {
    font-size: var(--_heading);
    line-height: 1.2;
  }
  b,
  strong {
    font-weight: 650;
  }
  .row,
  .split,
  .chips {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5em;
  }
  .split {
    justify-content: space-between;
    align-items: start;
    gap: 0.25em 1em;
  }
  .chips .button {
    flex: 1 1 3.25em;
    padding-inline: 0.25em;
  }
  /* Amounts do not break: two and two where four have no room side by side. */
  .pair {
    display: flex;
    flex: 1 1 7em;
    gap: 0.5em;
    white-space: nowrap;
  }
  .pair:empty {
    display: none;
  }
  .sum {
    display: grid;
    align-content: center;
    grid-template-columns: 1fr auto;
    gap: 0.25em 1em;
  }
  .sum dd {
    justify-self: end;
  }
  /* Space for each step of a redemption, and for why it failed. Its size depends on the width of the card. */
  [part~='credits'] {
    container-type: inline-size;
    grid-template-rows: auto 1fr;
  }
  /* As high as the card beside it, and filled. */
  .redemption {
    align-content: stretch;
    min-block-size: 15.5em;
  }
  .redemption:has(> .outlook) {
    min-block-size: 0;
  }
  [part='amounts'] {
    grid-template-rows: auto auto 1fr auto;
  }
  [part='confirm'] {
    grid-template-rows: auto 1fr auto;
  }
  .any {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 1em;
    font-size: 0.875em;
  }
  .slide {
    position: relative;
  }
  .any .slide {
    flex: 1 6em;
  }
  /* Below the track, in the height of its target. */
  [part='ends'] {
    position: absolute;
    inset: auto 0 0;
    font-size: 0.75em;
    line-height: 1;
    pointer-events: none;
  }
  /* Looks like the field that it opens. */
  .any .button {
    display: grid;
    justify-items: start;
    gap: 0;
    padding: 0.125em 0.75em;
    cursor: text;
  }
  .any small {
    color: var(--_muted);
    font-weight: 400;
  }
  /* A thumb that a finger finds. */
  .slider {
    zoom: 1.5;
    inline-size: 100%;
    min-block-size: 30px;
    margin: 0;
    accent-color: var(--_edge);
  }
  .outlook {
    display: grid;
    min-block-size: 3em;
  }
  /* A sentence in the middle of its room. */
  .outlook > p:only-child {
    display: grid;
    align-content: center;
    padding: 0.5em 1em;
    border-radius: var(--_control-radius);
    background: var(--_soft);
  }
  @container (inline-size < 30em) {
    .redemption {
      min-block-size: 16em;
    }
    .outlook {
      min-block-size: 4.5em;
    }
  }
  @container (inline-size < 19em) {
    .redemption {
      min-block-size: 17em;
    }
  }
  @container (inline-size < 11em) {
    .pair {
      flex-wrap: wrap;
    }
  }
  .go {
    display: grid;
    justify-items: center;
  }
  .go .primary {
    inline-size: 100%;
  }
  .sign {
    color: var(--_muted);
  }
  .given {
    color: var(--_good);
    font-weight: 650;
  }
  .closing {
    min-block-size: 2.75em;
    padding-block-start: 0.5em;
    border-block-start: 1px solid var(--_line);
  }
  .closing .row {
    font-size: 0.875em;
    column-gap: 1.5em;
  }
  @container (width >= 46em) {
    .columns:has(> :nth-child(2)) {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      gap: 1.5em;
    }
  }
`
