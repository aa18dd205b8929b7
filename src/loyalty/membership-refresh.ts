import type { Membership } from '../contract/loyalty.ts'
import { Backoff } from '../page/backoff.ts'
import type { Proof, ShopperSession } from './session.ts'
import { SessionExpiringEvent } from './membership-refresh.events.ts'

/** What is looked after: the account of a page's shopper. */
interface Account {
  readonly isWhole: boolean
  readonly host: EventTarget | undefined
  readonly session: ShopperSession
  readonly standing?: { membership?: Membership; problem?: unknown; sentAt?: string | null } | undefined
  check(parts?: string): Promise<unknown>
}

const kept = new WeakMap<Account, MembershipRefresh>()

/** Looks after an account of which something is missing, late or out of date, until it is whole again. */
export function tend(account: Account) {
  const upkeep = kept.get(account) ?? new MembershipRefresh(account)
  kept.set(account, upkeep)
  upkeep.plan()
}

class MembershipRefresh {
  #checks = new Backoff([2, 5, 10, 20, 40, 60], () => this.#check())
  /** The proof for which the page was asked for another. */
  #replaced?: Proof

  constructor(private readonly account: Account) {}

  plan() {
    const { isWhole, host } = this.account
    if (isWhole) this.#checks.reset()
    else if (host) this.#checks.again()
    else this.#checks.rest()
  }

  async #check() {
    await this.account.check(this.#late()).catch(() => undefined)
    const { session, host } = this.account
    if (!session.lacksProof || session.proof === this.#replaced) return
    this.#replaced = session.proof
    // One element is enough: a page that answers gives its proof to all of them.
    host?.dispatchEvent(new SessionExpiringEvent())
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
    // Where the proxy cannot tell of redemptions, those under way are so all the same.
    pending: fresh.pending.length || !fresh.unavailable.includes('redemption') ? fresh.pending : known.pending,
    unavailable: [...known.unavailable.filter((part) => !asked.includes(part)), ...fresh.unavailable],
  }
}
