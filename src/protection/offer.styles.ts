import { css } from 'lit'

/** How the card of the offer looks: shield, name, price, description, link, word about the cart. */
export const offerStyles = css`
  /* The colour of what is on. */
  :host {
    --_on: var(--storefront-good, var(--_accent));
  }
  @supports (color: color(from red xyz-d65 x y z)) {
    :host {
      --_on: var(--_good);
    }
  }
  @media (forced-colors: active) {
    :host {
      --_on: Highlight;
    }
  }
  :host(:disabled) #offer {
    opacity: 0.55;
  }
  #offer {
    --_muted: var(--storefront-muted, color(from currentColor xyz-d65 x y z / calc(alpha * clamp(0.9, y * 9, 1.4 - y))));
  }
  /* Whatever the shop's own colour is: a red one alone would read as a warning. */
  #offer.on {
    --_cover: color-mix(in srgb, var(--_on) 10%, transparent);
    background-image: linear-gradient(var(--_cover), var(--_cover));
    border-color: var(--_on);
    box-shadow: inset 0 0 0 1px var(--_on);
  }
  /* The colour of the accent, as dark or as light as the text asks for. */
  #more {
    color: oklch(from var(--_edge) clamp(0.36, l * 20 - 11, 0.9) calc(c * 2.5) h / 1);
  }
  #offer > svg {
    grid-area: icon;
    align-self: center;
    inline-size: 2.5em;
    block-size: auto;
    border-radius: var(--_control-radius);
    background: var(--_fill);
    fill: var(--_on-accent);
    stroke: none;
  }
  #name,
  #price {
    font-weight: 650;
  }
  #name {
    grid-area: name;
    line-height: 1.25;
    place-self: center start;
    hyphens: auto;
    cursor: pointer;
  }
  #state,
  #description {
    display: grid;
  }
  /* Each has a box of its own, since the words come at different times. */
  #state > * {
    justify-self: end;
  }
  /* Added. */
  #state > :nth-child(2) {
    color: var(--_on);
    font-weight: 650;
  }
  /* Wide enough for another price: a box that grows counts as moved. */
  #price {
    grid-area: sum;
    align-self: center;
    min-inline-size: 5em;
    line-height: 1.2;
    text-align: end;
  }
  /* Below the price and beside the switch. A word wider than the price begins before it. */
  #state {
    grid-area: state;
    justify-content: end;
    contain: inline-size;
    overflow-wrap: normal;
    white-space: nowrap;
    line-height: 1.2;
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
    grid-area: text;
  }
  #more {
    grid-area: more;
    justify-self: start;
    margin-block-start: -0.625em;
    font-size: 0.875em;
    text-align: start;
  }
  @media (prefers-reduced-motion: no-preference) {
    [aria-busy='true'] #price {
      animation: ask 1.2s infinite alternate ease-in-out;
    }
    @keyframes ask {
      to {
        background-position-x: 100%;
      }
    }
  }
`
