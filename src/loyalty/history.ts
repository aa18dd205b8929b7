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
    host: LitElement,
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
    void this.#older.run([after, cursor])
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

  /** Why that page could not be had; room to say so is taken when it is asked for. */
  renderFault(localizer: Localizer<Messages<'loyalty'>>) {
    const text = this.isBusy ? localizer.words.partLate : this.news(localizer)
    return html`<p part="fault" class=${this.isBusy ? 'room' : ''}>${text || nothing}</p>`
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
