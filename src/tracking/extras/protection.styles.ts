import { css } from 'lit'

/** How the part of the tracking widget looks that tells of an order's protection, and changes it. */
export const protectionStyles = css`
  [part~='protection'],
  [part='confirm'],
  [aria-live] {
    display: grid;
    gap: 0.75em;
  }
  [part~='protection'] [part='links'] {
    gap: 0.75em 1.5em;
  }
  [part~='protected'] h3 {
    color: var(--_good);
  }
  [part='confirm'] {
    padding: 1em;
    border-radius: calc(var(--_radius) * 0.6);
    background: var(--_soft);
  }
  [part='fault'] {
    padding-inline-start: 1em;
    border-inline-start: 3px solid var(--_problem);
  }
  /* Hidden from eyes and screen readers; read out again if it goes wrong again. */
  [aria-busy='true'] > [part='fault'] {
    visibility: hidden;
  }
  [aria-disabled='true'] {
    opacity: 0.55;
    cursor: progress;
  }
  @media print {
    [part='confirm'],
    [part='fault'] {
      display: none;
    }
  }
`
