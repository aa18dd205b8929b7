import { css } from 'lit'

/** What can be done with an order on a screen is nothing on paper. */
export const moreStyles = css`
  @media print {
    [part='more'] {
      display: none;
    }
  }
`
