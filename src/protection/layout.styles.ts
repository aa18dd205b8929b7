import { css } from 'lit'

/** Where the parts of the toggle stand, in each look and layout, and the height that is reserved for them. */
export const layoutStyles = css`
  :host {
    --_pad: 0.75em;
    /* Height of name and description, and of further lines on phones. docs/install/html.md has the same heights. */
    --_text: 3.375em;
    --_wrap: 0em;
    --_areas: 'icon name sum switch' 'icon text state switch' '. more more more';
  }
  :host([density='cosy']) {
    --_pad: 0.5em;
  }
  :host([density='tight']) {
    --_pad: 0.25em;
  }
  :host([look='buttons']) {
    --_text: calc(5.375em + 2 * max(2.75em, 44px));
    --_areas: 'icon name name name' 'icon text text text' '. more more more' 'choices choices choices choices';
  }
  :host([layout='compact']) {
    --_text: 2em;
    --_areas: 'icon name sum switch' 'icon name state switch' '. more more more';
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
  #stack {
    display: grid;
    grid-template-columns: 100%;
    container-type: inline-size;
    line-height: 1.45;
  }
  #stack > *,
  #description > *,
  #state > * {
    grid-area: 1 / 1;
  }
  #stack > * {
    --_rows: calc(var(--_text) + var(--_wrap) + max(2.75em, 44px) + var(--_pad) - 0.75em);
    position: relative;
    min-block-size: var(--storefront-protection-height, var(--_rows));
  }
  /* Hidden parts keep their place, so that nothing moves when they appear: the offer, the words instead of it, and what a notice replaces. */
  .offered #aside,
  :not(.offered) > #offer,
  .noticed slot,
  .noticed #description > :first-child,
  .other {
    visibility: hidden;
  }
  /* In the middle, as before the element is defined. */
  #aside {
    align-content: center;
    padding-inline: 1em;
  }
  #status {
    position: absolute;
    /* The first line in the middle: a second one moves nothing. */
    inset-block-start: calc(50% - 0.725em);
    inset-inline: 1em;
    margin: 0;
  }
  /* Announced all the same. */
  .offered #status {
    visibility: visible;
    clip-path: inset(50%);
  }
  #offer {
    display: grid;
    grid-template: var(--_areas) / auto minmax(0, 1fr) auto auto;
    align-content: center;
    gap: 0.125em 0.5em;
    padding: var(--_pad) 0.75em 0;
  }
  /* Heights for the longest name and notice in all languages. The name takes two lines beside the shield, and what follows has the whole width. */
  @container (inline-size < 25.5em) {
    #stack > * {
      --_wrap: 1.125em;
      min-block-size: max(var(--storefront-protection-height, 0em), var(--_rows));
    }
    :host(:not([look='buttons'], [layout='compact'])) #offer {
      --_areas: 'icon name sum switch' 'icon name state switch' '. text text text' '. more more more';
    }
    #stack #offer > svg {
      inline-size: 2.25em;
    }
  }
  /* The notice takes a second line, too. */
  @container (inline-size < 21em) {
    #stack > * {
      --_wrap: 2.5em;
    }
  }
  /* A small shield leaves room for the name, until there is none for both. */
  @container (inline-size < 24em) {
    #stack > #offer {
      column-gap: 0.375em;
      padding-inline: 0.625em;
    }
    #offer > #name {
      font-size: 0.9375em;
    }
    #offer > #state {
      font-size: 0.8125em;
    }
    #stack #offer > svg {
      inline-size: 1.375em;
    }
  }
  /* So does a narrower price, which is as wide as its word at least. */
  @container (19.5em <= inline-size < 24em) {
    #offer > #price {
      min-inline-size: 4em;
    }
    #offer > #state {
      contain: none;
    }
  }
  @container (inline-size < 19.5em) {
    #stack #offer > #name {
      font-size: 0.875em;
    }
    :host(:not([look='buttons'], [layout='compact'])) #offer {
      --_areas: 'name name sum switch' 'name name state switch' 'text text text text' 'more more more more';
    }
    :host([layout='compact']) #offer {
      --_areas: 'name name sum switch' 'name name state switch' 'more more more more';
    }
    :host(:not([look='buttons'])) #offer > svg {
      display: none;
    }
  }
  @container (inline-size < 19em) {
    #offer > #price {
      min-inline-size: 4em;
      font-size: 0.875em;
    }
  }
  @container (inline-size < 17em) {
    #stack #offer > svg {
      display: none;
    }
  }
  /* Large text: nothing stands side by side but the price and the switch. */
  @container (inline-size < 15.5em) {
    #stack > * {
      --_wrap: 3.25em;
    }
    :host(:not([look='buttons'])) #offer {
      --_areas: 'name name name name' 'text text text text' 'more more more more' 'sum sum sum switch';
      /* The target of the switch is higher than its row, which is the last. */
      padding-block-end: 0.75em;
    }
    #offer > #state {
      display: none;
    }
    #offer > #price {
      min-inline-size: 0;
    }
  }
`
