import { css } from 'lit'

/** How the control looks: a switch, a checkbox, or two buttons. */
export const controlStyles = css`
  /* Its box is the target; the track and the knob are drawn inside. */
  input {
    appearance: none;
    display: grid;
    grid-area: switch;
    place-self: center end;
    align-content: center;
    inline-size: 2.875em;
    block-size: max(2.75em, 44px);
    /* The target is higher than its row. */
    margin: calc((1.5em - max(2.75em, 44px)) / 2) 0;
    cursor: pointer;
  }
  input::before,
  input::after {
    content: '';
    grid-area: 1 / 1;
  }
  /* The tick in the knob. It keeps its box while it cannot be seen: a box that changes counts as moved. */
  input::after {
    content: '✓' / '';
    place-self: center end;
    inline-size: 1.625em;
    color: var(--_on);
    font-weight: 700;
    line-height: 1;
    text-align: center;
    /* Also above a track that is mirrored, and so a layer of its own. */
    z-index: 1;
    forced-color-adjust: none;
  }
  input:not(:checked)::after {
    visibility: hidden;
  }
  /* A filled track with a hole for a knob. The hole shows the ground, so no colour has to be known. The drawing is wider than the track and moves in it. */
  input::before {
    block-size: 1.625em;
    border: 1px solid #0000;
    border-radius: 1em;
    background: radial-gradient(circle, var(--_knob, #0000) 0.625em, var(--_track, var(--_control)) calc(0.625em + 1px)) 100% / calc(200% - 1.625em) border-box;
    /* Forced colours would take the drawing away. */
    forced-color-adjust: none;
  }
  input:checked::before {
    --_knob: var(--storefront-on-accent, #0000);
    --_track: var(--_on);
    border-color: var(--_on);
    background-position: 0;
  }
  input:dir(rtl)::before {
    scale: -1 1;
  }
  :host([look='checkbox']) {
    & input {
      inline-size: 44px;
      margin-inline-end: -0.625em;
      padding-inline: calc(22px - 0.75em);
    }
    & input::before {
      block-size: 1.5em;
      border: 2px solid var(--_edge);
      border-radius: 0.3125em;
      background: none;
    }
    & input:checked::before {
      border-color: var(--_on);
    }
    & input::after {
      place-self: center;
      inline-size: auto;
    }
  }
  /* Two choices of one weight. The chosen one has a ring and a tick, whichever it is. */
  #choices {
    display: grid;
    grid-area: choices;
    gap: 0.5em;
    padding-block: 0.25em 1em;
  }
  /* Two lines are no higher than one, and the tick has its place from the first: pressing moves nothing. */
  #choices button {
    position: relative;
    min-block-size: max(2.75em, 44px);
    padding: 0 1.5em;
    border: 1px solid var(--_control);
    border-radius: var(--_control-radius);
    background: none;
    font-weight: 600;
    line-height: 1.2;
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
      content: '✓' / '';
      position: absolute;
      inset-inline-start: 0.5em;
    }
  }
  :host([look='buttons']) :is(#price, #state) {
    display: none;
  }
  @media (prefers-reduced-motion: no-preference) {
    input::before {
      transition: background-position 0.15s;
    }
  }
`
