import { html, nothing } from 'lit'
import type { Claim, ClaimLine } from '../contract/claims.ts'
import { counted, inMoney, inTime } from '../page/words.ts'
import { renderHead } from '../page/page-element.ts'

/** The name of each resolution. */
const resolutions = { refund: 'Refund', reorder: 'Send again', store_credit: 'Store credit' } as const

const states: Record<Claim['state'], [variant: string, words: string]> = {
  awaiting: ['warning', 'waits for you'],
  open: ['brand', 'being resolved'],
  resolved: ['success', 'resolved'],
  failed: ['danger', 'approved, not done'],
  refused: ['neutral', 'refused'],
  outside: ['danger', 'beyond its bounds'],
  erased: ['neutral', 'order erased'],
}

/** "Refund of $24.00", "Send again, worth $24.00". */
export function titleOf({ resolution, amount }: Claim): string {
  if (!amount) return resolutions[resolution]
  return resolution === 'reorder' ? `${resolutions.reorder}, worth ${inMoney(amount)}` : `${resolutions[resolution]} of ${inMoney(amount)}`
}

interface ClaimOptions {
  mayAct: boolean
  decide: (kind: 'approve' | 'refuse') => void
  /** Where a claim that waits can be decided; absent on that page itself. */
  waiting?: string
}

/** One claim: what is asked, what was bought, paid, shipped and refunded, and what is left. */
export function renderClaim(claim: Claim, { mayAct, decide, waiting }: ClaimOptions) {
  const href = claim.state === 'awaiting' ? waiting : undefined
  const [variant, words] = states[claim.state]
  return html`
    <article class="card" tabindex="-1" data-key=${claim.key} aria-label="${titleOf(claim)}, order ${claim.order?.number ?? claim.order_id}">
      <header class="card-head">
        <h2>${titleOf(claim)}</h2>
        ${
          href
            ? html`<a class="badge-link" href=${href}><wa-badge variant=${variant} appearance="filled">${words}</wa-badge></a>`
            : html`<wa-badge variant=${variant} appearance="filled">${words}</wa-badge>`
        }
        <p class="quiet">Claim ${claim.key} · raised <wa-relative-time date=${claim.raised_at} sync></wa-relative-time></p>
      </header>
      ${renderOrder(claim)} ${claim.lines.length > 0 ? renderLines(claim) : html`<p>The claim names an amount and no lines.</p>`} ${renderEarlier(claim)}
      ${renderReasons('danger', 'It cannot be approved any more:', claim.faults)} ${renderReasons('warning', 'Look at this before you decide:', claim.doubts)}
      ${renderVerdict(claim)}
      ${
        claim.state === 'awaiting' && mayAct
          ? html`<footer class="card-foot">
              <wa-button variant="brand" ?disabled=${claim.faults.length > 0} @click=${() => decide('approve')}>Approve</wa-button>
              <wa-button appearance="outlined" @click=${() => decide('refuse')}>Refuse</wa-button>
            </footer>`
          : nothing
      }
    </article>
  `
}

/** The reasons against a claim below that title; nothing if there are none. */
function renderReasons(variant: 'danger' | 'warning', title: string, reasons: readonly string[]) {
  if (reasons.length === 0) return nothing
  return html`<wa-callout variant=${variant} size="s">
    <strong>${title}</strong>
    <ul>
      ${reasons.map((reason) => html`<li>${reason}</li>`)}
    </ul>
  </wa-callout>`
}

/** Who decided, and what came of it. */
function renderVerdict({ state, decided_by, reason, approval, settled_at }: Claim) {
  const time = settled_at ? ` (${inTime(settled_at)})` : ''
  if (state === 'failed')
    return html`<wa-callout variant="danger" size="s">
      <strong>Approved ${decided_by ? `by ${decided_by}${approval ? `: ${approval}` : ''}` : 'by the rules of CLAIMS_MODE'}. The shop could not do it:</strong>
      ${reason ?? 'it gave no reason.'}${time} <br />The protection service knows. If the customer is right, do it at the shop by hand.
    </wa-callout>`
  if (state === 'refused' && decided_by) return html`<p class="quiet">Refused by ${decided_by}: ${reason ?? ''}${time}</p>`
  if ((state === 'resolved' || state === 'open') && decided_by)
    return html`<p class="quiet">Approved by ${decided_by}${approval ? `: ${approval}` : '.'}${time}</p>`
  return reason || time ? html`<p class="quiet">${reason ?? 'Settled'}${time}</p>` : nothing
}

const linkTo = (id: string, words: string) => html`<a href="#/search?q=${encodeURIComponent(id)}">${words}</a>`

function renderOrder({ order, order_id, state }: Claim) {
  if (!order)
    return html`<wa-callout variant="warning" size="s">Order ${linkTo(order_id, order_id)} is not known here, so nothing can be compared with it.</wa-callout>`
  const facts: [string, unknown][] = [
    ['Order', linkTo(order_id, order.number)],
    ['Paid', html`${inMoney(order.paid)} <small>${order.financial_status}</small>`],
    ['Refunded before', inMoney(order.refunded)],
    // A refused claim gets nothing of it.
    ...(state === 'refused' || state === 'erased' ? [] : [['Left for this claim', html`<strong>${inMoney(order.left)}</strong>`] as [string, unknown]]),
    ['Protection', order.protected === null ? 'not known' : order.protected ? 'protected' : 'not protected'],
  ]
  return html`<dl class="facts">
    ${facts.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`
}

const renderLines = ({ key, lines, resolution }: Claim) => html`
  <div class="scroll" tabindex="0" role="region" aria-label="Lines of claim ${key}">
    <table class="lines stacked">
      ${renderHead('Line', 'Claimed', 'Bought', 'Paid', 'Shipped', 'Refunded', 'Left')}
      <tbody>
        ${lines.map((line) => renderLine(line, resolution))}
      </tbody>
    </table>
  </div>
`

const renderLine = ({ id, name, asked, order, left }: ClaimLine, resolution: Claim['resolution']) => html`
  <tr>
    <th scope="row">${name ?? id}${name ? html`<small class="block">${id}</small>` : nothing}</th>
    <td class="asked" data-label="Claimed">${askedWords(asked, resolution)}</td>
    ${
      order
        ? html`<td data-label="Bought">${order.quantity}</td>
            <td data-label="Paid">${inMoney(order.paid)}</td>
            <td data-label="Shipped">${order.shipped}</td>
            <td data-label="Refunded">
              ${order.refunded_quantity > 0 || order.refunded.cents > 0 ? `${order.refunded_quantity} · ${inMoney(order.refunded)}` : '–'}
            </td>
            <td data-label="Left">${left ? `${left.quantity} · ${inMoney(left.amount)}` : '–'}</td>`
        : html`<td colspan="5" data-label="Order">not in the order</td>`
    }
  </tr>
`

function askedWords({ quantity, amount }: ClaimLine['asked'], resolution: Claim['resolution']) {
  const pieces = quantity === null ? 'all that is left' : counted(quantity, 'piece')
  return amount && resolution !== 'reorder' ? `${pieces} · ${inMoney(amount)}` : pieces
}

const renderEarlier = ({ earlier }: Claim) =>
  earlier.length === 0
    ? nothing
    : html`<p class="quiet">
        Other claims of this order:
        ${earlier.map(({ key, state, amount }, index) => html`${index > 0 ? ', ' : ''}${key} (${state}${amount ? `, ${inMoney(amount)}` : ''})`)}
      </p>`
