import { css } from 'lit'

/** How a list of benefits looks: each with its drawing, side by side as far as there is space. */
export const tileStyles = css`
  .tiles {
    display: grid;
    align-content: start;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 17em), 1fr));
    gap: 0.5em;
  }
  /* Four stand two and two, so that no row has a single one. */
  .tiles:has(> :nth-child(4):last-child) {
    grid-template-columns: repeat(auto-fill, minmax(min(100%, max(17em, 34%)), 1fr));
  }
  [part='benefit'] {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: center;
    gap: 0.875em;
    padding: 0.5em 0.75em;
  }
  .pad [part='benefit'] {
    padding-inline: 0;
    border: 0;
  }
  [part='glyph'] {
    inline-size: 2.75em;
    block-size: 2.75em;
    padding: 0.6875em;
    border-radius: min(var(--_control-radius), 50%);
    background: var(--_tint);
    color: var(--_icon);
  }
`
