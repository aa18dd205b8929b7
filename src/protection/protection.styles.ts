import { css } from 'lit'

/** How the protection widget looks. */
export const protectionStyles = css`
  :host {
    --_pad: 0.75em;
    /* Name, description and the row of controls. On phones the description may take two lines. docs/install/html.md has the same heights. */
    --_rows: calc(clamp(3.625em, (26em - 100vw) * 9, 5em) + max(2.75em, 44px) + var(--_pad) - 0.75em);
    --_areas: 'icon name price' 'icon text text' 'icon more switch';
  }
  :host([density='cosy']) {
    --_pad: 0.5em;
  }
  :host([density='tight']) {
    --_pad: 0.25em;
  }
  :host([look='checkbox']) {
    --_areas: 'switch name price' 'switch text text' 'switch more icon';
  }
  :host([look='buttons']) {
    --_rows: calc(clamp(5.375em, (27.75em - 100vw) * 9, 6.75em) + 3 * max(2.75em, 44px) + var(--_pad) - 0.75em);
    --_areas: 'icon name name' 'icon text text' 'icon more more' 'choices choices choices';
  }
  :host([layout='compact']) {
    --_rows: calc(2.25em + max(2.75em, 44px) + max(var(--_pad), 0.5em) - 0.75em);
    --_areas: 'icon name price switch' '. more more more';
    & #offer {
      grid-template-columns: auto minmax(0, 1fr) auto auto;
      align-items: center;
      column-gap: 0.5em;
      padding-block-start: max(0em, var(--_pad) - 0.5em);
    }
    & svg {
      inline-size: 1.5em;
      block-size: 1.5em;
      padding: 0;
      background: none;
    }
    & #price {
      min-inline-size: 4em;
    }
    & #more {
      margin-block-start: -1em;
    }
    /* Read out all the same. What became of a choice stands in the name's place. */
    & #description {
      grid-area: name;
      & > :first-child {
        position: absolute;
        clip-path: inset(50%);
      }
    }
    & .noticed #name {
      clip-path: inset(50%);
    }
  }
  /* Whatever the page says of the element's box. */
  :host([collapsed]) {
    display: none !important;
  }
  :host(:disabled) #offer {
    opacity: 0.55;
  }
  #stack {
    display: grid;
    grid-template-columns: 100%;
    container-type: inline-size;
    line-height: 1.45;
  }
  #stack > *,
  #description > * {
    grid-area: 1 / 1;
  }
  #stack > * {
    position: relative;
    min-block-size: var(--storefront-protection-height, var(--_rows));
  }
  /* What is not on show keeps its room, so that nothing moves when it is: the offer or what stands there instead, and what news replace. */
  .offered #aside,
  :not(.offered) > #offer,
  .noticed slot,
  .noticed #description > :first-child {
    visibility: hidden;
  }
  #aside {
    padding-block: 0.625em;
  }
  #status {
    position: absolute;
    inset-block-start: 0.625em;
    margin: 0;
  }
  /* Announced all the same. */
  .offered #status {
    visibility: visible;
    clip-path: inset(50%);
  }
  #offer {
    display: grid;
    grid-template: var(--_areas) / auto minmax(0, 1fr) auto;
    align-content: center;
    column-gap: 0.75em;
    padding: var(--_pad) 1em 0;
  }
  #offer.on {
    --_muted: var(--storefront-muted, currentColor);
    border-color: var(--_edge);
    background-image: linear-gradient(var(--_tint), var(--_tint));
  }
  svg {
    grid-area: icon;
    inline-size: 2.5em;
    block-size: 2.5em;
    padding: 0.5em;
    border-radius: min(var(--_control-radius), 50%);
    background: var(--_tint);
    color: var(--_icon);
  }
  #offer:not(.on) .tick {
    display: none;
  }
  #name,
  #price {
    font-weight: 650;
  }
  #name {
    grid-area: name;
    justify-self: start;
    hyphens: auto;
    overflow-wrap: break-word;
    cursor: pointer;
  }
  #price {
    grid-area: price;
    justify-self: end;
    /* So wide that another price does not move it. */
    min-inline-size: 5em;
    text-align: end;
  }
  /* An amount runs from left to right, so that its end is on the right. */
  #price:dir(rtl) {
    text-align: left;
  }
  /* The place of a price that is not known yet. */
  #price:empty::before {
    content: '';
    display: block;
    inline-size: 2.75em;
    block-size: 1em;
    margin: 0.225em 0;
    margin-inline-start: auto;
    border-radius: 1em;
    background: var(--_soft);
  }
  /* While a price is requested again the old one stays, with a line below it. */
  [aria-busy='true'] #price:not(:empty) {
    color: var(--_muted);
    background: linear-gradient(90deg, #0000, var(--_edge), #0000) 0 100% / 50% 2px no-repeat;
  }
  #description {
    display: grid;
    grid-area: text;
  }
  #more {
    grid-area: more;
    justify-self: start;
    font-size: 0.875em;
    text-align: start;
  }
  /* Its box is the target; the track and the knob are drawn inside. */
  input {
    appearance: none;
    display: grid;
    grid-area: switch;
    justify-self: end;
    align-content: center;
    inline-size: 2.875em;
    block-size: max(2.75em, 44px);
    margin: 0;
    cursor: pointer;
  }
  input::before {
    content: '';
    grid-area: 1 / 1;
    block-size: 1.75em;
    border: 2px solid var(--_control);
    border-radius: 1em;
  }
  /* Translated by nothing from the first: what begins to be translated counts as moved by the layout, where two presses follow quickly. */
  input::after {
    content: '';
    grid-area: 1 / 1;
    place-self: center start;
    inline-size: 1.125em;
    block-size: 1.125em;
    margin-inline-start: 0.3125em;
    border-radius: 1em;
    background: var(--_control);
    line-height: 1.125;
    text-align: center;
    translate: 0;
  }
  /* On: a filled track with a hole for a knob. The hole shows the ground, so no colour has to be known. */
  input:checked::before {
    --_at: calc(100% - 0.875em);
    border: 1px solid var(--_edge);
    background: radial-gradient(circle at var(--_at), var(--storefront-on-accent, #0000) 0.5625em, var(--_accent) calc(0.5625em + 1px)) border-box;
  }
  input:checked:dir(rtl)::before {
    --_at: 0.875em;
  }
  input:checked::after {
    content: '✓' / '';
    translate: 1.125em;
    background: none;
    font-weight: 800;
  }
  input:checked:dir(rtl)::after {
    translate: -1.125em;
  }
  :host([look='checkbox']) {
    & input {
      inline-size: 44px;
      margin: -0.625em -0.625em 0;
      padding-inline: calc(22px - 0.75em);
    }
    & input::before {
      block-size: 1.5em;
      border: 2px solid var(--_edge);
      border-radius: 0.3125em;
      background: none;
    }
    & input::after {
      place-self: center;
      margin: 0;
      background: none;
      translate: 0;
    }
    & svg {
      place-self: center end;
      inline-size: 2em;
      block-size: 2em;
      padding: 0.375em;
    }
  }
  /* Two choices of one weight. The chosen one has a ring and a tick, whichever it is. */
  #choices {
    display: grid;
    grid-area: choices;
    gap: 0.5em;
    padding-block: 0.25em 1em;
  }
  #choices button {
    min-block-size: max(2.75em, 44px);
    padding: 0.5em 0.75em;
    border: 1px solid var(--_control);
    border-radius: var(--_control-radius);
    background: none;
    font-weight: 600;
    cursor: pointer;
  }
  #choices button:hover {
    background: var(--_soft);
  }
  #choices [aria-pressed='true'] {
    border-color: var(--_edge);
    background: var(--_tint);
    box-shadow: inset 0 0 0 1px var(--_edge);
    &::before {
      content: '✓ ' / '';
    }
  }
  :host([look='buttons']) #price {
    display: none;
  }
  @container (inline-size < 22em) {
    #offer {
      column-gap: 0.5em;
      padding-inline: 0.75em;
    }
    svg {
      inline-size: 1.5em;
      block-size: 1.5em;
      padding: 0;
      background: none;
    }
  }
  @container (inline-size < 19em) {
    svg {
      display: none;
    }
    #offer {
      padding-inline-start: 0.25em;
    }
  }
  /* Room for the longest name and notice in all languages. */
  @container (inline-size < 21em) {
    :host(:not([look='buttons'], [layout='compact'])) #stack > * {
      min-block-size: max(var(--storefront-protection-height, var(--_rows)), 5em + max(2.75em, 44px) + var(--_pad) - 0.75em);
    }
  }
  @container (inline-size < 19em) {
    :host(:not([look='buttons'], [layout='compact'])) #stack > * {
      min-block-size: max(var(--storefront-protection-height, var(--_rows)), 6.375em + max(2.75em, 44px) + var(--_pad) - 0.75em);
    }
    :host([layout='compact']) #stack > * {
      min-block-size: max(var(--storefront-protection-height, var(--_rows)), 3.375em + max(2.75em, 44px) + max(var(--_pad), 0.5em) - 0.75em);
    }
  }
  @container (inline-size < 16em) {
    :host([layout='compact']) #offer {
      --_areas: 'icon name name switch' '. more more price';
    }
    :host([layout='compact']) #more {
      margin: 0;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    input::after {
      transition: translate 0.15s;
    }
    [aria-busy='true'] #price {
      animation: ask 1.2s infinite alternate ease-in-out;
    }
    @keyframes ask {
      to {
        background-position-x: 100%;
      }
    }
  }
  @media (forced-colors: active) {
    input:checked::before {
      forced-color-adjust: none;
    }
  }
`
