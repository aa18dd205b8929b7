import { css } from 'lit'

/** Cards far from the screen are laid out once somebody comes near. */
export const incrementalListStyles = css`
  .list,
  .list > * {
    display: contents;
  }
  .list article {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 36em;
  }
`
