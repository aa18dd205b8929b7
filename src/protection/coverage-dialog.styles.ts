import { css } from 'lit'

/** The look of the dialog about the cover: a sheet at the bottom on phones, in the middle of wider screens. */
export const coverageStyles = css`
  #stack > dialog {
    position: fixed;
    min-block-size: 0;
    inline-size: min(34em, 100%);
    max-inline-size: none;
    max-block-size: min(46em, 92%);
    margin: auto auto 0;
    padding: 0;
    border: 0;
    border-radius: var(--_radius) var(--_radius) 0 0;
    /* The page's own colours cannot be known behind a text colour, so the dialog brings both. */
    background: var(--storefront-dialog-surface, var(--storefront-surface, Canvas));
    color: var(--storefront-on-dialog-surface, var(--storefront-on-surface, CanvasText));
    overflow: hidden;
  }
  dialog[open] {
    display: flex;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 0.55);
  }
  article {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-inline-size: 0;
  }
  header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    padding: 0.75em 0.75em 0.75em 1.5em;
  }
  header:dir(rtl) {
    padding: 0.75em 1.5em 0.75em 0.75em;
  }
  h2,
  h3 {
    margin: 0;
    font-family: var(--storefront-heading-font, inherit);
    font-size: 1em;
    font-weight: var(--storefront-heading-weight, 650);
    line-height: 1.3;
    hyphens: auto;
  }
  h2 {
    font-size: calc(1em * var(--storefront-type-scale, 1.25));
  }
  #words {
    display: grid;
    gap: 0.5em;
    padding: 0.25em 1.5em 1.25em;
    overflow: auto;
    overscroll-behavior: contain;
  }
  #words:focus-visible {
    outline-offset: -2px;
  }
  #words > h3,
  [part='limit'],
  [name='provider'] p {
    margin-block-start: 1em;
  }
  ul,
  p {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  ul {
    display: grid;
    gap: 0.5em;
  }
  [part='benefit'] {
    display: flex;
    align-items: center;
    gap: 1em;
    padding: 1em;
  }
  [part='benefit'] svg {
    inline-size: 1.75em;
    block-size: 1.75em;
    color: var(--_icon);
  }
  [part='benefit'] p,
  .plain li {
    color: var(--_muted);
  }
  [part='limit'] {
    font-weight: 650;
  }
  .plain li {
    display: flex;
    gap: 0.75em;
  }
  .plain svg {
    inline-size: 1.125em;
    block-size: 1.45em;
  }
  #words slot {
    visibility: visible;
  }
  /* What a shop keeps from sight until the dialog is open. */
  ::slotted([hidden]) {
    display: block !important;
  }
  [part='close'] {
    display: grid;
    place-content: center;
    flex: none;
    inline-size: max(2.75em, 44px);
    block-size: max(2.75em, 44px);
    padding: 0;
    border: 0;
    border-radius: var(--_control-radius);
    background: none;
    cursor: pointer;
  }
  [part='close']:hover {
    background: var(--_soft);
  }
  @media (width >= 36em) {
    #stack > dialog {
      margin: auto;
      border-radius: var(--_radius);
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    dialog[open] {
      animation: arrive 0.15s;
    }
    @keyframes arrive {
      from {
        opacity: 0;
      }
    }
  }
`
