import { html, nothing, type LitElement } from 'lit'
import { Task, TaskStatus } from '@lit/task'
import type { CreditEntry, CreditPage, Membership } from '../contract/loyalty.ts'
import type { Messages } from '../i18n/localize.ts'
import type { Account } from './account.ts'
import { askFor } from './asking.ts'
import type { Localizer } from './localizer.ts'

interface Older extends CreditPage {
  /** Cursor of the page before; after a new entry the first page ends elsewhere, and what followed no longer fits. */
  after: string
  /** Whether what follows was asked for in vain. */
  failed?: boolean
}

/** The history of a member's credits; a membership's answer holds its first page. */
export class History {
  #older: Task<readonly [after: string, cursor: string], Older>

  constructor(
    private readonly host: LitElement,
    private readonly account: Account,
  ) {
    this.#older = new Task(host, {
      autoRun: false,
      task: async ([after, cursor]) => {
        const entries = this.#olderThan(after)?.entries ?? []
        const page = await askFor(account, (api) => api.listCredits({ cursor, limit: 20 })).catch(() => ({ entries: [], next: cursor, failed: true }))
        return { ...page, after, entries: [...entries, ...page.entries] }
      },
    })
  }

  /** Asks for one page more. */
  more() {
    const after = this.account.standing?.membership?.credits.next
    if (!after || this.isBusy) return
    const cursor = this.#olderThan(after)?.next ?? after
    void this.#load(after, cursor)
  }

  /** Keeps the last known entries in view while the next page is loading, and then shows its first entry. */
  async #load(after: string, cursor: string) {
    const loading = this.#older.run([after, cursor])
    await this.host.updateComplete
    const list = this.host.renderRoot.querySelector('[part=entries]')
    const last = list?.lastElementChild
    list?.scrollTo(0, list.scrollHeight)
    await loading
    await this.host.updateComplete
    if (last?.nextElementSibling) list?.scrollBy(0, last.getBoundingClientRect().top - list.getBoundingClientRect().top)
  }

  /** Whether a page is on its way. */
  get isBusy() {
    return this.#older.status === TaskStatus.PENDING
  }

  /** What became of the last page that was asked for, where there is something to say. */
  news({ words }: Localizer<Messages<'loyalty'>>): string {
    if (this.isBusy) return words.loading
    return this.#older.value?.failed ? words.partLate : ''
  }

  /** Whether further entries were requested. */
  get isExtended() {
    return this.#older.status !== TaskStatus.INITIAL
  }

  /** Why the last requested page is missing. */
  renderFault(localizer: Localizer<Messages<'loyalty'>>) {
    return html`<p part="fault">${this.isBusy ? nothing : this.news(localizer) || nothing}</p>`
  }

  /** Entries beyond the first page, as far as they were asked for, and the cursor of the next page. */
  beyond({ credits: { entries, next } }: Membership): { entries: CreditEntry[]; next: string | null } {
    const older = next === null ? undefined : this.#olderThan(next)
    return older ? { entries: [...entries, ...older.entries], next: older.next } : { entries, next }
  }

  #olderThan(after: string): Older | undefined {
    const older = this.#older.value
    return older?.after === after ? older : undefined
  }
}
