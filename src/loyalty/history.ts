import type { LitElement } from 'lit'
import { Task, TaskStatus } from '@lit/task'
import type { CreditEntry, CreditPage, Membership } from '../contract/loyalty.ts'
import type { Account } from './account.ts'
import { askFor } from './asking.ts'

interface Older extends CreditPage {
  /** Cursor of the page before; after a new entry the first page ends elsewhere, and what followed no longer fits. */
  after: string
}

/** The history of a member's credits; a membership's answer holds its first page. */
export class History {
  #older: Task<readonly [after: string, cursor: string], Older>

  constructor(host: LitElement, account: Account) {
    this.#older = new Task(host, {
      autoRun: false,
      task: async ([after, cursor]) => {
        const entries = this.#olderThan(after)?.entries ?? []
        const page = await askFor(account, (api) => api.listCredits({ cursor, limit: 20 })).catch(() => ({ entries: [], next: cursor }))
        return { after, entries: [...entries, ...page.entries], next: page.next }
      },
    })
  }

  /** Asks for one page more. */
  more(after: string) {
    const cursor = this.#olderThan(after)?.next ?? after
    if (this.#older.status !== TaskStatus.PENDING) void this.#older.run([after, cursor])
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
