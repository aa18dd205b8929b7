import { css } from 'lit'

export const protectionStyles = css`
  :host {
    line-height: 1.4;
  }
  :host([collapsed]) {
    display: none;
  }
  .stack {
    display: grid;
    min-block-size: var(--storefront-protection-height, 5.25em);
  }
  .aside,
  .offer {
    grid-area: 1 / 1;
    min-inline-size: 0;
  }
  .aside {
    padding-block: 0.625em;
  }
  p {
    margin: 0;
  }
  .offer {
    display: grid;
    grid-template-columns: auto 1fr auto;
    align-content: center;
    align-items: center;
    column-gap: var(--_gap);
    padding: 0.625em var(--_gap);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_soft);
    cursor: pointer;
  }
  .offer:has(:checked) {
    border-color: var(--_accent);
  }
  /* What is not on show keeps its room, so that nothing moves when it is. */
  .away {
    visibility: hidden;
  }
  .label,
  .price {
    font-weight: 600;
  }
  .price {
    min-inline-size: 4em;
    text-align: end;
    font-variant-numeric: tabular-nums;
    transition: opacity 0.15s;
  }
  [aria-busy='true'] .price {
    opacity: 0.55;
  }
  .description {
    grid-column: 2 / -1;
  }
  input {
    appearance: none;
    position: relative;
    grid-row: 1 / 3;
    inline-size: 2.75em;
    block-size: 1.625em;
    margin: 0;
    border: 2px solid var(--_muted);
    border-radius: 1em;
    cursor: pointer;
    transition: background-color 0.15s;
  }
  /* The knob: small and hollow when off, large with a tick when on, so that no colour is needed to tell. */
  input::before {
    content: '';
    position: absolute;
    inset-block: 0.25em;
    inset-inline-start: 0.25em;
    inline-size: 0.875em;
    border: 2px solid var(--_muted);
    border-radius: 50%;
    transition: translate 0.15s;
  }
  input::after {
    content: '';
    position: absolute;
    inset-block-start: 0.3em;
    inset-inline-start: 1.66em;
    inline-size: 0.3em;
    block-size: 0.6em;
    border: solid var(--_accent);
    border-width: 0 2px 2px 0;
    rotate: 45deg;
    opacity: 0;
  }
  input:checked {
    background: var(--_accent);
    border-color: var(--_accent);
  }
  input:checked::before {
    inset-block: 0.0625em;
    inset-inline-start: 0.0625em;
    inline-size: 1.25em;
    background: var(--_on-accent);
    border-color: var(--_on-accent);
    translate: 1.125em;
  }
  input:checked:dir(rtl)::before {
    translate: -1.125em;
  }
  input:checked::after {
    opacity: 1;
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    ::before {
      transition: none !important;
    }
  }
  @media (forced-colors: active) {
    input,
    input::before {
      border-color: ButtonText;
    }
    input:checked,
    input:checked::before {
      forced-color-adjust: none;
      background: Highlight;
      border-color: Highlight;
    }
    input:checked::before {
      background: HighlightText;
    }
    input::after {
      forced-color-adjust: none;
      border-color: Highlight;
    }
  }
`
