import { ResponseError } from '../contract/client.ts'
import type { HeldCode, Member, Membership, Redemption } from '../contract/loyalty.ts'
import { sameMoney, type Money } from '../money.ts'
import type { Account } from './account.ts'
import { askFor, didNothing, isTooMany } from './asking.ts'
import { Backoff } from '../page/backoff.ts'
import { SignedOut } from './session.ts'

const followed = new WeakMap<Account, Redemptions>()

/** The redemptions of that account, shared by all elements that show it. */
export function redemptionsOf(account: Account): Redemptions {
  const redemptions = followed.get(account) ?? new Redemptions(account)
  followed.set(account, redemptions)
  return redemptions
}

/** Sends redemptions, each once, and follows them until their outcome is known. */
export class Redemptions {
  #intent?: { amount: Money; key: string }
  #polls = new Backoff([1, 2, 3, 5, 8, 13, 21, 30], () => this.#look())

  constructor(private readonly account: Account) {}

  /** Turns credits into a code. Trying again after a failure that told nothing is the same request to the proxy. */
  async redeem(amount: Money) {
    const before = this.#heldCode
    const { key } = (this.#intent = this.#intent && sameMoney(this.#intent.amount, amount) ? this.#intent : { amount, key: crypto.randomUUID() })
    try {
      const redemption = await askFor(this.account, (api) => api.redeemCredits({ amount }, { headers: { 'Idempotency-Key': key } }))
      this.#intent = undefined
      this.#keep([redemption])
    } catch (cause) {
      if (await this.#wasAccepted(amount, before, cause)) return
      if (didNothing(cause) && cause.status !== 401) this.#intent = undefined
      throw cause
    }
  }

  /** Reads back whether a redemption was accepted although its answer was lost: it is pending, or a new code of its value is there. */
  async #wasAccepted(amount: Money, before: string | undefined, cause: unknown): Promise<boolean> {
    if (didNothing(cause) || isTooMany(cause) || cause instanceof SignedOut) return false
    await this.account.checkAnew().catch(() => undefined)
    const held = this.account.standing?.membership?.redemption
    const isSettled = !!held && held.code !== before && sameMoney(held.value, amount)
    const found = isSettled || this.#open.some((open) => sameMoney(open.amount, amount))
    if (found) this.#intent = undefined
    return found
  }

  /** Asks from time to time what became of those under way, as long as there are any. */
  follow() {
    if (this.#open.length) this.#polls.again()
  }

  get #heldCode() {
    return this.account.standing?.membership?.redemption?.code
  }

  get #open() {
    return this.account.standing?.membership?.pending.filter(isPending) ?? []
  }

  async #look() {
    if (!this.account.host) return
    const answers = await Promise.all(this.#open.map((redemption) => this.#outcome(redemption)))
    const ended = answers.filter((redemption) => !isPending(redemption))
    // The outcome and the new balance come on screen together, or neither.
    if (ended.length && !(await this.account.checkAnew('member,credits,redemption')).problem) {
      this.#polls.reset()
      this.#keep(ended)
    }
    this.follow()
  }

  async #outcome(redemption: Redemption): Promise<Redemption> {
    try {
      return await askFor(this.account, (api) => api.getRedemption({ id: redemption.id }))
    } catch (cause) {
      return cause instanceof ResponseError && cause.status === 404 ? { ...redemption, state: 'unknown' } : redemption
    }
  }

  #keep(redemptions: Redemption[]) {
    const { membership } = this.account.standing ?? {}
    if (!membership) return
    const others = membership.pending.filter(({ id }) => !redemptions.some((redemption) => redemption.id === id))
    this.account.change({ ...this.account.standing, membership: { ...membership, pending: [...redemptions, ...others] } })
  }
}

/** The code that the member holds: by the service's word, or by the latest redemption where that did not come. */
export function heldCode({ redemption, pending, unavailable }: Membership): HeldCode | undefined {
  if (redemption || !unavailable.includes('redemption')) return redemption ?? undefined
  const settled = pending.find(({ state, code }) => state === 'settled' && code)
  return settled && { code: settled.code ?? '', value: settled.code_value ?? settled.amount }
}

/** A redemption whose outcome is still to come; its amount is set aside. */
export const isPending = ({ state }: Redemption) => state === 'pending'

/** What can be spent now: the service's own balance (A19), less what is set aside for redemptions under way. */
export function spendable({ credits }: Member, { pending }: Membership): Money {
  const aside = pending.filter(isPending).reduce((sum, { amount }) => sum + amount.cents, 0)
  return { ...credits, cents: Math.max(credits.cents - aside, 0) }
}
