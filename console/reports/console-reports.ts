import { html, nothing } from 'lit'
import type WaDialog from '@awesome.me/webawesome/dist/components/dialog/dialog.js'
import type { Report, ReportGroup } from '../contract/reports.ts'
import { api } from '../page/api.ts'
import { request } from '../page/loading.ts'
import { PageElement, renderEmpty, renderError, renderLoading } from '../page/page-element.ts'
import { counted } from '../page/words.ts'
import { renderNotes, renderState, renderTimes, titleOfReport } from './report.ts'

const groups: Record<ReportGroup, [title: string, empty: string]> = {
  unprotected: ['Paid but unprotected', 'Every order that paid for protection is protected or got its money back.'],
  held: ['Held', 'No report waits for a person.'],
  failed: ['Failed', 'The service refused no report.'],
  waiting: ['Waiting', 'Everything is delivered.'],
}

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
  declare private done: string | undefined
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

  async #act(kind: 'retry' | 'drop', reason = '') {
    this.busy = true
    const reports = [...this.chosen]
    const change = await request(this, () => (kind === 'retry' ? api.retryReports({ reports }) : api.dropReports({ reports, reason })))
    this.busy = false
    if (!change) return
    const left = change.unchanged.length > 0 ? ` ${counted(change.unchanged.length, 'was', 'were')} done or gone already.` : ''
    this.done = `${counted(change.changed.length, 'report')} ${kind === 'retry' ? 'attempted again now' : 'dropped'}.${left}`
    this.chosen = new Set()
    const dialog = this.querySelector<WaDialog>('wa-dialog')
    if (dialog) dialog.open = false
    await this.#load()
  }

  override render() {
    return html`
      <p class="lead">What could not be reported by itself: the field that is wrong, what the service said, and what to do about it.</p>
      <div class="tabs" role="group" aria-label="Groups">
        ${Object.entries(groups).map(
          ([group, [title]]) =>
            html`<button type="button" aria-pressed=${group === this.group ? 'true' : 'false'} @click=${() => this.#choose(group as ReportGroup)}>
              ${title}
            </button>`,
        )}
      </div>
      <div role="status" class="done">${this.done ? html`<wa-callout variant="success" size="small">${this.done}</wa-callout>` : nothing}</div>
      ${this.failure ? renderError(this.failure) : nothing} ${this.reports ? this.#renderList(this.reports) : this.failure ? nothing : renderLoading()}
      ${this.#renderDropping()}
    `
  }

  #renderList(reports: Report[]) {
    if (reports.length === 0) return renderEmpty(`${groups[this.group][0]}: none.`, groups[this.group][1])
    const all = reports.every(({ id }) => this.chosen.has(id))
    return html`
      ${
        this.mayAct
          ? html`<div class="acts">
              <label class="pick">
                <input
                  type="checkbox"
                  .checked=${all}
                  @change=${(event: Event) => (this.chosen = new Set((event.target as HTMLInputElement).checked ? reports.map(({ id }) => id) : []))}
                />
                All ${reports.length}
              </label>
              <wa-button size="small" variant="brand" ?disabled=${this.chosen.size === 0} ?loading=${this.busy} @click=${() => void this.#act('retry')}>
                Attempt again
              </wa-button>
              <wa-button size="small" appearance="outlined" ?disabled=${this.chosen.size === 0} @click=${() => (this.dropping = true)}>Drop</wa-button>
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

  #renderDropping() {
    const submit = (event: SubmitEvent) => {
      event.preventDefault()
      void this.#act('drop', String(new FormData(event.target as HTMLFormElement).get('reason') ?? '').trim())
    }
    const close = (event: Event) => {
      if (event.target === event.currentTarget) this.dropping = false
    }
    return html`
      <wa-dialog label="Drop ${counted(this.chosen.size, 'report')}" ?open=${this.dropping} @wa-after-hide=${close}>
        <form id="dropping" @submit=${submit}>
          <p>They are never sent. Drop what you have done by hand, or what nobody needs.</p>
          <wa-textarea label="Reason" name="reason" rows="2" maxlength="500" required autofocus></wa-textarea>
        </form>
        <wa-button slot="footer" appearance="plain" data-dialog="close">Cancel</wa-button>
        <wa-button slot="footer" type="submit" form="dropping" variant="danger" ?loading=${this.busy}>Drop</wa-button>
      </wa-dialog>
    `
  }
}

customElements.define('console-reports', ConsoleReports)
