import { css } from 'lit'

/** How the protection widget looks. */
export const protectionStyles = css`
  :host {
    --_less: 0em;
    /* On the narrowest phones the name takes two lines. docs/install/html.md reserves the same height before the script runs. */
    --_rows: calc(clamp(5.5em, (24em - 100vw) * 9, 8.25em) - 2 * var(--_less));
    --_areas: 'switch name price' 'switch text text';
  }
  :host([density='cosy']) {
    --_less: 0.25em;
  }
  :host([density='tight']) {
    --_less: 0.5em;
  }
  :host([layout='compact']) {
    --_rows: calc(clamp(4.25em, (24em - 100vw) * 9, 7.6em) - var(--_less));
    --_areas: 'switch name price';
    & #description {
      grid-area: name;
      padding-inline-end: 2.25em;
    }
    /* Read out all the same. What became of a choice stands in the name's place. */
    & span span:first-child {
      position: absolute;
      clip-path: inset(50%);
    }
    & .noticed label {
      font-size: 0;
    }
    & #name {
      display: flex;
      align-items: center;
      justify-content: space-between;
    }
  }
  /* Whatever the page says of the element's box. */
  :host([collapsed]) {
    display: none !important;
  }
  #stack {
    display: grid;
    grid-template-columns: 100%;
    container-type: inline-size;
    line-height: 1.4;
  }
  #stack > *,
  span span {
    grid-area: 1 / 1;
  }
  #stack > * {
    position: relative;
    min-block-size: var(--storefront-protection-height, var(--_rows));
    padding-block: calc(0.625em - 0.75 * var(--_less));
  }
  /* What is not on show keeps its room, so that nothing moves when it is: the offer or what stands there instead, and what news replace. */
  .priced #aside,
  :not(.priced) > #offer,
  .noticed slot,
  .noticed #description > :first-child {
    visibility: hidden;
  }
  #status {
    position: absolute;
    inset-block-start: 0.625em;
    margin: 0;
  }
  /* Announced all the same. */
  .priced #status {
    visibility: visible;
    clip-path: inset(50%);
  }
  #offer {
    isolation: isolate;
    display: grid;
    grid-template: var(--_areas) / auto 1fr auto;
    align-content: center;
    align-items: center;
    gap: calc(0.1875em - 0.25 * var(--_less)) var(--_gap);
    padding-inline: var(--_gap);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_soft);
  }
  #offer:has(:checked) {
    border-color: var(--_accent);
  }
  label {
    font-weight: 700;
    cursor: pointer;
  }
  /* All of the box moves the switch, but for what has a purpose of its own. */
  label::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  #more {
    position: relative;
    inline-size: max(1.5em, 24px);
    block-size: max(1.5em, 24px);
    margin-block: -0.25em;
    padding: 0;
    border: 0;
    background: none;
    cursor: pointer;
    vertical-align: middle;
  }
  #more::before {
    content: 'i' / '';
    display: grid;
    place-content: center;
    inline-size: 1.375em;
    block-size: 1.375em;
    margin: auto;
    border: 1px solid;
    border-radius: 1em;
    color: var(--_muted);
    font: italic 700 0.8125em/1 serif;
  }
  #price {
    grid-area: price;
    min-inline-size: 5em;
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  /* Dimmed, and still to be read by everybody. */
  [aria-busy='true'] #price {
    color: var(--_muted);
  }
  #offer:has(:disabled) {
    opacity: 0.55;
  }
  #name {
    grid-area: name;
  }
  #description {
    display: grid;
    grid-area: text;
    text-wrap: balance;
  }
  input {
    appearance: none;
    grid-area: switch;
    position: relative;
    z-index: 1;
    inline-size: 2.75em;
    block-size: 1.625em;
    margin: 0;
    padding: 0.125em;
    border: 0.125em solid;
    border-radius: 1em;
    overflow: clip;
    color: var(--_muted);
    cursor: pointer;
  }
  /*
   * The knob is a ring when off, and when on a hole with a tick in it: no colour is needed to tell, and none has to be known to fit the page.
   * It is translated by nothing from the first: what begins to be translated counts as moved by the layout, where two presses follow quickly.
   */
  input::before {
    content: '';
    display: grid;
    place-content: center;
    inline-size: 1.125em;
    block-size: 1.125em;
    border: 0.125em solid;
    border-radius: 1em;
    translate: 0;
  }
  input:checked {
    border: 0;
    padding: 0.25em;
    color: var(--_accent);
  }
  input:checked::before {
    content: '✓' / '';
    translate: 1.125em;
    border-color: #0000;
    background: var(--storefront-on-accent);
    box-shadow: 0 0 0 3em currentColor;
    font-weight: 700;
  }
  input:checked:dir(rtl)::before {
    translate: -1.125em;
  }
  :host([look='checkbox']) input {
    inline-size: 1.625em;
    border: 0.125em solid;
    border-radius: 0.375em;
    padding: 0.125em;
    &::before {
      translate: 0;
      border-color: #0000;
      background: none;
      box-shadow: none;
    }
  }
  /* The same two rows in a narrow column: the switch stands below the price, so that the name keeps its line. */
  @container (inline-size < 26em) {
    #offer {
      --_areas: 'name price' 'text switch';
      grid-template-columns: minmax(0, 1fr) auto;
      column-gap: 0.5em;
    }
    input {
      justify-self: end;
    }
    :host([layout='compact']) #offer {
      --_areas: 'switch name price';
      grid-template-columns: auto minmax(0, 1fr) auto;
    }
  }
  /* Room for the longest notice in all languages. */
  @container (inline-size < 20em) {
    #stack > * {
      min-block-size: max(var(--storefront-protection-height, var(--_rows)), 8.25em - 2 * var(--_less));
    }
    :host([layout='compact']) #price {
      min-inline-size: 3.5em;
    }
    :host([layout='compact']) #stack > * {
      min-block-size: max(var(--storefront-protection-height, var(--_rows)), 7.6em - var(--_less));
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    input::before {
      transition: translate 0.15s;
    }
  }
  @media (forced-colors: active) {
    input:checked {
      --_accent: Highlight;
      forced-color-adjust: none;
    }
  }
`
