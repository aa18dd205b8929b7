import { html, nothing } from 'lit'
import type { AuditEntry, AuditVerdict } from '../contract/audit.ts'
import { api, isSignedOut } from '../page/api.ts'
import { PageElement, renderEmpty, renderError, renderHead, renderLoading } from '../page/page-element.ts'
import { counted, inTime } from '../page/words.ts'

/** Words for the actions of the log. */
const actions: Record<string, string> = {
  'claim.approve': 'approved claim',
  'claim.refuse': 'refused claim',
  'report.retry': 'retried',
  'report.drop': 'dropped',
  'order.view': 'saw as a shopper',
  'member.view': 'saw the panel of',
}

const ways: Record<AuditEntry['via'], string> = { token: 'console, token', 'sign-on': 'console, single sign-on', command: 'command line' }

/** The page of the audit log: all actions, newest first, and the result of checking the chain of hashes. */
export class ConsoleAudit extends PageElement {
  static override properties = { entries: { state: true }, next: { state: true }, failure: { state: true }, verdict: { state: true } }

  declare private entries: AuditEntry[] | undefined
  declare private next: number | null
  declare private failure: unknown
  declare private verdict: AuditVerdict | undefined

  constructor() {
    super()
    this.next = null
    void this.#load()
    void this.#run(async () => (this.verdict = await api.verifyAudit({})))
  }

  #load = (before?: number) =>
    this.#run(async () => {
      const page = await api.listAudit(before === undefined ? {} : { before })
      this.entries = [...(before === undefined ? [] : (this.entries ?? [])), ...page.entries]
      this.next = page.next
    })

  async #run(step: () => Promise<unknown>) {
    try {
      await step()
    } catch (error) {
      if (isSignedOut(error)) this.dispatchEvent(new Event('console-signed-out', { bubbles: true }))
      else this.failure = error
    }
  }

  override render() {
    return html`
      <p class="lead">
        Every decision, retry and drop, on this page and on the command line, and every look at an order or a panel of a shopper. The store refuses to change or
        delete an entry.
      </p>
      ${this.verdict ? renderVerdict(this.verdict) : nothing} ${this.failure ? renderError(this.failure) : nothing}
      ${this.entries ? this.#renderEntries(this.entries) : this.failure ? nothing : renderLoading()}
    `
  }

  #renderEntries(entries: AuditEntry[]) {
    if (entries.length === 0) return renderEmpty('Nobody has acted yet.', 'The first decision, retry, drop or look appears here.')
    return html`
      <div class="scroll" tabindex="0" role="region" aria-label="Entries">
        <table class="lines stacked">
          ${renderHead('No.', 'When', 'Who', 'What', 'Reason', 'Hash')}
          <tbody>
            ${entries.map(
              ({ seq, at, who, via, action, subject, reason, hash }) =>
                html`<tr>
                  <td data-label="No.">${seq}</td>
                  <td data-label="When" class="time">${inTime(at)}</td>
                  <td data-label="Who">
                    <span>${who} <small>${ways[via]}</small></span>
                  </td>
                  <td data-label="What">
                    <span>${actions[action] ?? action} <code>${subject}</code></span>
                  </td>
                  <td data-label="Reason">${reason ?? '–'}</td>
                  <td data-label="Hash"><code title=${hash}>${hash.slice(0, 12)}</code></td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${this.next === null ? nothing : html`<wa-button appearance="outlined" @click=${() => void this.#load(this.next!)}>Show more</wa-button>`}
    `
  }
}

const renderVerdict = ({ entries, head, broken }: AuditVerdict) =>
  broken === null
    ? html`<wa-callout class="verdict" variant="success" size="s">
        ${counted(entries, 'entry', 'entries')}, each as it was written. Last hash <code>${head.slice(0, 12)}</code>.
      </wa-callout>`
    : html`<wa-callout class="verdict" variant="danger" role="alert">
        <strong>Entry ${broken} is not as it was written, or an entry before it is missing.</strong>
        Somebody changed the database itself. Compare it with a backup.
      </wa-callout>`

customElements.define('console-audit', ConsoleAudit)
