import { css } from 'lit'

/** Cards far from the screen are laid out once somebody comes near. */
export const crowdStyles = css`
  .crowd,
  .crowd > * {
    display: contents;
  }
  .crowd article {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 36em;
  }
`
