import { css } from 'lit'

/** How the dialog looks that tells what is covered. */
export const coverageStyles = css`
  #stack > dialog {
    position: fixed;
    min-block-size: 0;
    inline-size: min(30em, 100% - 2em);
    max-block-size: min(40em, 100% - 2em);
    margin: auto;
    padding: 0;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    /* The page's own colours cannot be known behind a text colour, so the dialog brings both. */
    background: var(--storefront-surface, Canvas);
    color: var(--storefront-on-surface, CanvasText);
    overflow: hidden;
  }
  dialog[open] {
    display: flex;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 0.5);
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
    gap: 0;
    padding: 0.75em 0.75em 0.75em 1.25em;
    border-block-end: 1px solid var(--_line);
  }
  header:dir(rtl) {
    padding: 0.75em 1.25em 0.75em 0.75em;
  }
  h2,
  h3 {
    margin: 0;
    font-size: 1.0625em;
    line-height: 1.3;
    hyphens: auto;
  }
  h3 {
    margin-block: 1.25em 0.375em;
    font-size: 1em;
  }
  h3:first-child {
    margin-block-start: 0;
  }
  #words {
    padding: 1em 1.25em 1.25em;
    overflow: auto;
    overscroll-behavior: contain;
  }
  #words:focus-visible {
    outline-offset: -2px;
  }
  #words ul {
    margin: 0;
    padding-inline-start: 1.25em;
  }
  #words p {
    margin: 0;
  }
  #words li + li {
    margin-block-start: 0.25em;
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
    inline-size: max(2.25em, 24px);
    block-size: max(2.25em, 24px);
    padding: 0;
    border: 0;
    border-radius: 50%;
    background: none;
    cursor: pointer;
  }
  [part='close']::before {
    content: '✕' / '';
  }
  [part='close']:hover {
    background: var(--_soft);
  }
  @media (prefers-reduced-motion: no-preference) {
    dialog[open] {
      animation: arrive 0.15s;
    }
    @keyframes arrive {
      from {
        opacity: 0;
        translate: 0 0.5em;
      }
    }
  }
`
