import { html, nothing } from 'lit'
import type { Finding, Health, ServiceHealth } from '../contract/health.ts'
import { api } from '../page/api.ts'
import { request } from '../page/loading.ts'
import { PageElement, renderError, renderHead, renderLoading } from '../page/page-element.ts'
import { counted, inTime } from '../page/words.ts'

const verdicts: Record<Finding['verdict'], [variant: string, words: string]> = {
  failed: ['danger', 'wrong'],
  noted: ['neutral', 'note'],
  passed: ['success', 'fine'],
}

/** Milliseconds between two looks at the proxy while the page is open. */
const interval = 10_000

/** How the proxy is now: the queue, the services, the ages of the keys; and the doctor. */
export class ConsoleHealth extends PageElement {
  static override properties = { health: { state: true }, findings: { state: true }, failure: { state: true }, busy: { state: true } }

  declare failure: unknown
  declare private health: Health | undefined
  declare private findings: Finding[] | undefined
  declare private busy: boolean
  #timer: ReturnType<typeof setInterval> | undefined

  constructor() {
    super()
    this.busy = false
  }

  override connectedCallback() {
    super.connectedCallback()
    void this.#look()
    this.#timer = setInterval(() => document.visibilityState === 'visible' && void this.#look(), interval)
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    clearInterval(this.#timer)
  }

  async #look() {
    this.health = (await request(this, () => api.health({}))) ?? this.health
  }

  async #runDoctor() {
    this.busy = true
    const answer = await request(this, () => api.runDoctor({}))
    this.busy = false
    if (!answer) return
    const order = ['failed', 'noted', 'passed']
    this.findings = answer.findings.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict))
  }

  override render() {
    return html`
      <p class="lead">The state of this proxy, looked at every ten seconds. Counts of services begin when the proxy starts.</p>
      ${this.failure ? renderError(this.failure) : nothing} ${this.health ? renderHealth(this.health) : this.failure ? nothing : renderLoading()}
      <section class="card" aria-label="Doctor">
        <header class="card-head">
          <h2>Doctor</h2>
          <wa-button size="s" appearance="outlined" ?loading=${this.busy} @click=${() => void this.#runDoctor()}>Run the checks</wa-button>
          <p class="quiet">Checks settings, keys, services, webhooks, addresses, clock and store. It changes nothing.</p>
        </header>
        <div role="status">${this.findings ? renderFindings(this.findings) : nothing}</div>
      </section>
    `
  }
}

function renderHealth({ store, queue, services, keys }: Health) {
  const { waiting = 0, held = 0, failed = 0 } = queue.states
  const tiles: [name: string, value: string, note: string, isBad: boolean][] = [
    ['Waiting', waiting.toLocaleString('en'), waiting === 0 ? 'everything is delivered' : `oldest since ${inSeconds(queue.oldest_waiting_seconds)}`, false],
    ['Held', held.toLocaleString('en'), 'wait for a person', held > 0],
    ['Failed', failed.toLocaleString('en'), 'refused by a service', failed > 0],
    ['Store', store, store === 'fine' ? 'takes what it is given' : 'nothing is accepted', store !== 'fine'],
  ]
  return html`
    <div class="tiles">
      ${tiles.map(
        ([name, value, note, isBad]) => html`<div class="tile ${isBad ? 'bad' : ''}"><span>${name}</span><strong>${value}</strong><small>${note}</small></div>`,
      )}
    </div>
    <div class="pair">
      <section class="card" aria-label="Services">
        <h2>Services</h2>
        <table class="lines stacked">
          ${renderHead('Service', 'State', 'Answers', 'Failures', 'Average')}
          <tbody>
            ${services.map(
              (service) =>
                html`<tr>
                  <th scope="row">${service.name}</th>
                  <td data-label="State">${renderState(service)}</td>
                  <td data-label="Answers">${service.answers.toLocaleString('en')}</td>
                  <td data-label="Failures">${service.failures.toLocaleString('en')}</td>
                  <td data-label="Average">${service.average_ms === null ? '–' : `${service.average_ms} ms`}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </section>
      <section class="card" aria-label="Keys">
        <h2>Keys</h2>
        <table class="lines">
          ${renderHead('Name', 'Use', 'Age')}
          <tbody>
            ${keys.map(
              ({ setting, name, months, seals }) =>
                html`<tr>
                  <th scope="row">${name}<small class="block">${setting}</small></th>
                  <td>${setting === 'SESSION_KEYS' ? (seals ? 'seals and opens' : 'opens') : 'verifies'}</td>
                  <td>${months === null ? html`<small>no month in its name</small>` : counted(months, 'month')}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </section>
    </div>
  `
}

/** The outcome of the last call, and since when. */
function renderState({ state, last_call_at, failing_since, failure }: ServiceHealth) {
  if (last_call_at === null && state === 'not-called') return html`<wa-badge variant="neutral" appearance="filled">not called yet</wa-badge>`
  const last = last_call_at === null ? nothing : html`<small class="block">last call <wa-relative-time date=${last_call_at} sync></wa-relative-time></small>`
  if (state === 'fine') return html`<wa-badge variant="success" appearance="filled">fine</wa-badge>${last}`
  return html`<wa-badge variant="danger" appearance="filled">failing${failing_since ? ` since ${inTime(failing_since)}` : ''}</wa-badge>
    <small class="block">${failure ?? 'it does not answer'}${state === 'paused' ? '; it is not called for some seconds' : ''}</small>${last}`
}

const renderFindings = (findings: Finding[]) => html`
  <ul class="history">
    ${findings.map(({ check, verdict, says, remedy }) => {
      const [variant, words] = verdicts[verdict]
      return html`<li>
        <p class="history-head"><wa-badge variant=${variant} appearance="filled">${words}</wa-badge> <strong>${check}</strong></p>
        <p class="reason">${says}</p>
        ${remedy ? html`<p class="quiet">${remedy}</p>` : nothing}
      </li>`
    })}
  </ul>
`

function inSeconds(seconds: number): string {
  if (seconds < 120) return counted(seconds, 'second')
  return seconds < 7_200 ? counted(Math.round(seconds / 60), 'minute') : counted(Math.round(seconds / 3_600), 'hour')
}

customElements.define('console-health', ConsoleHealth)
