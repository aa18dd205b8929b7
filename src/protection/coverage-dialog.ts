import { html, render, type ReactiveControllerHost } from 'lit'
import { messages as en } from '../i18n/english/protection-coverage.ts'
import { speechOf, type Speaker, type Messages } from '../i18n/localize.ts'
import { coverageStyles } from './coverage-dialog.styles.ts'

/** An element that the dialog can be opened in. */
type CoverageHost = Speaker & Pick<ReactiveControllerHost, 'addController'> & { messages?: Partial<Messages<'protection'>> }

/** Dialogs that somebody has asked for, and that wait for their words. Each opens once: a browser may tell late that it was closed. */
const wanted = new WeakSet<HTMLDialogElement>()

/** Opens the dialog of that element, once its words are there: what is covered, what is not, and who covers it. */
export function openCoverage(host: CoverageHost): void {
  const root = host.shadowRoot!
  const dialog = root.querySelector('dialog') ?? createDialog(host, root)
  if (!dialog.open) wanted.add(dialog)
  show(dialog, host, root)
}

/** The words follow the element's language while the dialog is open. */
function show(dialog: HTMLDialogElement, host: CoverageHost, root: ShadowRoot): void {
  const speech = speechOf(host, 'protection')
  if (!speech) return
  // The name that the offer has on show, and the cart's line, too.
  render(renderCoverage({ ...en, ...speech.words, ...host.messages }, root.querySelector('label')!.textContent), dialog)
  if (!wanted.delete(dialog)) return
  // A closing dialog gives the focus back, and some browsers do not give it to a button that is clicked.
  root.querySelector<HTMLElement>('#more')!.focus()
  dialog.showModal()
}

function createDialog(host: CoverageHost, root: ShadowRoot): HTMLDialogElement {
  root.adoptedStyleSheets.push(coverageStyles.styleSheet!)
  const dialog = document.createElement('dialog')
  dialog.part.add('dialog')
  dialog.setAttribute('aria-labelledby', 'title')
  host.addController({ hostUpdated: () => void ((dialog.open || wanted.has(dialog)) && show(dialog, host, root)) })
  // What lies beside the panel belongs to the dialog, too.
  dialog.onclick = ({ target }) => {
    if (target === dialog || (target as Element).matches('[part=close]')) dialog.close()
  }
  // A drawer around it that hears of the key would close as well.
  dialog.onkeydown = (event) => {
    if (event.key === 'Escape') event.stopPropagation()
  }
  root.querySelector('#stack')!.append(dialog)
  return dialog
}

const renderCoverage = (words: typeof en, label: string) => html`
  <article>
    <header>
      <h2 id="title">${label}</h2>
      <button part="close" type="button" aria-label=${words.close}></button>
    </header>
    <div id="words" tabindex="0" role="group" aria-labelledby="title">
      <h3>${words.covered}</h3>
      <slot name="coverage">
        <ul>
          <li>${words.coveredLoss}</li>
          <li>${words.coveredTheft}</li>
          <li>${words.coveredDamage}</li>
        </ul>
      </slot>
      <h3>${words.excluded}</h3>
      <slot name="exclusions">
        <ul>
          <li>${words.excludedUnshipped}</li>
          <li>${words.excludedFaults}</li>
        </ul>
      </slot>
      <h3>${words.provider}</h3>
      <slot name="provider"><p>${words.providerText}</p></slot>
      <slot name="terms"></slot>
      <h3>${words.choice}</h3>
      <p>${words.choiceText}</p>
    </div>
  </article>
`
