import type { LitElement } from 'lit'
import { html, nothing } from 'lit'
import type { Messages } from '../i18n/localize.ts'
import type { Localizer } from './views/localizer.ts'
import type { LoyaltyState } from './membership/membership-store.ts'
import type { MembershipSync } from './membership/membership-sync.ts'

/** Requests the next page of the credit history. Keeps the last known entries in view meanwhile, and then shows the first new one. */
export async function showOlder(element: LitElement, sync: MembershipSync) {
  const { store } = sync
  const { shopper, older } = store.state
  if (older?.status === 'pending') return
  store.dispatch({ type: 'olderRequested' })
  const { after, next } = store.state.older ?? {}
  if (!after || !next) return
  await element.updateComplete
  const list = element.renderRoot.querySelector('[part=entries]')
  const last = list?.querySelector('tbody')?.lastElementChild
  list?.scrollTo(0, list.scrollHeight)
  const page = await sync.call((api) => api.listCredits({ cursor: next, limit: 20 })).catch(() => undefined)
  store.dispatch({ type: 'olderAnswered', shopper, after, page })
  await element.updateComplete
  if (last?.nextElementSibling) list?.scrollBy(0, last.getBoundingClientRect().top - list.getBoundingClientRect().top)
}

/** Says whether the last page of the history is loading or has failed; empty otherwise. */
export function olderNews({ older }: LoyaltyState, { words }: Localizer<Messages<'loyalty'>>): string {
  if (older?.status === 'pending') return words.loading
  return older?.status === 'failed' ? words.partLate : ''
}

/** Why the page that was requested last is missing. */
export const renderOlderFault = ({ older }: LoyaltyState, { words }: Localizer<Messages<'loyalty'>>) =>
  html`<p part="fault">${older?.status === 'failed' ? words.partLate : nothing}</p>`
