import { css } from 'lit'
import { tileStyles } from './tiles.styles.ts'

/** How the landing looks: its headline, numbers to be proud of, and the tiers side by side. */
export const styles = [
  tileStyles,
  css`
    .lead {
      align-content: center;
      gap: 2em;
    }
    .stack {
      display: grid;
      align-content: center;
      justify-items: start;
      gap: 1em;
      max-inline-size: 36em;
    }
    .lead h2,
    .lead h2:first-child:last-child {
      max-inline-size: 16em;
      font-family: var(--storefront-heading-font, inherit);
      font-size: clamp(var(--_headline), 7.25cqi, var(--_headline) * var(--_scale));
      font-weight: var(--storefront-heading-weight, 650);
      line-height: 1.2;
      letter-spacing: -0.015em;
    }
    .stack .row {
      column-gap: 1.5em;
    }
    .facts {
      display: flex;
      flex-wrap: wrap;
      gap: 1em;
      font-size: 0.875em;
    }
    .facts > * {
      flex: 1 0 5.5em;
    }
    .facts b {
      display: block;
      white-space: nowrap;
      font-family: var(--storefront-heading-font, inherit);
      font-size: calc(1em * var(--_scale-2) * var(--_scale-2));
      font-weight: var(--storefront-heading-weight, 650);
      line-height: 1.1;
    }
    [part='table'] {
      inline-size: 100%;
      border-collapse: collapse;
      font-variant-numeric: tabular-nums;
    }
    [part='table'] :is(th, td) {
      padding: 0.75em 0.5em;
      font-weight: inherit;
      text-align: center;
      vertical-align: top;
      hyphens: auto;
    }
    [part='table'] thead th {
      font-family: var(--storefront-heading-font, inherit);
      font-weight: 650;
    }
    /* The tier of a member: its name in a frame, and its values bold. */
    [part='table'] [aria-current] {
      border-radius: 1em;
      background: var(--_tint);
      box-shadow: inset 0 0 0 1px var(--_edge);
    }
    [part='table'] .here {
      font-weight: 650;
    }
    [part='table'] tbody tr {
      border-block-start: 1px solid var(--_line);
    }
    [part='table'] tbody th {
      text-align: start;
    }
    @container (width >= 46em) {
      .lead {
        grid-template-columns: minmax(0, 1fr) auto;
        align-content: stretch;
        padding: 3.5em;
      }
      .facts {
        display: grid;
        align-content: center;
        gap: 1.5em;
        padding-inline-start: 3.5em;
        border-inline-start: 1px solid currentColor;
        font-size: 1em;
      }
    }
    /* One below the other, what they are for beside them: three of any width do not stand evenly in a row. */
    @container (20em <= width < 32em) {
      .facts {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0.5em 0.75em;
      }
      .facts > * {
        display: grid;
        grid-column: span 2;
        grid-template-columns: subgrid;
        align-items: baseline;
      }
      .facts b {
        font-size: 7cqi;
      }
    }
    /* On a phone the name of a benefit takes a line of its own above its values. */
    @container (width < 40em) {
      [part='table'] thead td {
        display: none;
      }
      [part='table'],
      [part='table'] :is(thead, tbody) {
        display: block;
      }
      [part='table'] tr {
        display: flex;
        flex-wrap: wrap;
      }
      [part='table'] tbody th {
        flex: 0 0 100%;
        padding: 0.75em 0 0;
        font-size: 0.875em;
        color: var(--_muted);
      }
      [part='table'] tbody td {
        padding-block: 0.25em 0.75em;
      }
      /* More than nothing wide, so that they wrap below their heading. */
      [part='table'] :is(td, thead th) {
        flex: 1 1 1px;
        min-inline-size: 0;
        padding-inline: 0;
        font-size: 0.875em;
        text-wrap: balance;
      }
      /* The name of a tier is one word, as a rule, and has a quarter of the width. */
      [part='table'] thead th {
        font-size: min(0.875em, 4cqi);
      }
    }
  `,
]
