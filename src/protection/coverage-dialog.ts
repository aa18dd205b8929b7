import { html, nothing, render, type ReactiveControllerHost } from 'lit'
import { messages as en } from '../i18n/english/protection-coverage.ts'
import { fill, speechOf, type Speaker, type Messages } from '../i18n/localize.ts'
import { formatMoney } from '../money.ts'
import { coverageStyles } from './coverage-dialog.styles.ts'

/** An element that the dialog can be opened in. */
type CoverageHost = Speaker & Pick<ReactiveControllerHost, 'addController'> & { messages?: Partial<Messages<'protection'>> }

/** Requested dialogs whose translation is still loading. Each opens once, because a browser may report the closing late. */
const wanted = new WeakSet<HTMLDialogElement>()

/** Opens the dialog of that element, once its words are there: what is covered, what is not, and who covers it. `currency`: of the offer. */
export function openCoverage(host: CoverageHost, currency: string | undefined): void {
  const root = host.shadowRoot!
  const dialog = root.querySelector('dialog') ?? createDialog(host, root, currency)
  if (!dialog.open) wanted.add(dialog)
  show(dialog, host, root, currency)
}

/** The words follow the element's language while the dialog is open. */
function show(dialog: HTMLDialogElement, host: CoverageHost, root: ShadowRoot, currency: string | undefined): void {
  const speech = speechOf(host, 'protection')
  if (!speech) return
  const more = root.querySelector<HTMLElement>('#more')!
  render(renderCoverage({ ...en, ...speech.words, ...host.messages }, more.textContent, readTerms(host, speech.lang, currency)), dialog)
  if (!wanted.delete(dialog)) return
  // A closing dialog gives the focus back, and some browsers do not give it to a button that is clicked.
  more.focus()
  dialog.showModal()
}

function createDialog(host: CoverageHost, root: ShadowRoot, currency: string | undefined): HTMLDialogElement {
  root.adoptedStyleSheets.push(coverageStyles.styleSheet!)
  const dialog = document.createElement('dialog')
  dialog.part.add('dialog')
  dialog.setAttribute('aria-labelledby', 'title')
  host.addController({ hostUpdated: () => void ((dialog.open || wanted.has(dialog)) && show(dialog, host, root, currency)) })
  // What lies beside the panel belongs to the dialog, too.
  dialog.onclick = ({ target }) => {
    if (target === dialog || (target as Element).closest('[part=close]')) dialog.close()
  }
  // A drawer around it that hears of the key would close as well.
  dialog.onkeydown = (event) => {
    if (event.key === 'Escape') event.stopPropagation()
  }
  root.querySelector('#stack')!.append(dialog)
  return dialog
}

/** What the shop's attributes say of its terms, as people write it. */
interface Terms {
  lostAfter?: string
  claimWithin?: string
  coversUpTo?: string
}

function readTerms(host: HTMLElement, lang: string, currency: string | undefined): Terms {
  const numberOf = (name: string) => Number(host.getAttribute(name))
  const daysOf = (name: string) => {
    const days = numberOf(name)
    return days > 0 ? new Intl.NumberFormat(lang, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days) : undefined
  }
  const cents = numberOf('covers-up-to')
  return {
    lostAfter: daysOf('lost-after-days'),
    claimWithin: daysOf('claim-within-days'),
    coversUpTo: cents > 0 && currency ? formatMoney({ cents, currency }, lang) : undefined,
  }
}

/** Drawings of 24 by 24: a magnifying glass, an opened box, and a broken one. */
const drawings = {
  loss: 'M3.75 10.5a6.75 6.75 0 1 0 13.5 0a6.75 6.75 0 1 0-13.5 0M15.5 15.5l5.5 5.5',
  theft: 'M3.5 9.5 12 5l8.5 4.5v9H3.5zM3.5 9.5 12 14l8.5-4.5M9 20.5l3-3 3 3',
  damage: 'm12 2.75 8.25 4.5v9.5L12 21.25l-8.25-4.5v-9.5zM13.5 4 10 9l4 2.5-3.5 4L13 20.5',
  none: 'm5.5 5.5 13 13M18.5 5.5l-13 13',
}

const renderDrawing = (path: string) => html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${path}></path></svg>`

const renderBenefit = (drawing: string, name: string, term?: string) => html`
  <li part="benefit" class="card">
    ${renderDrawing(drawing)}
    <div>
      <h3>${name}</h3>
      ${term ? html`<p>${term}</p>` : nothing}
    </div>
  </li>
`

function renderCoverage(words: typeof en, title: string, { lostAfter, claimWithin, coversUpTo }: Terms) {
  const claim = claimWithin && fill(words.claimWithin, { days: claimWithin })
  return html`
    <article>
      <header>
        <h2 id="title">${title}</h2>
        <button part="close" type="button" aria-label=${words.close}>${renderDrawing(drawings.none)}</button>
      </header>
      <div id="words" tabindex="0" role="group" aria-labelledby="title">
        <slot name="coverage">
          <ul>
            ${renderBenefit(drawings.loss, words.coveredLoss, lostAfter && fill(words.lostAfter, { days: lostAfter }))}
            ${renderBenefit(drawings.theft, words.coveredTheft, claim)} ${renderBenefit(drawings.damage, words.coveredDamage, claim)}
          </ul>
        </slot>
        ${coversUpTo ? html`<p part="limit">${fill(words.coversUpTo, { price: coversUpTo })}</p>` : nothing}
        <h3>${words.excluded}</h3>
        <slot name="exclusions">
          <ul class="plain">
            <li>${renderDrawing(drawings.none)}<span>${words.excludedUnshipped}</span></li>
            <li>${renderDrawing(drawings.none)}<span>${words.excludedFaults}</span></li>
          </ul>
        </slot>
        <h3>${words.choice}</h3>
        <p>${words.choiceText}</p>
        <slot name="provider"><p class="muted">${words.providerText}</p></slot>
        <slot name="terms"></slot>
      </div>
    </article>
  `
}
