import { html, nothing } from 'lit'
import type { Claim } from '../contract/claims.ts'
import { api, isSignedOut } from '../page/api.ts'
import { closeDialog, focusOutcome, renderOutcome, type Outcome } from '../page/outcome.ts'
import { PageElement, renderEmpty, renderError, renderLoading } from '../page/page-element.ts'
import { counted } from '../page/words.ts'
import { renderClaim, titleOf } from './claim.ts'
import { renderDecision, type Decision } from './decision.ts'

/** Which claims the list shows. */
const filters = {
  awaiting: 'Waiting for a decision',
  failed: 'Approved, not done by the shop',
  open: 'Being resolved',
  outside: 'Beyond the bounds of their order',
  resolved: 'Resolved',
  refused: 'Refused',
  all: 'All',
} as const
type Filter = keyof typeof filters

/** Milliseconds between two looks at a claim that was just approved, and the number of looks: most shops answer at once. */
const following = { interval: 700, looks: 8 }
/** Milliseconds for which the page points to claims that the shop could not resolve. */
const recent = 7 * 24 * 3_600_000

/** Claims with all that a person needs to decide, and the decision. */
export class ConsoleClaims extends PageElement {
  static override properties = {
    mayAct: { attribute: false },
    filter: { state: true },
    claims: { state: true },
    next: { state: true },
    failure: { state: true },
    decision: { state: true },
    done: { state: true },
    failed: { state: true },
  }

  /** Whether the person may decide. */
  declare mayAct: boolean
  declare private filter: Filter
  declare private claims: Claim[] | undefined
  declare private next: string | null
  declare private failure: unknown
  declare private decision: Decision | undefined
  declare private done: Outcome | undefined
  /** How many claims the shop could not resolve in the last days, though they were approved. */
  declare private failed: number

  constructor() {
    super()
    this.mayAct = false
    this.filter = 'awaiting'
    this.next = null
    this.failed = 0
    void this.#load()
    void this.#countFailed()
  }

  async #load(after?: string) {
    try {
      this.failure = undefined
      const { filter } = this
      const page = await api.listClaims({ state: filter, ...(after !== undefined && { after }) })
      // Another group was chosen in the meantime.
      if (filter !== this.filter) return
      this.claims = after === undefined ? page.claims : [...(this.claims ?? []), ...page.claims]
      this.next = page.next
      if (after === undefined) void this.#goToNamed()
    } catch (error) {
      if (isSignedOut(error)) this.dispatchEvent(new Event('console-signed-out', { bubbles: true }))
      else this.failure = error
    }
  }

  /** Goes to the claim that the address names, once: a link from the search does that. */
  async #goToNamed() {
    const key = new URLSearchParams(/^#\/claims\?(.*)$/.exec(location.hash)?.[1]).get('claim')
    if (key === null) return
    history.replaceState(null, '', '#/claims')
    await this.updateComplete
    const card = [...this.querySelectorAll<HTMLElement>('article')].find(({ dataset }) => dataset.key === key)
    card?.focus({ preventScroll: true })
    card?.scrollIntoView({ block: 'start' })
  }

  #choose(filter: Filter) {
    this.filter = filter
    this.claims = undefined
    this.done = undefined
    void this.#load()
  }

  async #decide(reason: string) {
    const { decision } = this
    if (!decision) return
    this.decision = { ...decision, busy: true, failure: undefined }
    try {
      const { claim, kind } = decision
      await (kind === 'approve' ? api.approveClaim({ claim: claim.key, reason }) : api.refuseClaim({ claim: claim.key, reason }))
      await Promise.all([closeDialog(this), this.#load()])
      const title = `${titleOf(claim)} of order ${claim.order?.number ?? claim.order_id}`
      const done: Outcome =
        kind === 'approve'
          ? { variant: 'brand', words: `${title} is approved. The shop resolves it now.` }
          : { variant: 'success', words: `${title} is refused.` }
      this.done = done
      await focusOutcome(this)
      if (kind === 'approve') await this.#follow(claim.key, title, done)
    } catch (failure) {
      if (isSignedOut(failure)) this.dispatchEvent(new Event('console-signed-out', { bubbles: true }))
      this.decision = { ...decision, busy: false, failure }
    }
  }

  /** Looks at an approved claim for some seconds, and replaces the outcome with that of the shop. */
  async #follow(key: string, title: string, shown: Outcome) {
    for (let look = 0; look < following.looks; look += 1) {
      await new Promise((resolve) => setTimeout(resolve, following.interval))
      const found = await api.search({ q: key }).catch(() => undefined)
      // Another outcome, or another page, was opened in the meantime.
      if (!this.isConnected || this.done !== shown) return
      const claim = found?.order?.claims.find((one) => one.key === key)
      if (claim?.state === 'resolved') this.done = { variant: 'success', words: `${title} is approved, and the shop has done it.` }
      else if (claim?.state === 'failed')
        this.done = {
          variant: 'danger',
          words: html`<strong>${title} is approved, but the shop could not do it:</strong> ${claim.reason ?? 'it gave no reason.'}`,
        }
      if (this.done === shown) continue
      if (this.filter !== 'awaiting') await this.#load()
      return this.#countFailed()
    }
  }

  async #countFailed() {
    const page = await api.listClaims({ state: 'failed' }).catch(() => undefined)
    this.failed = page?.claims.filter(({ settled_at }) => Date.now() - Date.parse(settled_at ?? '') < recent).length ?? 0
  }

  override render() {
    return html`
      <p class="lead">
        The protection service asks the shop to refund, to send again, or to credit. Each claim is resolved once, within what was paid and sent.
      </p>
      <div class="tools">
        <wa-select label="Show" size="s" .value=${this.filter} @change=${(event: Event) => this.#choose((event.target as HTMLInputElement).value as Filter)}>
          ${Object.entries(filters).map(([value, words]) => html`<wa-option value=${value}>${words}</wa-option>`)}
        </wa-select>
      </div>
      ${renderOutcome(this.done)}
      ${
        this.failed > 0 && this.filter !== 'failed'
          ? html`<wa-callout class="notice" variant="danger" size="s">
              ${counted(this.failed, 'claim was', 'claims were')} approved in the last 7 days, and the shop could not do ${this.failed === 1 ? 'it' : 'them'}.
              <wa-button size="s" appearance="outlined" @click=${() => this.#choose('failed')}>Show</wa-button>
            </wa-callout>`
          : nothing
      }
      ${this.failure ? renderError(this.failure) : nothing} ${this.claims ? this.#renderList(this.claims) : this.failure ? nothing : renderLoading()}
      ${renderDecision(this.decision, {
        decide: (reason) => void this.#decide(reason),
        closed: () => (this.decision = undefined),
      })}
    `
  }

  #renderList(claims: Claim[]) {
    if (claims.length === 0)
      return this.filter === 'awaiting'
        ? renderEmpty('No claim waits for you.', 'New claims appear here when the protection service asks for one that nobody has decided yet.')
        : renderEmpty('There is no such claim.', 'Choose another group above.')
    return html`
      <ul class="cards">
        ${claims.map(
          (claim) => html`<li>${renderClaim(claim, { mayAct: this.mayAct, decide: (kind) => (this.decision = { kind, claim, busy: false }) })}</li>`,
        )}
      </ul>
      ${this.next === null ? nothing : html`<wa-button appearance="outlined" @click=${() => void this.#load(this.next!)}>Show more</wa-button>`}
    `
  }
}

customElements.define('console-claims', ConsoleClaims)
