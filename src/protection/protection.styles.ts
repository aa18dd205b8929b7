import { css } from 'lit'

/** How the protection widget looks. */
export const protectionStyles = css`
  :host {
    line-height: 1.4;
  }
  :host([collapsed]) {
    display: none;
  }
  #stack {
    display: grid;
    grid-template-columns: 100%;
    container-type: inline-size;
    min-block-size: var(--storefront-protection-height, 5.25em);
  }
  #stack > *,
  span span {
    grid-area: 1 / 1;
  }
  div div {
    position: relative;
    padding-block: 0.625em;
  }
  /* What is not on show keeps its room, so that nothing moves when it is: the offer or what stands there instead, and what news replace. */
  .priced div,
  :not(.priced) > label,
  :is(slot, span span):has(+ :not(:empty)) {
    visibility: hidden;
  }
  p {
    position: absolute;
    inset-block-start: 0.625em;
    margin: 0;
  }
  /* Announced all the same. */
  .priced p {
    visibility: visible;
    clip-path: inset(50%);
  }
  label {
    display: grid;
    grid-template-columns: auto 1fr auto;
    align-content: center;
    align-items: center;
    gap: 0.25em var(--_gap);
    padding: 0.5em var(--_gap);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_soft);
    cursor: pointer;
  }
  label:has(:checked) {
    border-color: var(--_accent);
  }
  #price {
    min-inline-size: 4.25em;
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  [aria-busy='true'] #price {
    opacity: 0.55;
  }
  #description {
    display: grid;
    grid-column: 2 / -1;
  }
  input {
    appearance: none;
    grid-row: 1 / 3;
    inline-size: 2.75em;
    block-size: 1.625em;
    margin: 0;
    padding: 0.125em;
    border: 2px solid;
    border-radius: 1em;
    color: var(--_muted);
    cursor: pointer;
  }
  /* The knob is hollow when off and carries a tick when on, so that no colour is needed to tell. */
  input::before {
    content: '';
    display: grid;
    place-content: center;
    inline-size: 1.125em;
    block-size: 1.125em;
    border: 2px solid;
    border-radius: 1em;
    transition: translate 0.15s;
  }
  input:checked {
    background: currentColor;
    color: var(--_accent);
  }
  input:checked::before {
    content: '✓' / '';
    translate: 1.125em;
    background: var(--_on-accent);
    border-color: var(--_on-accent);
    font-weight: 700;
  }
  input:checked:dir(rtl)::before {
    translate: -1.125em;
  }
  /* Large letters on a narrow screen. */
  @container (inline-size < 16em) {
    label {
      grid-template-columns: auto 1fr;
    }
    input,
    #price {
      grid-row: 1;
    }
    #price {
      grid-column: 2;
    }
    #label,
    #description {
      grid-column: 1 / -1;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    input::before {
      transition: none;
    }
  }
  @media (forced-colors: active) {
    input:checked {
      --_accent: Highlight;
      --_on-accent: HighlightText;
      forced-color-adjust: none;
    }
  }
`
