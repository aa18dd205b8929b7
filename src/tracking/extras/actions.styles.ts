import { css } from 'lit'

/** What can be done with an order on a screen is nothing on paper. */
export const actionsStyles = css`
  @media print {
    [part='more'] {
      display: none;
    }
  }
`
