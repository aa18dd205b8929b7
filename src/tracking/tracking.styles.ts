import { css } from 'lit'

/** What is the tracking widget's own. Everything is addressed by the part names that a theme uses too. */
export const styles = css`
  :host {
    container-type: inline-size;
    line-height: 1.5;
  }
  [part='root'],
  [part='form'],
  [part~='package'] {
    display: grid;
    gap: 0.75em;
  }
  [part='root'] {
    align-content: start;
    min-block-size: var(--storefront-tracking-size, 18em);
  }
  [part='form'],
  [part~='package'] {
    padding: 1.25em;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  h2,
  h3,
  p,
  ol,
  ul,
  dl,
  dd {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  h2,
  h3 {
    font-size: 1.375em;
    line-height: 1.25;
  }
  h2:focus {
    outline: none;
  }
  p:empty {
    display: none;
  }
  a {
    display: inline-block;
    padding-block: 0.375em;
    color: inherit;
  }
  button,
  input {
    min-block-size: 2.75em;
    padding: 0.375em 1em;
    border: 1px solid var(--_muted);
    border-radius: var(--_radius);
    background: none;
    cursor: pointer;
  }
  input {
    inline-size: 100%;
    cursor: text;
  }
  [part='submit'] {
    border-color: transparent;
    background: var(--_accent);
    /* Not color, which the accent may be made of. */
    -webkit-text-fill-color: var(--_on-accent);
  }
  [part~='link'] {
    min-block-size: 2em;
    padding: 0 0.375em;
    border: 0;
    text-decoration: underline;
  }
  [part='error'],
  [part~='problem'] h3,
  [part~='problem'] [part~='current'] {
    color: var(--_problem);
  }
  [part~='late'] h3,
  [part~='attempted'] h3 {
    color: var(--_warning);
  }
  [part~='collect'] h3,
  [part='protected'] {
    color: var(--_good);
  }
  [part='protected'] {
    padding-inline: 0.625em;
    border: 1px solid;
    border-radius: 1em;
    font-size: 0.875em;
  }
  [part='estimate'],
  [part='day'],
  [part~='current'] {
    font-weight: 600;
  }
  header,
  [part='actions'],
  [part='links'],
  [part='item'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    column-gap: 1em;
  }
  header p {
    inline-size: 100%;
  }
  [part='sum'] {
    text-transform: lowercase;
  }
  [part='actions'] {
    min-block-size: 2.75em;
  }

  [part='steps'] {
    display: grid;
    grid-template-columns: repeat(5, 1fr);
    font-size: 0.8125em;
    text-align: center;
  }
  [part~='step'] {
    --_step: var(--_line);
    position: relative;
    padding-block-start: 2.25em;
  }
  [part~='step']:is([part~='done'], [part~='current']) {
    --_step: var(--_accent);
  }
  [part~='step']::before {
    content: '';
    position: absolute;
    inset-block-start: 0;
    inset-inline-start: calc(50% - 0.75em);
    inline-size: 1.5em;
    block-size: 1.5em;
    border: 0.125em solid var(--_step);
    border-radius: 50%;
    line-height: 1.25;
  }
  [part~='current']::before {
    border-width: 0.4375em;
  }
  [part~='done']::before {
    content: '✓' / '';
    background: var(--_step);
    -webkit-text-fill-color: var(--_on-accent);
  }
  [data-waiting] [part~='current']::before {
    border: 0.1875em dotted;
  }
  [part~='step'] + [part~='step']::after {
    content: '';
    position: absolute;
    inset-block-start: 0.6875em;
    inset-inline: calc(0.75em - 50%) calc(50% + 0.75em);
    border-block-start: 0.125em solid var(--_step);
  }

  [part='history'][data-waiting] {
    min-block-size: 9em;
  }
  [part='day'] {
    margin-block-start: 0.5em;
  }
  [part='event'] {
    display: grid;
    grid-template-columns: 5.5em 1fr;
    align-items: baseline;
  }
  [part='earlier'] {
    inline-size: fit-content;
    padding-block: 0.375em;
    cursor: pointer;
  }
  [part='items'] {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75em 1.5em;
  }
  [part='image'],
  img {
    inline-size: 3em;
    block-size: 3em;
    border-radius: 0.375em;
    background: var(--_soft);
    object-fit: cover;
  }

  @container (width < 30em) {
    [part~='step'] span {
      display: inline-block;
      /* Room for the one label that shows, wherever its step is. */
      margin-inline: -4em;
    }
    [part~='step']:not([part~='current']) span {
      opacity: 0;
      font-size: 0;
    }
  }
  @media (forced-colors: active) {
    [part~='done']::before {
      background: none;
    }
  }
  @media print {
    [part='actions'],
    button {
      display: none;
    }
  }
`
