import type { Mails } from './mails.ts'
import { ProxyRefusal, type AskProxy } from './merchant.ts'
import type { Messages } from './messages.ts'

/** How somebody wants to leave: when they can, on a day that they name, or at once and for a reason. */
export const kinds = { ordinary: 'At the earliest date', dated: 'On a date of my own', important: 'At once, for an important reason' } as const

/** What somebody declared on the page for leaving. */
export interface Declaration {
  received_at: Date
  kind: keyof typeof kinds
  /** The day that they name, as ISO 8601 writes it; empty where it is not theirs to name. */
  date: string
  /** As it was written; nothing says that there is such a member. */
  number: string
  email: string
  reason: string
}

/** When it shall end, in words. */
export const endOf = ({ kind, date }: Pick<Declaration, 'kind' | 'date'>): string => (kind === 'dated' ? date : kinds[kind])

/** Tries of one connection within an hour, right or wrong. */
const mostTries = 10
const hour = 3_600_000

/**
 * Takes declarations of people who leave and need not sign in for it. Each is answered before it is looked at, so that neither the
 * answer nor its time tells whether there is such a member; what became of it is mailed to the address that was given. What no program
 * can do at once a person does, since a declaration counts from the moment it came.
 */
export class Cancellations {
  #tries = new Map<string, { since: number; count: number }>()

  constructor(
    private readonly askProxy: AskProxy,
    private readonly messages: Messages,
    private readonly mails: Mails,
    private readonly origin: string,
  ) {}

  /** Whether that connection may declare something once more: each declaration is a try to end somebody's membership, and a mail. */
  allows(address: string, now = Date.now()): boolean {
    for (const [known, { since }] of this.#tries) if (now - since > hour) this.#tries.delete(known)
    const tries = this.#tries.get(address) ?? { since: now, count: 0 }
    this.#tries.set(address, tries)
    return ++tries.count <= mostTries
  }

  /** Takes one in, and sees to it afterwards. */
  receive(declaration: Declaration) {
    void this.#settle(declaration)
  }

  async #settle(declaration: Declaration) {
    const { number, email, reason } = declaration
    const done = await this.#end(declaration).catch((error: unknown) => {
      const why = error instanceof ProxyRefusal && error.status === 404 ? 'No membership has this number and address' : 'It could not be done by itself'
      const about = `Cancellation: ${why}`
      this.messages.receive({ about, order: '', email, text: `${endOf(declaration)}. Member number: ${number || 'not given'}. ${reason}`.trim() })
      return false
    })
    this.mails.send({ to: email, subject: 'We have received your cancellation', text: this.#receipt(declaration, done) })
  }

  /** Whether the membership ends by itself now. */
  async #end({ number, email, kind, reason }: Declaration): Promise<boolean> {
    if (!number || kind !== 'ordinary') throw new Error('Only a person can tell')
    await this.askProxy('POST', `members/${encodeURIComponent(number)}/cancellation`, { email, ...(reason && { reason }) }, 10_000)
    return true
  }

  #receipt({ received_at, number, email, kind, date, reason }: Declaration, done: boolean) {
    const declared = [
      `Received: ${received_at.toUTCString()}`,
      `Member number: ${number || 'not given'}`,
      `E-mail: ${email}`,
      `Ends: ${endOf({ kind, date }).toLowerCase()}`,
      // Free text goes only to whom it is known to come from, so that nobody can have the shop mail theirs to strangers.
      ...(reason && done ? [`Reason: ${reason}`] : []),
    ]
    const outcome = done
      ? `Your membership ends at the earliest date, the end of the period that has begun; you keep it until then. Was it not you, or have you changed your mind? You can bring it back at ${this.origin}/account.`
      : 'A person looks after it today and writes to you. Your cancellation counts from the time above.'
    return [...declared, '', outcome].join('\n')
  }
}
