import { css } from 'lit'
import { tileStyles } from './views/tiles.styles.ts'

/** How the sections below the first screen look: benefits, tiers, campaigns, history. */
export const styles = [
  tileStyles,
  css`
    .filters > .button {
      flex: none;
      min-inline-size: 44px;
      padding-inline: 0.875em;
      border-radius: 2em;
      font-size: 0.875em;
    }
    .wide > .card {
      align-self: start;
    }
    .wide:not(:has(*)) {
      display: none;
    }
    .rows.card {
      padding: 0.25em 1.25em;
    }
    .rows li {
      display: grid;
      grid-template-columns: auto minmax(0, 1fr) auto;
      align-items: center;
      gap: 0 0.875em;
      padding-block: 0.75em;
    }
    .rows li + li {
      border-block-start: 1px solid var(--_line);
    }
    .leaf,
    [part='campaign'] .sign {
      grid-row: span 2;
    }
    [part='campaign'] .muted {
      grid-column: 2;
    }
    .leaf {
      display: grid;
      inline-size: 3.25em;
      padding-block: 0.375em;
      border: 1px solid var(--_line);
      border-radius: min(var(--_radius), 0.75em);
      line-height: 1.1;
    }
    .leaf > * {
      text-align: center;
    }
    .leaf b {
      font-size: 1.25em;
    }
    .leaf small {
      font-size: 0.75em;
    }
    table {
      inline-size: 100%;
      border-collapse: collapse;
    }
    th,
    td {
      padding: 0.75em 0;
      font-weight: inherit;
      text-align: start;
    }
    [part='entry'] {
      border-block-start: 1px solid var(--_line);
    }
    .far {
      padding-inline-end: 1.5em;
    }
    .end {
      padding-inline: 0.875em 0;
      text-align: end;
      white-space: nowrap;
    }
    /* The day, and when the credits expire: each on one line, as far as it fits. */
    .near > span {
      display: inline-block;
      padding-inline-end: 0.5em;
    }
    /* Very large text: the amount stands below what happened. */
    @container (width < 16em) {
      [part='entry'] {
        display: grid;
        padding-block: 0.75em;
      }
      td {
        padding: 0;
      }
    }
    .what,
    summary {
      display: flex;
      gap: 0.875em;
    }
    .what,
    summary {
      align-items: center;
    }
    @container (width < 46em) {
      .far,
      .short tr:nth-child(n + 6),
      .short #more,
      [part='perks'] {
        display: none;
      }
    }
    ol {
      display: grid;
      gap: 0.5em;
    }
    [part='rung'] {
      display: grid;
      grid-template-columns: auto minmax(0, 1fr);
      gap: 0.25em 0.875em;
      padding: 0.5em 0.75em;
      line-height: 1.3;
    }
    /* The member's tier, with the edge and the tint of what is chosen. */
    li.tierHere {
      border-color: var(--_edge);
      background-image: linear-gradient(var(--_tint), var(--_tint));
      box-shadow: inset 0 0 0 1px var(--_edge);
      --_muted: currentColor;
    }
    [part='gives'] {
      font-weight: 650;
    }
    [part='missing'] {
      color: var(--_good);
    }
    .mark {
      color: var(--_edge);
      fill: currentColor;
      stroke: none;
      fill-rule: evenodd;
    }
    /* Not beyond the end of a full line. */
    li .unseen {
      inset-inline: 0;
    }
    .badge {
      display: inline-block;
      padding: 0 0.625em;
      border: 1px solid;
      border-radius: 1em;
      font-size: 0.875em;
    }
    summary {
      min-block-size: max(2.75em, 44px);
      cursor: pointer;
    }
    ::-webkit-details-marker {
      display: none;
    }
    [open] .chevron {
      rotate: 180deg;
    }
    [part~='more'],
    [part~='all-entries'] {
      justify-self: start;
    }
    @container (width >= 46em) {
      .near {
        display: none;
      }
      .comparison,
      [part~='all-entries'] {
        display: none;
      }
      /* The ladder lies: a rung for each tier, beside one another, and what they give in the same rows: the first for the tier, and eight more. */
      ol {
        grid-template-rows: repeat(9, auto);
        grid-auto-columns: minmax(0, 1fr);
        grid-auto-flow: column;
        row-gap: 0;
      }
      [part='rung'] {
        grid-row: span 9;
        grid-template-rows: subgrid;
        row-gap: 0;
        padding: 1em 0.75em 0.5em;
      }
      [part='perks'] {
        grid-area: 2 / 1 / -1 / -1;
        display: grid;
        grid-template-rows: subgrid;
      }
      [part='perks'] li {
        display: flex;
        gap: 0.5em;
        padding-block: 0.5em;
        border-block-start: 1px solid var(--_line);
      }
      [part='perks'] small {
        display: block;
      }
      [part='rung'] > div {
        padding-block-end: 0.75em;
      }
      [part='perks'] .tick {
        inline-size: 1.25em;
        block-size: 1.25em;
      }
      .wide:has(> :nth-child(2)) {
        grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
        gap: 2em;
      }
      /* The ladder says already what the next tier gives. */
      [part='panel']:has([part='perks']) {
        .wide {
          display: block;
        }
        [part~='next-tier'] {
          display: none;
        }
      }
    }
  `,
]
