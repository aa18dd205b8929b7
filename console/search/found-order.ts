import { html, nothing } from 'lit'
import type { FoundOrder } from '../contract/search.ts'
import { renderClaim } from '../claims/claim.ts'
import { inMoney, inTime } from '../page/words.ts'
import { renderNotes, renderState, renderTimes, titleOfReport } from '../reports/report.ts'
import { renderHead } from '../page/page-element.ts'

/** Everything that the proxy has of an order. */
export const renderOrder = (order: FoundOrder) => html`
  <section class="card" aria-label="Order">
    <header class="card-head">
      <h2>Order ${order.facts?.number ?? order.id}</h2>
      ${renderProtection(order)}
      <p class="quiet">
        Id ${order.id}${order.facts?.customer ? html` · customer <a href="#/search?q=${order.facts.customer}">${order.facts.customer}</a>` : nothing}
      </p>
    </header>
    ${order.erased_at ? html`<wa-callout variant="warning" size="s">Its data were erased on request on ${inTime(order.erased_at)}.</wa-callout>` : nothing}
    ${
      order.facts?.unprotected
        ? html`<wa-callout variant="warning" size="s"><strong>Not protected, though it was meant to be:</strong> ${order.facts.unprotected}</wa-callout>`
        : nothing
    }
    ${order.facts ? renderFacts(order.facts) : html`<p class="quiet">No report of this order was delivered yet.</p>`} ${renderConsent(order)}
  </section>
  ${order.claims.map((claim) => renderClaim(claim, { mayAct: false, decide: () => {}, waiting: `#/claims?claim=${encodeURIComponent(claim.key)}` }))}
  ${renderHistory(order)}
`

function renderProtection({ facts }: FoundOrder) {
  if (!facts) return html`<wa-badge variant="neutral" appearance="filled">not reported</wa-badge>`
  if (facts.protected) return html`<wa-badge variant="success" appearance="filled">protected</wa-badge>`
  return html`<wa-badge variant="neutral" appearance="filled">${facts.protected === null ? 'protection not known' : 'not protected'}</wa-badge>`
}

const renderFacts = ({ paid, refunded, financial_status, lines }: NonNullable<FoundOrder['facts']>) => html`
  <dl class="facts">
    <div>
      <dt>Paid</dt>
      <dd>${inMoney(paid)} <small>${financial_status}</small></dd>
    </div>
    <div>
      <dt>Refunded</dt>
      <dd>${inMoney(refunded)}</dd>
    </div>
  </dl>
  <div class="scroll" tabindex="0" role="region" aria-label="Lines of the order">
    <table class="lines stacked">
      ${renderHead('Line', 'Bought', 'Paid', 'Shipped', 'Refunded')}
      <tbody>
        ${lines.map(
          (line) =>
            html`<tr>
              <th scope="row">${line.name ?? line.id}${line.name ? html`<small class="block">${line.id}</small>` : nothing}</th>
              <td data-label="Bought">${line.quantity}</td>
              <td data-label="Paid">${inMoney(line.paid)}</td>
              <td data-label="Shipped">${line.shipped}</td>
              <td data-label="Refunded">${line.refunded_quantity}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>
`

function renderConsent({ consent }: FoundOrder) {
  if (!consent) return html`<p class="quiet">No record of consent is stored. It is kept with the report of the order, for 7 days after its delivery.</p>`
  return html`
    <h3>Consent</h3>
    <dl class="facts">
      <div>
        <dt>Agreed</dt>
        <dd>${inTime(consent.at)}</dd>
      </div>
      <div>
        <dt>Price on screen</dt>
        <dd>${inMoney(consent.price)}</dd>
      </div>
      <div>
        <dt>Language</dt>
        <dd>${consent.lang}</dd>
      </div>
      <div>
        <dt>Wording</dt>
        <dd>${consent.wording}</dd>
      </div>
    </dl>
  `
}

const renderHistory = ({ reports }: FoundOrder) =>
  reports.length === 0
    ? nothing
    : html`<section class="card" aria-label="Reports">
        <header class="card-head"><h2>History of reports</h2></header>
        <ol class="history">
          ${reports.map(
            (report) =>
              html`<li>
                <p class="history-head">${renderState(report.state)} <strong>${titleOfReport(report)}</strong> <code>${report.subject}</code></p>
                ${renderNotes(report)}
                <p class="quiet">${renderTimes(report)} · ${report.id}</p>
              </li>`,
          )}
        </ol>
      </section>`
