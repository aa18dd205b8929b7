import { css } from 'lit'

/** How the tracking widget's form looks. */
export const formStyles = css`
  form {
    max-inline-size: 34em;
  }
  [part='pair'] {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 12em), 1fr));
    gap: 1em;
    align-items: start;
  }
  [part='field'],
  label {
    display: grid;
    gap: 0.25em;
    align-content: start;
  }
  label {
    font-weight: 600;
  }
  input {
    inline-size: 100%;
    min-block-size: 48px;
    padding: 0.5em 0.875em;
    border: 1px solid var(--_control);
    border-radius: var(--_control-radius);
    background: none;
    font-weight: 400;
  }
  [aria-invalid] {
    border: 2px solid var(--_problem);
  }
  [part='or'] {
    display: flex;
    align-items: center;
    gap: 1em;
  }
  [part='or']::before,
  [part='or']::after {
    content: '';
    flex: 1;
    border-block-start: 1px solid var(--_line);
  }
  [part='error'] {
    font-size: 0.875em;
  }
  [part='error']::before {
    content: '!' / '';
    display: inline-block;
    inline-size: 1.375em;
    margin-inline-end: 0.375em;
    border: 1px solid var(--_problem);
    border-radius: 50%;
    color: var(--_problem);
    font-weight: 700;
    line-height: 1.25em;
    text-align: center;
  }
`
