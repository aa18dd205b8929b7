import { html, nothing } from 'lit'
import type WaDialog from '@awesome.me/webawesome/dist/components/dialog/dialog.js'
import type { Claim } from '../contract/claims.ts'
import { api, isSignedOut } from '../page/api.ts'
import { PageElement, renderEmpty, renderError, renderLoading } from '../page/page-element.ts'
import { renderClaim, titleOf } from './claim.ts'
import { renderDecision, type Decision } from './decision.ts'

/** Which claims the list shows. */
const filters = {
  awaiting: 'Waiting for a decision',
  open: 'Being resolved',
  outside: 'Beyond the bounds of their order',
  resolved: 'Resolved',
  refused: 'Refused',
  all: 'All',
} as const
type Filter = keyof typeof filters

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
  }

  /** Whether the person may decide. */
  declare mayAct: boolean
  declare private filter: Filter
  declare private claims: Claim[] | undefined
  declare private next: string | null
  declare private failure: unknown
  declare private decision: Decision | undefined
  declare private done: string | undefined

  constructor() {
    super()
    this.mayAct = false
    this.filter = 'awaiting'
    this.next = null
    void this.#load()
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
    } catch (error) {
      if (isSignedOut(error)) this.dispatchEvent(new Event('console-signed-out', { bubbles: true }))
      else this.failure = error
    }
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
      await (kind === 'approve' ? api.approveClaim({ claim: claim.key, ...(reason && { reason }) }) : api.refuseClaim({ claim: claim.key, reason }))
      this.done = `${titleOf(claim)} of order ${claim.order?.number ?? claim.order_id} is ${kind === 'approve' ? 'approved. The shop resolves it now' : 'refused'}.`
      this.querySelector<WaDialog>('wa-dialog')!.open = false
      await this.#load()
    } catch (failure) {
      if (isSignedOut(failure)) this.dispatchEvent(new Event('console-signed-out', { bubbles: true }))
      this.decision = { ...decision, busy: false, failure }
    }
  }

  override render() {
    return html`
      <p class="lead">
        The protection service asks the shop to refund, to send again, or to credit. Each claim is resolved once, within what was paid and sent.
      </p>
      <div class="tools">
        <wa-select
          label="Show"
          size="small"
          .value=${this.filter}
          @change=${(event: Event) => this.#choose((event.target as HTMLInputElement).value as Filter)}
        >
          ${Object.entries(filters).map(([value, words]) => html`<wa-option value=${value}>${words}</wa-option>`)}
        </wa-select>
      </div>
      <div role="status" class="done">${this.done ? html`<wa-callout variant="success" size="small">${this.done}</wa-callout>` : nothing}</div>
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
