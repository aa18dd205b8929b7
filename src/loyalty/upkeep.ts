import type { Membership } from '../contract/loyalty.ts'
import type { Account } from './account.ts'
import { Backoff } from './backoff.ts'

const kept = new WeakMap<Account, Upkeep>()

/** Looks after an account of which something is missing, late or out of date, until it is whole again. */
export function tend(account: Account) {
  const upkeep = kept.get(account) ?? new Upkeep(account)
  kept.set(account, upkeep)
  upkeep.plan()
}

class Upkeep {
  #checks = new Backoff([2, 5, 10, 20, 40, 60], () => this.account.check(this.#late()))

  constructor(private readonly account: Account) {}

  plan() {
    const { isWhole, watched } = this.account
    if (isWhole) this.#checks.reset()
    else if (watched) this.#checks.again()
    else this.#checks.rest()
  }

  /** The parts to ask for alone; undefined where all is to be asked. */
  #late() {
    const { membership, problem, sentAt } = this.account.standing ?? {}
    return (!problem && sentAt === undefined && membership?.unavailable.join()) || undefined
  }
}

/** Puts the parts that came in place of those known; what is late keeps what was known before. */
export function merge(known: Membership, fresh: Membership, parts?: string): Membership {
  const asked = parts?.split(',') ?? Object.keys(fresh)
  const came = Object.entries(fresh).filter(([part]) => asked.includes(part) && !(fresh.unavailable as string[]).includes(part))
  return {
    ...known,
    ...Object.fromEntries(came),
    pending: fresh.pending,
    unavailable: [...known.unavailable.filter((part) => !asked.includes(part)), ...fresh.unavailable],
  }
}
