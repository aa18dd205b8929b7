import { html, nothing } from 'lit'
import type { Report } from '../contract/reports.ts'
import { counted, inTime } from '../page/words.ts'

const kinds: Record<string, string> = {
  order: 'New order',
  'order-update': 'Changed order',
  shipment: 'New shipment',
  'shipment-update': 'Changed shipment',
  'shipment-event': 'Event of a shipment',
  'refund-protection': 'Protection taken off',
  'add-protection': 'Protection added',
  'platform-refund': 'Refund of protection',
  claim: 'Claim',
  'claim-void': 'Claim refused, its part of the order freed',
  webhook: 'Webhook of the platform',
  reconcile: 'Comparison with the platform',
  'order-key': 'Key for the order page at Shopify',
  'order-key-revocation': 'End of the key for the order page',
  'loyalty-event': 'Event of the loyalty service',
  'data-request': 'Request for the data of a customer',
  'customer-redaction': 'Erasure of a customer',
  'shop-redaction': 'Erasure of the shop',
}

const states: Record<Report['state'], string> = {
  waiting: 'brand',
  delivered: 'success',
  superseded: 'neutral',
  held: 'warning',
  failed: 'danger',
  dropped: 'neutral',
}

/** What a report is, in words. */
export const titleOfReport = ({ kind }: Pick<Report, 'kind'>) => kinds[kind] ?? kind

/** The badge of a report's state. */
export const renderState = (state: Report['state']) => html`<wa-badge variant=${states[state]} appearance="filled">${state}</wa-badge>`

/** The remedy for a report that a service has refused. The reason of a held report already names its remedy. */
const remedyOfFailed =
  'Correct it at the shop: the next report of the same replaces this one. Attempt it again if the service was wrong, or drop it if somebody has done it by hand.'

/** The fields and remedies of a report: its last note, and the earlier ones folded away. */
export function renderNotes({ notes, state }: Report) {
  const last = notes.at(-1)
  if (last === undefined) return nothing
  const earlier = notes.slice(0, -1)
  return html`
    <p class="reason">${last}</p>
    ${state === 'failed' ? html`<p class="quiet">${remedyOfFailed}</p>` : nothing}
    ${
      earlier.length > 0
        ? html`<details class="earlier">
            <summary>${counted(earlier.length, 'earlier note')}</summary>
            <ul>
              ${earlier.map((note) => html`<li>${note}</li>`)}
            </ul>
          </details>`
        : nothing
    }
  `
}

/** When a report came, how often it was attempted, and when it is next. */
export const renderTimes = ({ accepted_at, attempts, next_attempt_at, settled_at }: Report) =>
  html`accepted ${inTime(accepted_at)} ·
  ${counted(attempts, 'attempt')}${
    next_attempt_at ? html` · next <wa-relative-time date=${next_attempt_at} sync></wa-relative-time>` : nothing
  }${settled_at ? ` · settled ${inTime(settled_at)}` : ''}`
