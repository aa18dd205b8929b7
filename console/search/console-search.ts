import { html, nothing } from 'lit'
import type { Found, ShopperView } from '../contract/search.ts'
import { api, isSignedOut } from '../page/api.ts'
import { request } from '../page/loading.ts'
import { PageElement, renderEmpty, renderError, renderLoading } from '../page/page-element.ts'
import { inMoney, inTime } from '../page/words.ts'
import { renderNotes, renderState, renderTimes, titleOfReport } from '../reports/report.ts'
import { renderOrder } from './found-order.ts'
import { renderShopperView } from './shopper-view.ts'

/** One field for every id, and everything that the proxy has about it. */
export class ConsoleSearch extends PageElement {
  static override properties = {
    q: { state: true },
    found: { state: true },
    view: { state: true },
    failure: { state: true },
    lookUpFailure: { state: true },
    busy: { state: true },
  }

  declare failure: unknown
  declare private q: string
  declare private found: Found | undefined
  declare private view: ShopperView | undefined
  declare private busy: boolean
  /** Why the order cannot be shown as its shopper sees it. */
  declare private lookUpFailure: unknown
  #readAddress = () => {
    const q = new URLSearchParams(/^#\/search\?(.*)$/.exec(location.hash)?.[1]).get('q') ?? ''
    if (q !== this.q) void this.#search(q)
  }

  constructor() {
    super()
    this.q = ''
    this.busy = false
  }

  override connectedCallback() {
    super.connectedCallback()
    window.addEventListener('hashchange', this.#readAddress)
    this.#readAddress()
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    window.removeEventListener('hashchange', this.#readAddress)
  }

  async #search(q: string) {
    this.q = q
    this.found = undefined
    this.view = undefined
    this.failure = undefined
    this.lookUpFailure = undefined
    if (q === '') return
    this.busy = true
    const found = await request(this, () => api.search({ q }))
    if (q === this.q) this.found = found
    this.busy = false
  }

  #submit(event: SubmitEvent) {
    event.preventDefault()
    const q = String(new FormData(event.target as HTMLFormElement).get('q')).trim()
    history.replaceState(null, '', `#/search?q=${encodeURIComponent(q)}`)
    void this.#search(q)
  }

  async #viewAsShopper(email: string) {
    const { order } = this.found ?? {}
    if (!order) return
    this.lookUpFailure = undefined
    try {
      this.view = await api.viewAsShopper({ order: order.id, ...(email && { email }) })
      await this.updateComplete
      // The button is gone. Without this, the keyboard would start again at the top of the page.
      this.querySelector<HTMLElement>('.to-shop')?.focus()
    } catch (error) {
      if (isSignedOut(error)) this.dispatchEvent(new Event('console-signed-out', { bubbles: true }))
      this.lookUpFailure = error
    }
  }

  override render() {
    return html`
      <p class="lead">The number of an order as shoppers see it, or the id of an order, a shipment, a report, a claim or a member.</p>
      <form class="tools" role="search" @submit=${this.#submit}>
        <wa-input label="Number or id" name="q" .value=${this.q} required with-clear autocomplete="off" spellcheck="false"></wa-input>
        <wa-button type="submit" variant="brand" ?loading=${this.busy}>Search</wa-button>
      </form>
      ${this.failure ? renderError(this.failure) : nothing}
      <div class="results" aria-live="polite">${this.busy ? renderLoading() : this.found ? this.#renderFound(this.found) : nothing}</div>
    `
  }

  #renderFound({ order, numbered, report, member }: Found) {
    if (!order && !report && !member)
      return renderEmpty(
        'Nothing is found.',
        'Search for a number or an id, not for a name: the proxy stores no names. It knows the orders that were reported through it, and not older ones of the shop. Reports that were delivered are kept for 7 days.',
      )
    return html`
      ${
        numbered
          ? html`<wa-callout variant="neutral" size="s">
              ${this.q} is also the number of <a href="#/search?q=${encodeURIComponent(numbered)}">another order</a>.
            </wa-callout>`
          : nothing
      }
      ${
        report
          ? html`<section class="card" aria-label="Report">
              <header class="card-head">
                <h2>${titleOfReport(report)}</h2>
                ${renderState(report.state)}
                <p class="quiet">Report ${report.id}</p>
              </header>
              ${renderNotes(report)}
              <p class="quiet">${renderTimes(report)}</p>
            </section>`
          : nothing
      }
      ${
        member
          ? html`<section class="card" aria-label="Member">
              <header class="card-head"><h2>Member ${member.id}</h2></header>
              <dl class="facts">
                <div>
                  <dt>Status</dt>
                  <dd>${member.status.toLowerCase()}</dd>
                </div>
                <div>
                  <dt>Tier</dt>
                  <dd>${member.tier ?? 'none'}</dd>
                </div>
                <div>
                  <dt>Credits</dt>
                  <dd>${member.credits ? inMoney(member.credits) : 'not known'}</dd>
                </div>
                <div>
                  <dt>Member since</dt>
                  <dd>${member.joined_at ? inTime(member.joined_at) : 'not known'}</dd>
                </div>
              </dl>
            </section>`
          : nothing
      }
      ${order ? html`${renderOrder(order)} ${renderShopperView({ order, view: this.view, failure: this.lookUpFailure, open: (email) => void this.#viewAsShopper(email) })}` : nothing}
    `
  }
}

customElements.define('console-search', ConsoleSearch)
