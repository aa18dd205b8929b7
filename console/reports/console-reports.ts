import { html, nothing } from 'lit'
import type { Report, ReportCounts, ReportGroup } from '../contract/reports.ts'
import { api, isSignedOut } from '../page/api.ts'
import { request } from '../page/loading.ts'
import { closeDialog, focusOutcome, renderOutcome, type Outcome } from '../page/outcome.ts'
import { PageElement, renderEmpty, renderError, renderLoading } from '../page/page-element.ts'
import { counted } from '../page/words.ts'
import { renderNotes, renderState, renderTimes, titleOfReport } from './report.ts'

const groups: Record<ReportGroup, [title: string, empty: string]> = {
  unprotected: ['Paid but unprotected', 'No refund of protection waits for a person.'],
  held: ['Held', 'No report waits for a person.'],
  failed: ['Failed', 'The service refused no report.'],
  waiting: ['Waiting', 'Everything is delivered.'],
}

/** Milliseconds between two looks at reports that are attempted again, and the number of looks. */
const following = { interval: 1_000, looks: 6 }

/** Reports that need a person: why, and what to do. They can be attempted again, or dropped. */
export class ConsoleReports extends PageElement {
  static override properties = {
    mayAct: { attribute: false },
    group: { state: true },
    reports: { state: true },
    next: { state: true },
    failure: { state: true },
    chosen: { state: true },
    dropping: { state: true },
    busy: { state: true },
    done: { state: true },
    counts: { state: true },
    refused: { state: true },
  }

  /** Whether the person may retry and drop. */
  declare mayAct: boolean
  declare failure: unknown
  declare private group: ReportGroup
  declare private reports: Report[] | undefined
  declare private next: string | null
  declare private chosen: ReadonlySet<string>
  declare private dropping: boolean
  declare private busy: boolean
  declare private done: Outcome | undefined
  declare private counts: ReportCounts | undefined
  /** Why the last drop was refused. The dialog shows it, because the dialog hides the page. */
  declare private refused: unknown
  #hasChosen = false

  constructor() {
    super()
    this.mayAct = false
    this.group = 'unprotected'
    this.next = null
    this.chosen = new Set()
    this.dropping = false
    this.busy = false
    void this.#begin()
  }

  /** Opens the first group that has reports, of those that need a person; unless the person is quicker. */
  async #begin() {
    for (const group of ['unprotected', 'held', 'failed'] as const) {
      if (this.#hasChosen) return
      this.group = group
      await this.#load()
      if (this.reports === undefined || this.reports.length > 0) return
    }
    if (!this.#hasChosen) this.#show('unprotected')
  }

  async #load(after?: string) {
    const { group } = this
    const page = await request(this, () => api.listReports({ group, ...(after !== undefined && { after }) }))
    // Another group was chosen in the meantime.
    if (!page || group !== this.group) return
    void this.#count()
    this.reports = after === undefined ? page.reports : [...(this.reports ?? []), ...page.reports]
    this.next = page.next
  }

  #choose(group: ReportGroup) {
    this.#hasChosen = true
    this.#show(group)
  }

  #show(group: ReportGroup) {
    this.group = group
    this.reports = undefined
    this.chosen = new Set()
    this.done = undefined
    void this.#load()
  }

  #toggle(id: string, isOn: boolean) {
    const chosen = new Set(this.chosen)
    if (isOn) chosen.add(id)
    else chosen.delete(id)
    this.chosen = chosen
  }

  async #count() {
    this.counts = (await api.countReports({}).catch(() => undefined)) ?? this.counts
  }

  async #retry() {
    this.busy = true
    const reports = [...this.chosen]
    const change = await request(this, () => api.retryReports({ reports }))
    this.busy = false
    // The error stands beside the place of the outcome.
    if (!change) return focusOutcome(this)
    this.chosen = new Set()
    const done: Outcome = {
      variant: 'brand',
      words: html`${counted(change.changed.length, 'report')} will be attempted now.${othersOf(change.unchanged)}
        <wa-button size="s" appearance="outlined" @click=${() => void this.#load()}>Refresh</wa-button>`,
    }
    this.done = done
    await focusOutcome(this)
    await this.#follow(change.changed, done)
  }

  /** Loads the list again until the attempted reports have left it, for some seconds. */
  async #follow(ids: readonly string[], shown: Outcome) {
    for (let look = 0; look < following.looks; look += 1) {
      await new Promise((resolve) => setTimeout(resolve, following.interval))
      // The person did something else in the meantime.
      if (!this.isConnected || this.done !== shown || this.dropping || this.chosen.size > 0) return
      await this.#load()
      if (!this.reports?.some(({ id }) => ids.includes(id))) return
    }
  }

  async #drop(reason: string) {
    this.busy = true
    this.refused = undefined
    try {
      const { changed, unchanged } = await api.dropReports({ reports: [...this.chosen], reason })
      await Promise.all([closeDialog(this), this.#load()])
      this.chosen = new Set()
      this.done = { variant: 'success', words: `${counted(changed.length, 'report')} dropped.${othersOf(unchanged)}` }
      await focusOutcome(this)
    } catch (error) {
      if (isSignedOut(error)) this.dispatchEvent(new Event('console-signed-out', { bubbles: true }))
      this.refused = error
    }
    this.busy = false
  }

  override render() {
    return html`
      <p class="lead">What could not be reported by itself: the field that is wrong, what the service said, and what to do about it.</p>
      <div class="tabs" role="group" aria-label="Groups">
        ${Object.entries(groups).map(
          ([group, [title]]) =>
            html`<button type="button" aria-pressed=${group === this.group ? 'true' : 'false'} @click=${() => this.#choose(group as ReportGroup)}>
              ${title}${this.counts ? html` <span class="count">${this.counts[group as ReportGroup].toLocaleString('en')}</span>` : nothing}
            </button>`,
        )}
      </div>
      ${renderOutcome(this.done)} ${this.failure ? renderError(this.failure) : nothing}
      ${this.reports ? this.#renderList(this.reports) : this.failure ? nothing : renderLoading()} ${this.#renderDropping()}
    `
  }

  #renderList(reports: Report[]) {
    if (reports.length === 0) return renderEmpty(`${groups[this.group][0]}: none.`, groups[this.group][1])
    const all = reports.every(({ id }) => this.chosen.has(id))
    return html`
      ${
        this.mayAct
          ? html`<div class="actions">
              <label class="pick">
                <input
                  type="checkbox"
                  .checked=${all}
                  @change=${(event: Event) => (this.chosen = new Set((event.target as HTMLInputElement).checked ? reports.map(({ id }) => id) : []))}
                />
                All ${reports.length}
              </label>
              <wa-button size="s" variant="brand" ?disabled=${this.chosen.size === 0} ?loading=${this.busy} @click=${() => void this.#retry()}>
                Attempt again
              </wa-button>
              <wa-button size="s" appearance="outlined" ?disabled=${this.chosen.size === 0} @click=${this.#openDropping}>Drop</wa-button>
            </div>`
          : nothing
      }
      <ul class="cards">
        ${reports.map((report) => html`<li>${this.#renderReport(report)}</li>`)}
      </ul>
      ${this.next === null ? nothing : html`<wa-button appearance="outlined" @click=${() => void this.#load(this.next!)}>Show more</wa-button>`}
    `
  }

  #renderReport(report: Report) {
    const { id, order, number } = report
    const title = `${titleOfReport(report)}${order === null ? '' : `, order ${number ?? order}`}`
    return html`
      <article class="card slim" aria-label=${title}>
        <header class="card-head">
          ${
            this.mayAct
              ? html`<label class="pick">
                  <input
                    type="checkbox"
                    .checked=${this.chosen.has(id)}
                    @change=${(event: Event) => this.#toggle(id, (event.target as HTMLInputElement).checked)}
                  />
                  <h2>${title}</h2>
                </label>`
              : html`<h2>${title}</h2>`
          }
          ${renderState(report.state)}
        </header>
        ${renderNotes(report)}
        <p class="quiet">${renderTimes(report)} · <a href="#/search?q=${encodeURIComponent(order ?? id)}">${order === null ? 'details' : 'the order'}</a></p>
      </article>
    `
  }

  #openDropping = () => {
    this.refused = undefined
    this.dropping = true
  }

  #renderDropping() {
    const submit = (event: SubmitEvent) => {
      event.preventDefault()
      void this.#drop(String(new FormData(event.target as HTMLFormElement).get('reason') ?? '').trim())
    }
    const close = (event: Event) => {
      if (event.target === event.currentTarget) this.dropping = false
    }
    return html`
      <wa-dialog label="Drop ${counted(this.chosen.size, 'report')}" ?open=${this.dropping} @wa-after-hide=${close}>
        ${
          this.dropping
            ? html`<form id="dropping" @submit=${submit}>
                <p>They are never sent. Drop what you have done by hand, or what nobody needs.</p>
                ${this.refused ? renderError(this.refused) : nothing}
                <wa-input label="Reason" hint="The audit log keeps it." name="reason" maxlength="500" required autofocus autocomplete="off"></wa-input>
              </form>`
            : nothing
        }
        <wa-button slot="footer" appearance="plain" data-dialog="close">Cancel</wa-button>
        <wa-button slot="footer" type="submit" form="dropping" variant="danger" ?loading=${this.busy}>Drop</wa-button>
      </wa-dialog>
    `
  }
}

/** Says how many reports an action has left unchanged. */
const othersOf = (unchanged: readonly string[]) => (unchanged.length > 0 ? ` ${counted(unchanged.length, 'was', 'were')} done or gone already.` : '')

customElements.define('console-reports', ConsoleReports)
