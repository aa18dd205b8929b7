import { css } from 'lit'

/** How the part of the loyalty widget in which shoppers act looks. */
export const styles = css`
  #outcomes,
  form,
  [part='confirm'],
  [part='held-code'] {
    display: grid;
    gap: 0.625em;
  }
  #outcomes:empty,
  [part='fault']:empty {
    display: none;
  }
  form,
  [part='confirm'] {
    padding-block-start: 1em;
    border-block-start: 1px solid var(--_line);
  }
  input {
    flex: 1;
    inline-size: 6em;
    min-inline-size: 4em;
    min-block-size: 2.75em;
    padding: 0.5em 0.75em;
    border: 1px solid color-mix(in srgb, currentColor 55%, transparent);
    border-radius: calc(var(--_radius) * 0.6);
    background: transparent;
    font-variant-numeric: tabular-nums;
  }
  [aria-invalid='true'] {
    border-color: var(--_problem);
  }
  /* The colour of the text stands on the inner span, since the accent may be the current colour. */
  .main,
  .main:hover {
    border-color: var(--_accent);
    background: var(--_accent);
  }
  .main span {
    color: var(--_on-accent);
  }
  .main:hover {
    opacity: 0.88;
  }
  [aria-disabled='true'] {
    opacity: 0.55;
    cursor: progress;
  }
  [part='fault'] {
    color: var(--_problem);
  }
  .notice {
    background: var(--_soft);
    padding: 0.75em 1em;
    border-inline-start: 0.25em solid var(--_warning);
  }
  [part='account'] .notice {
    inline-size: 100%;
  }
  .failed,
  .unknown {
    border-color: var(--_problem);
  }
  [part='held-code'] {
    padding: 0.75em 1em;
    border: 1px dashed var(--_good);
    border-radius: calc(var(--_radius) * 0.6);
  }
  [part='held-code'] .row {
    align-items: center;
    justify-content: space-between;
  }
  code {
    font-size: 1.125em;
    font-weight: 600;
    letter-spacing: 0.04em;
    user-select: all;
  }
  [part='losses'] {
    padding-inline-start: 1.25em;
    list-style: disc;
  }
  @media (forced-colors: active) {
    .main {
      border-width: 2px;
    }
    .main span {
      color: ButtonText;
    }
  }
`
