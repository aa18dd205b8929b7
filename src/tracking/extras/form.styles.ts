import { css } from 'lit'

/** How the tracking widget's form looks. */
export const formStyles = css`
  form {
    max-inline-size: 30em;
  }
  input {
    inline-size: 100%;
    min-block-size: 2.75em;
    padding: 0.375em 1em;
    border: 1px solid var(--_muted);
    border-radius: var(--_radius);
    background: none;
  }
  form button {
    background: var(--_accent);
    /* Not color, which the accent may be made of. */
    -webkit-text-fill-color: var(--_on-accent);
  }
  /* Its line is kept, so that the form stays as high as it is. */
  p[part='error'] {
    display: block;
    min-block-size: 1lh;
    margin-block: 0.25em -0.375em;
    color: var(--_problem);
    font-size: 0.875em;
  }
`
