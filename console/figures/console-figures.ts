import { html, nothing } from 'lit'
import type { FigureRow } from '../contract/figures.ts'
import { api } from '../page/api.ts'
import { request } from '../page/loading.ts'
import { PageElement, renderError, renderHead, renderLoading } from '../page/page-element.ts'
import { inMoney } from '../page/words.ts'
import './console-plot.ts'
import { attachRate, daysBetween, eventsOf, sumsOf, toCsv } from './summary.ts'

/** The spans of days that a person may choose. */
const spans: Record<string, string> = { 7: 'Last 7 days', 30: 'Last 30 days', 90: 'Last 90 days', 365: 'Last 365 days' }

/** Names of the languages that the figures distinguish. */
const languageName = (lang: string) =>
  lang === '' ? 'Not known' : lang === 'other' ? 'Others' : (new Intl.DisplayNames('en', { type: 'language' }).of(lang) ?? lang)

const dayLength = 24 * 3_600_000
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)

/** What protection, tracking and loyalty did for the shop: counts of events and sums, never people. */
export class ConsoleFigures extends PageElement {
  static override properties = { span: { state: true }, language: { state: true }, rows: { state: true }, failure: { state: true } }

  declare failure: unknown
  declare private span: string
  declare private language: string
  declare private rows: FigureRow[] | undefined
  #days: string[] = []

  constructor() {
    super()
    this.span = '30'
    this.language = 'all'
    void this.#load()
  }

  async #load() {
    const now = Date.now()
    const [from, to] = [toDay(now - (Number(this.span) - 1) * dayLength), toDay(now)]
    const figures = await request(this, () => api.readFigures({ from, to }))
    if (!figures) return
    this.#days = daysBetween(from, to)
    this.rows = figures.rows
  }

  #chooseSpan(span: string) {
    this.span = span
    void this.#load()
  }

  #download(rows: FigureRow[]) {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([toCsv(rows)], { type: 'text/csv' }))
    link.download = `figures-${this.#days[0]}-${this.#days.at(-1)}.csv`
    link.click()
    URL.revokeObjectURL(link.href)
  }

  override render() {
    if (!this.rows) return this.failure ? renderError(this.failure) : renderLoading()
    const langs = [...new Set(this.rows.map(({ lang }) => lang))].sort()
    const rows = this.language === 'all' ? this.rows : this.rows.filter(({ lang }) => lang === this.language)
    const valueOf = (event: Event) => (event.target as HTMLInputElement).value
    return html`
      <p class="lead">
        Counts of events and sums by day (UTC); today, where lines are dotted, is not over yet. They name no person. A language is that of the browser, or of
        the words that a shopper agreed to.
      </p>
      <div class="tools">
        <wa-select label="Days" size="s" .value=${this.span} @change=${(event: Event) => this.#chooseSpan(valueOf(event))}>
          ${Object.entries(spans).map(([value, words]) => html`<wa-option value=${value}>${words}</wa-option>`)}
        </wa-select>
        <wa-select
          label="Language"
          size="s"
          .value=${this.language || 'none'}
          @change=${(event: Event) => (this.language = valueOf(event) === 'none' ? '' : valueOf(event))}
        >
          <wa-option value="all">All languages</wa-option>
          ${langs.map((lang) => html`<wa-option value=${lang || 'none'}>${languageName(lang)}</wa-option>`)}
        </wa-select>
        <wa-button size="s" appearance="outlined" @click=${() => this.#download(rows)}>Download CSV</wa-button>
      </div>
      ${this.failure ? renderError(this.failure) : nothing} ${this.#renderTiles(rows)} ${this.#renderPlots(rows)} ${this.#renderTable(rows)}
    `
  }

  #renderTiles(rows: FigureRow[]) {
    const money = (name: string) => sumsOf(rows, name).map(inMoney).join(' · ') || '–'
    const rate = attachRate(rows)
    // A claim has no language.
    const isWhole = this.language === 'all'
    const count = (name: string) => eventsOf(rows, name).toLocaleString('en')
    const tiles: [name: string, value: string, note: string][] = [
      ['Attach rate', rate === null ? '–' : `${rate.toFixed(1)} %`, `${count('protected')} of ${count('orders')} orders`],
      ['Revenue', money('revenue'), 'paid for protection'],
      ['Protected value', money('protected'), 'of the goods'],
      ['Claims', isWhole ? count('claims') : '–', isWhole ? `cost ${money('claim_costs')}` : 'not by language'],
      ['Look-ups', count('lookups'), 'of orders by shoppers'],
      ['Credits redeemed', money('redeemed'), `${count('redeemed')} times`],
    ]
    return html`<div class="tiles">
      ${tiles.map(([name, value, note]) => html`<div class="tile"><span>${name}</span><strong>${value}</strong><small>${note}</small></div>`)}
    </div>`
  }

  #renderPlots(rows: FigureRow[]) {
    const perDay = (select: (rows: FigureRow[]) => number | null) => this.#days.map((day) => select(rows.filter((row) => row.day === day)))
    const counts = (name: string, label: string, colour: string) => ({ label, colour, values: perDay((some) => eventsOf(some, name)) })
    const [currency] = sumsOf(rows, 'revenue').map((sum) => sum.currency)
    const sums = (name: string, label: string, colour: string) => ({
      label,
      colour,
      values: perDay((some) => sumsOf(some, name).find((sum) => sum.currency === currency)?.cents ?? 0),
    })
    const plain = (value: number) => value.toLocaleString('en')
    return html`
      <div class="plots">
        <console-plot
          heading="Offered, chosen, paid"
          .data=${{
            kind: 'line',
            days: this.#days,
            words: plain,
            series: [
              counts('offered', 'Prices offered', '--plot-1'),
              counts('chosen', 'Chosen', '--plot-2'),
              // Most chosen orders are protected, so this line covers the other one: dashes show both.
              { ...counts('protected', 'Paid and protected', '--plot-3'), isDashed: true },
            ],
          }}
        ></console-plot>
        <console-plot
          heading="Attach rate"
          .data=${{ kind: 'line', days: this.#days, words: (value: number) => `${Math.round(value)} %`, series: [{ label: 'Protected orders', colour: '--plot-1', values: perDay(attachRate) }] }}
        ></console-plot>
        <console-plot
          heading="Revenue and cost of claims${currency ? `, ${currency}` : ''}"
          .data=${{
            kind: 'bar',
            days: this.#days,
            words: (value: number) => (currency ? inMoney({ cents: value, currency }) : plain(value)),
            series: [sums('revenue', 'Revenue', '--plot-1'), sums('claim_costs', this.language === 'all' ? 'Claims' : 'Claims (not by language)', '--plot-4')],
          }}
        ></console-plot>
        <console-plot
          heading="Look-ups and redemptions"
          .data=${{ kind: 'bar', days: this.#days, words: plain, series: [counts('lookups', 'Look-ups', '--plot-2'), counts('redeemed', 'Redemptions', '--plot-3')] }}
        ></console-plot>
      </div>
    `
  }

  #renderTable(rows: FigureRow[]) {
    const columns: [string, (rows: FigureRow[]) => string][] = [
      ['Offered', (some) => eventsOf(some, 'offered').toLocaleString('en')],
      ['Chosen', (some) => eventsOf(some, 'chosen').toLocaleString('en')],
      ['Orders', (some) => eventsOf(some, 'orders').toLocaleString('en')],
      ['Protected', (some) => eventsOf(some, 'protected').toLocaleString('en')],
      ['Revenue', (some) => sumsOf(some, 'revenue').map(inMoney).join(' · ') || '–'],
      ['Claims', (some) => (this.language === 'all' ? eventsOf(some, 'claims').toLocaleString('en') : '–')],
      ['Claim costs', (some) => sumsOf(some, 'claim_costs').map(inMoney).join(' · ') || '–'],
      ['Look-ups', (some) => eventsOf(some, 'lookups').toLocaleString('en')],
      ['Redeemed', (some) => sumsOf(some, 'redeemed').map(inMoney).join(' · ') || '–'],
    ]
    const days = this.#days.filter((day) => rows.some((row) => row.day === day)).reverse()
    return html`
      <details class="card">
        <summary>All values by day</summary>
        <div class="scroll" tabindex="0" role="region" aria-label="Values by day">
          <table class="lines">
            ${renderHead(...columns.map(([name]) => name))}
            <tbody>
              ${days.map((day) => {
                const some = rows.filter((row) => row.day === day)
                return html`<tr>
                  <th scope="row" class="time">${day}</th>
                  ${columns.map(([, select]) => html`<td>${select(some)}</td>`)}
                </tr>`
              })}
            </tbody>
          </table>
        </div>
      </details>
    `
  }
}

customElements.define('console-figures', ConsoleFigures)
