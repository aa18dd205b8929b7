import { html, nothing } from 'lit'
import { ResponseError } from '../contract/client.ts'
import { orderProtection, type OrderAct } from '../contract/order-protection.ts'
import type { TrackedOrder } from '../contract/tracking.ts'
import { messages as en } from '../i18n/english/tracking-extras.ts'
import { formatMoney } from '../money.ts'
import { connect } from '../proxy.ts'
import { fill } from '../i18n/localize.ts'
import { adopt } from './adopt.ts'
import { orderStore } from './order-store.ts'
import type { Surroundings } from './surroundings.ts'
import { protectionStyles } from './protection.styles.ts'
import { mayClaim, progressOf } from './package-status.ts'

type Host = Surroundings['host']

/** What is being done about the protection of an order. It belongs to the page: a theme may replace the element meanwhile. */
interface Doing {
  /** Removal has been asked for, and not confirmed yet. */
  asking?: boolean
  busy?: boolean
  /** What is said of it when that takes long enough to be wondered about. */
  saying?: 'protecting' | 'removing'
  /** Why it was not done. */
  fault?: 'protect_refused' | 'unprotect_refused' | 'act_wait' | 'act_failed' | undefined
}

/** By the question that the order is the answer to. */
const doings = new Map<string, Doing>()
/** The elements that show each. */
const hosts = new Map<Host, string>()

/** Milliseconds between looks at what the service is still to confirm. */
const looks = [1_500, 3_000, 6_000, 12_000, 24_000]

/** How the protection of an order stands, and what its owner may do about it. Loaded where there is anything to tell of that. */
export function renderProtection({ protection, may = [], packages }: TrackedOrder, { words, lang, claimUrl, host, question }: Surroundings) {
  if (!protection) return nothing
  hosts.set(host, question)
  adopt(host, protectionStyles)
  const { state, refund } = protection
  const { asking, busy, saying, fault } = doings.get(question) ?? {}
  const all = { ...en, ...words }
  const say = (key: keyof typeof en) => fill(all[key], { amount: refund ? formatMoney(refund, lang) : '' })
  // What was kept for the page to be loaded anew shows the order, and changes nothing.
  const can = (act: OrderAct) => may.includes(act) && question.includes('"key":')
  if (state === 'unprotected' && !can('protect-later') && !fault) return nothing
  const [title, text] = wordsOf[state]
  const isAsking = asking && can('unprotect')
  return html`<article part=${`protection ${state}`} aria-busy=${!!busy}>
    <div aria-live="polite">
      <h3 part="status" id="protection" tabindex="-1">${say(saying ?? title)}</h3>
      ${
        state === 'unprotected' && !can('protect-later') ? nothing : html`<p part="meaning">${say(state === 'removed' && !refund ? 'removed_plain' : text)}</p>`
      }
    </div>
    <p part="fault" role="alert">${fault ? say(fault) : nothing}</p>
    ${
      isAsking
        ? html`<div part="confirm" role="group" aria-labelledby="confirm" @keydown=${handleKey}>
            <h4 id="confirm" tabindex="-1">${say('unprotect_title')}</h4>
            <p part="meaning">${say('unprotect_text')}</p>
            <p part="links">
              <button part="unprotect" aria-disabled=${!!busy} @click=${() => void act('unprotect', host, question)}>${say('unprotect_confirm')}</button>
              <button part="keep" aria-disabled=${!!busy} @click=${handleKeep}>${say('unprotect_keep')}</button>
            </p>
          </div>`
        : html`<p part="links">${renderProtect()}${renderClaim()}${renderAsk()}</p>`
    }
  </article>`

  function renderProtect() {
    if (!can('protect-later')) return nothing
    return html`<button part="protect" aria-disabled=${!!busy} @click=${() => void act('protect-later', host, question)}>${say('protect')}</button>`
  }

  function renderClaim() {
    // A package that needs it shows the same way.
    return state === 'protected' && claimUrl && !packages.some((parcel) => parcel.tracking_number && (parcel.quiet_days || mayClaim(progressOf(parcel))))
      ? html`<a part="claim" href=${claimUrl}>${words.report}</a>`
      : nothing
  }

  function renderAsk() {
    return can('unprotect') ? html`<button part="link ask" @click=${handleAsk}>${say('unprotect')}</button>` : nothing
  }

  function handleAsk() {
    show(question, { asking: true })
    focus(host, '#confirm')
  }

  function handleKeep() {
    if (doings.get(question)?.busy) return
    show(question, {})
    focus(host, '[part~=ask]')
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    // What this stands in, such as a drawer, is not meant.
    event.stopPropagation()
    handleKeep()
  }
}

const wordsOf = {
  unprotected: ['protect_title', 'protect_text'],
  protecting: ['protecting', 'protecting_text'],
  protected: ['protected_title', 'protected_text'],
  removing: ['removing', 'removing_text'],
  removed: ['removed', 'removed_text'],
} as const satisfies Record<string, readonly [title: keyof typeof en, text: keyof typeof en]>

/** Does it, shows what has become of it, and looks again for as long as that is still to be confirmed. What is pressed meanwhile is not done again. */
async function act(what: OrderAct, host: Host, question: string) {
  const { busy, ...before } = doings.get(question) ?? {}
  if (busy) return
  const { asking } = before
  // What went wrong the last time keeps its room, so that nothing moves under a finger that presses again.
  show(question, { ...before, busy: true })
  const patience = setTimeout(() => show(question, { ...doings.get(question), saying: what === 'unprotect' ? 'removing' : 'protecting' }), 500)
  const [baseUrl, { key }] = JSON.parse(question) as [string, { key: string }]
  const { protectOrder, unprotectOrder } = connect(orderProtection, baseUrl)
  const fault = await (what === 'unprotect' ? unprotectOrder : protectOrder)({ key }).then(() => undefined, faultOf(what))
  if (!fault) doings.set(question, { ...doings.get(question), fault })
  if (fault !== 'act_failed') await look(question)
  clearTimeout(patience)
  show(question, fault ? { fault, ...(asking && fault !== 'unprotect_refused' && { asking }) } : {})
  if (!fault || fault === `${what === 'unprotect' ? what : 'protect'}_refused`) focus(host, '#protection')
  for (const wait of fault ? [] : looks) {
    if (!/ing$/.test(orderStore.answers.get(question)?.protection?.state ?? '')) return
    await new Promise((resolve) => setTimeout(resolve, wait))
    await look(question)
  }
}

/** Refused for good, refused for now, or anybody's guess. */
const faultOf =
  (what: OrderAct) =>
  (problem: unknown): NonNullable<Doing['fault']> => {
    if (!(problem instanceof ResponseError)) return 'act_failed'
    if (problem.status === 503 && problem.problem.retry_after) return 'act_wait'
    return problem.status === 404 || problem.status === 422 ? (what === 'unprotect' ? 'unprotect_refused' : 'protect_refused') : 'act_failed'
  }

/** Has the order asked for again by one of the elements that show it; the others show the same answer. */
const look = (question: string) => showing(question)[0]?.refresh()

function show(question: string, doing: Doing) {
  doings.set(question, doing)
  for (const host of showing(question)) host.requestUpdate()
}

function showing(question: string): Host[] {
  for (const host of hosts.keys()) if (!host.isConnected) hosts.delete(host)
  return [...hosts].flatMap(([host, its]) => (its === question ? [host] : []))
}

/** Puts the focus where it goes on, unless it has gone elsewhere on the page meanwhile. */
function focus(host: Host, selector: string) {
  const { activeElement } = host.getRootNode() as Document | ShadowRoot
  if (!activeElement || activeElement === host || activeElement === document.body)
    void host.updateComplete.then(() => host.shadowRoot!.querySelector<HTMLElement>(selector)?.focus())
}
