import { html, nothing } from 'lit'
import type { Member } from '../../contract/loyalty.ts'
import type { Messages } from '../../i18n/localize.ts'
import { renderLink } from './link.ts'
import type { Localizer } from './localizer.ts'
import { isBusy, type LoyaltyState, type Verb } from '../membership/membership-store.ts'
import { isEnded, isLeaving, isUnpaid, sentText, statusText } from './notice-texts.ts'

type ActionsLocalizer = Localizer<Messages<'loyalty'>>

/** Why the panel may be out of date. */
export function renderProblem({ problem, isOffline }: LoyaltyState, signInUrl: string, onSignIn: (click: Event) => void, { words }: ActionsLocalizer) {
  if (!problem) return nothing
  return isEnded(problem)
    ? html`<p part="notice ended" class="notice over">${words.sessionEnded} ${renderLink(signInUrl, words.signIn, 'sign-in', 'link', onSignIn)}</p>`
    : html`<p part="notice stale" class="notice over">${isOffline ? words.offline : words.stale}</p>`
}

/** The status of the member, unless they are active; where a payment failed, with the way to another payment method and what became of that. */
export function renderStatus(state: LoyaltyState, { status }: Member, way: unknown, localizer: ActionsLocalizer) {
  const { action } = state
  const isChanging = action?.verb === 'cancel' || action?.verb === 'reactivate'
  const text = statusText(status, localizer)
  const notice = isUnpaid(status)
    ? html`<div part="notice status" class="notice split">${renderPayment() ?? html`<p>${text}</p>`} ${way}</div>`
    : html`<p part="notice status" class="notice">${text}</p>`
  return html`<div class=${isChanging ? 'reserve status' : 'reserve'}>${status === 'ACTIVE' ? nothing : notice}</div>`

  // In the place of the status, so that nothing below moves.
  function renderPayment() {
    if (action?.verb !== 'payment') return undefined
    return action.status === 'done'
      ? html`<p part="sent" id="sent" tabindex="-1">${sentText(state, localizer)}</p>`
      : renderFault(state, ['payment'], localizer)
  }
}

/** The way back, or to another payment method. */
export function renderWay(state: LoyaltyState, onPress: (verb: 'reactivate' | 'payment') => void, localizer: ActionsLocalizer) {
  const { membership, sentAt } = state
  const sent = sentText(state, localizer)
  const verb = isLeaving(membership?.member?.status ?? '') ? 'reactivate' : 'payment'
  const isDone = !!sent && verb === 'payment'
  const isOpen = membership?.may.includes(verb) && sentAt === undefined
  return isOpen
    ? html`<button part=${`button ${verb}`} class="button" aria-disabled=${isDone || isBusy(state)} @click=${() => isDone || onPress(verb)}>
        ${localizer.words[verb]}
      </button>`
    : nothing
}

/** Says that something was sent. */
export const renderSent = (text: string) => html`<p part="notice sent" class="notice" id="sent" tabindex="-1">${text}</p>`

/** Why an action of these failed; undefined if it did not. If joining fails, the card needs the space for it. */
export function renderFault({ action }: LoyaltyState, verbs: Verb[], { say }: ActionsLocalizer) {
  if (!action || !verbs.includes(action.verb)) return undefined
  const { text, detail = '' } = action.fault ?? {}
  const isJoining = action.verb === 'join'
  return text || isJoining ? html`<p part="fault" role="alert" class=${isJoining ? 'reserve' : ''}>${text ? say(text, { detail }) : nothing}</p>` : undefined
}

/** What has just been done, or has just happened. */
export function newsOf(state: LoyaltyState, ofHistory: string, localizer: ActionsLocalizer): string {
  const { words, say, money } = localizer
  const { problem, isOffline, membership, redemption } = state
  if (problem) return isEnded(problem) ? words.sessionEnded : isOffline ? words.offline : words.stale
  if (redemption.copied) return words.copied
  const latest = membership?.pending[0]
  return ofHistory || sentText(state, localizer) || (latest ? say(latest.state, { amount: money(latest.amount) }) : '')
}
