import { css } from 'lit'
import { historyStyles } from './views/history.styles.ts'
import { layoutStyles } from './views/layout.styles.ts'
import { packageStyles } from './views/package.styles.ts'

/** The text, the head of an order and the rows of actions. */
const textStyles = css`
  :host {
    container-type: inline-size;
  }
  [part='root'],
  form,
  article,
  [part~='body'],
  [part='main'],
  [part='aside'],
  [part='history'],
  [part='help'] {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1em;
    align-content: start;
  }
  [part='root'] {
    /* The padding of cards. */
    --_pad: 1.25em;
    line-height: 1.45;
  }
  [part='root'][data-empty] {
    display: flex;
    flex-direction: column;
    /* Kept from the start until something is known, so that what comes moves little of the page. */
    min-block-size: var(--storefront-tracking-space, clamp(32em, 60em - 60cqi, 44em));
  }
  form,
  article {
    padding: var(--_pad);
  }
  h2,
  h3,
  h4,
  p,
  ol,
  ul,
  dl,
  dd {
    margin: 0;
    padding: 0;
    /* Not "none", with which WebKit would not call it a list. */
    list-style: '';
  }
  /* Words may run the other way than the page: each text for itself, and still beginning where the page's do. */
  h2,
  h3,
  p,
  dt,
  span {
    unicode-bidi: plaintext;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  h2,
  [part~='outcome'] h3,
  [part~='protection'] h3 {
    font-size: var(--_heading);
    line-height: 1.2;
  }
  h3 {
    font-size: var(--_headline);
    line-height: 1.2;
    letter-spacing: -0.01em;
    overflow-wrap: break-word;
    hyphens: auto;
  }
  p:empty {
    display: none;
  }
  a {
    color: inherit;
  }
  [part='order'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25em 0.75em;
  }
  [part='order'] p {
    inline-size: 100%;
  }
  [part='protected'] {
    display: inline-flex;
    align-items: center;
    gap: 0.375em;
    padding: 0.125em 0.625em 0.125em 0.375em;
    border: 1px solid;
    border-radius: 2em;
    color: var(--_good);
    font-size: 0.875em;
    font-weight: 600;
  }
  :is([part='protected'], .button, .link) svg {
    inline-size: 1.25em;
    block-size: 1.25em;
  }
  [part='actions'],
  [part='links'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5em 1em;
  }
`

/** The styles of the first screen of the tracking widget. Later ones win over earlier ones. */
export const styles = [textStyles, packageStyles, historyStyles, layoutStyles]
