import { css } from 'lit'

/** A package: the answer at a glance, the bar, the help and the number. */
export const packageStyles = css`
  /* One colour says how a package fares. It paints the icon and the bar; words have the colour of the text. */
  article {
    --_state: var(--_accent);
    --_state-edge: var(--_edge);
    --_state-icon: var(--_icon);
    --_on-state: Canvas;
  }
  :is([part~='late'], [part~='attempted'], [part~='returning'], [part~='pending']) {
    --_state: var(--_warning);
    --_state-edge: var(--_warning);
    --_state-icon: var(--_warning);
  }
  [part~='problem'] {
    --_state: var(--_problem);
    --_state-edge: var(--_problem);
    --_state-icon: var(--_problem);
  }
  :is([part~='delivered'], [part~='picked_up'], [part~='collect'], [part~='resolved'], [part~='refunded'], [part~='partially_refunded']) {
    --_state: var(--_good);
    --_state-edge: var(--_good);
    --_state-icon: var(--_good);
  }
  [part='hero'] {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: 0.5em clamp(0.75em, 2.5cqi, 1em);
  }
  [part='hero'] > svg:first-child,
  [part='thumb'] {
    overflow: visible;
    font-size: clamp(0.86em, 0.7em + 1cqi, 1.29em);
    inline-size: 3.5em;
    block-size: 3.5em;
  }
  [part='hero'] > svg:first-child {
    padding: 0.875em;
    border-radius: 50%;
    background: color-mix(in srgb, var(--_state) 14%, transparent);
    /* Not by color, of which the ground of the same element would then be made. */
    stroke: var(--_state-icon);
  }
  /* What is in a package, with the drawing as a badge. */
  [part='thumb'] {
    position: relative;
    border-radius: min(var(--_control-radius), 0.75em);
    background: var(--_soft);
  }
  [part='hero'] img {
    inline-size: 100%;
    block-size: 100%;
  }
  [part='thumb'] svg {
    position: absolute;
    inset-block-end: -0.25em;
    inset-inline-end: -0.25em;
    inline-size: 1.75em;
    block-size: 1.75em;
    padding: 0.3125em;
    border-radius: 50%;
    background: var(--_state);
    stroke: var(--_on-state);
    forced-color-adjust: none;
  }
  [part='status']:is(span) {
    font-size: 0.875em;
    font-weight: 600;
  }
  /* The status stands beside the name, and the date beside the headline, or below it. */
  [part='answer'] :not(div) {
    display: inline-block;
    max-inline-size: 100%;
    margin-inline-end: 0.5ch;
  }
  [part='exact'] {
    color: var(--_muted);
    font-weight: 600;
  }
  [part~='awaited'] h3 {
    color: var(--_muted);
  }
  [part~='awaited'] svg:first-child {
    stroke: var(--_muted);
  }
  [part='steps'] {
    max-inline-size: 26em;
  }
  /* A line from dot to dot: down the card, or across it where there is room for the names. A date that does not fit beside its name stands below it. */
  [part~='step'] {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    column-gap: 0.75em;
    padding-inline-start: 2em;
    padding-block-end: 0.625em;
    overflow-wrap: break-word;
  }
  [part~='present'],
  [part~='present'] ~ [part~='step'] {
    --_way: var(--_control);
  }
  [part~='step']:not(:last-child)::before {
    content: '';
    position: absolute;
    inset-block: 1.375em 0;
    inset-inline-start: calc(0.6875em - 1px);
    border: 1px solid var(--_way, var(--_state-edge));
  }
  [part~='step'] svg {
    position: absolute;
    inset-block-start: 0;
    inset-inline-start: 0;
    inline-size: 1.375em;
    block-size: 1.375em;
    padding: 0.125em;
    border: 2px solid var(--_way, var(--_state-edge));
    border-radius: 50%;
    stroke-width: 3;
    /* The accent is a system colour then, and the edge, too. */
    forced-color-adjust: none;
  }
  [part~='step'] svg[part] {
    border-color: var(--_state-edge);
    background: var(--_state);
    stroke: var(--_on-state);
  }
  [part~='present'] svg:not([part]) {
    border-color: var(--_state-edge);
    background: radial-gradient(closest-side, var(--_state) 55%, #0000 65%);
    box-shadow: 0 0 0 0.25em color-mix(in srgb, var(--_state) 22%, #0000);
  }
  [part~='present'] > span:first-of-type {
    font-weight: 650;
  }
  [part~='present'] ~ [part~='step'] > span:first-of-type {
    color: var(--_muted);
  }
  /* What helps when something is wrong, set apart by a rule in the colour of the state. */
  [part='help'] {
    gap: 0.75em;
    padding-inline-start: 1em;
    border-inline-start: 3px solid var(--_state-edge);
  }
  /* The carrier's mark stands above its number, however long both are, so that all packages of a list look alike. */
  [part='number'] {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    justify-items: start;
  }
  /* The number, then the way to copy it, in every language. */
  [part='number'] > span {
    display: flex;
    align-items: center;
    column-gap: 0.75em;
  }
  [part='mark'] {
    flex: none;
    max-inline-size: min(12em, 100%);
    padding: 0.125em 0.5em;
    border: 1px solid var(--_control);
    border-radius: 0.25em;
    font-size: 0.8125em;
    font-weight: 700;
  }
  bdi {
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
  }
  /* Its target is taller than the line. */
  [part='copy'] {
    flex: none;
    margin-block: -0.5em;
    justify-content: center;
  }
`
