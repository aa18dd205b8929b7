import type { Mails } from './mails.ts'
import { ProxyRefusal, type CallProxy } from './merchant.ts'
import type { Messages } from './messages.ts'

/** The ways to end a membership: at the earliest date, on a given day, or at once for a reason. */
export const kinds = { ordinary: 'At the earliest date', dated: 'On a date of my own', important: 'At once, for an important reason' } as const

/** A declaration on the cancellation page. */
export interface Declaration {
  received_at: Date
  kind: keyof typeof kinds
  /** The given day in ISO 8601; empty for the other kinds. */
  date: string
  /** The number as it was written. There may be no such member. */
  number: string
  email: string
  reason: string
}

/** Returns when the membership ends, in words. */
export const endOf = ({ kind, date }: Pick<Declaration, 'kind' | 'date'>): string => (kind === 'dated' ? date : kinds[kind])

/** The limit of declarations per connection and hour, right or wrong. */
const mostAttempts = 10
const hour = 3_600_000

/**
 * Accepts declarations of people who end their membership without signing in. Each gets its response before it is processed, so that neither the
 * response nor its time reveals whether there is such a member. The outcome is mailed to the given address. A person does what no
 * program can do at once, because a declaration counts from the moment of its arrival.
 */
export class Cancellations {
  #attempts = new Map<string, { since: number; count: number }>()

  constructor(
    private readonly callProxy: CallProxy,
    private readonly messages: Messages,
    private readonly mails: Mails,
    private readonly origin: string,
  ) {}

  /** Counts a declaration of that connection; returns whether it is within the limit. Each declaration may end a membership, and sends a mail. */
  allows(address: string, now = Date.now()): boolean {
    for (const [known, { since }] of this.#attempts) if (now - since > hour) this.#attempts.delete(known)
    const attempts = this.#attempts.get(address) ?? { since: now, count: 0 }
    this.#attempts.set(address, attempts)
    return ++attempts.count <= mostAttempts
  }

  /** Accepts a declaration, and processes it afterwards. */
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

  /** Ends the membership through the proxy; resolves to true, or rejects if a person has to act. */
  async #end({ number, email, kind, reason }: Declaration): Promise<boolean> {
    if (!number || kind !== 'ordinary') throw new Error('A person has to decide')
    await this.callProxy('POST', `members/${encodeURIComponent(number)}/cancellation`, { email, ...(reason && { reason }) }, 10_000)
    return true
  }

  #receipt({ received_at, number, email, kind, date, reason }: Declaration, done: boolean) {
    const declared = [
      `Received: ${received_at.toUTCString()}`,
      `Member number: ${number || 'not given'}`,
      `E-mail: ${email}`,
      `Ends: ${endOf({ kind, date }).toLowerCase()}`,
      // Free text goes only to the verified member, so that nobody can use the shop to mail texts to strangers.
      ...(reason && done ? [`Reason: ${reason}`] : []),
    ]
    const outcome = done
      ? `Your membership ends at the earliest date, the end of the period that has begun; you keep it until then. Was it not you, or have you changed your mind? You can bring it back at ${this.origin}/account.`
      : 'A person looks after it today and writes to you. Your cancellation counts from the time above.'
    return [...declared, '', outcome].join('\n')
  }
}
