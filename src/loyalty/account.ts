import { ResponseError } from '../contract/client.ts'
import type { Membership, Redemption, Session } from '../contract/loyalty.ts'
import type { Problem } from '../contract/problem.ts'
import { sameMoney, type Money } from '../money.ts'
import { Backoff } from './backoff.ts'
import { SessionExpiringEvent } from './events.ts'
import { ShopperSession, SignedOut, type Proof } from './session.ts'

/** How things stand with the shopper of this page. */
export interface Standing {
  /** Absent: nobody is signed in. */
  membership?: Membership
  /** Why what is known could not be brought up to date. */
  problem?: Partial<Problem>
  /** The member's status when something was sent that has not taken effect yet; null for somebody who was no member. */
  sentAt?: string | null
}

type Host = EventTarget

const accounts = new Map<string, Account>()

/** The account that all elements on this page share which speak with the proxy at that address. */
export function accountAt(proxy: string): Account {
  let account = accounts.get(proxy)
  if (!account) accounts.set(proxy, (account = new Account(proxy)))
  return account
}

/** What a page knows of its shopper: one session, one answer, one open redemption, however many elements come and go. */
export class Account {
  #hosts = new Map<Host, () => void>()
  #standing?: Standing
  #failure?: unknown
  #reading?: Promise<Standing>
  #readAt = 0
  /** Rises with everything that makes an answer under way out of date. */
  #turn = 0
  #intent?: { amount: Money; key: string }
  #session: ShopperSession
  #checks = new Backoff([2, 5, 10, 20, 40, 60], () => this.check(this.#missing()))
  #polls = new Backoff([1, 2, 3, 5, 8, 13, 21, 30], () => this.#follow())
  #renewal?: ReturnType<typeof setTimeout>

  constructor(private readonly proxy: string) {
    this.#session = new ShopperSession(proxy, () => [...this.#hosts.keys()][0]?.dispatchEvent(new SessionExpiringEvent()))
  }

  /** Tells that element of every change, until it leaves. */
  enter(host: Host, changed: () => void) {
    if (!this.#hosts.size) for (const type of wakers) addEventListener(type, this.#wake)
    this.#hosts.set(host, changed)
    if (this.#standing || this.#failure) this.#schedule()
  }

  /** A theme that renders anew brings its element back at once; after some seconds without any, nothing is remembered. */
  leave(host: Host) {
    this.#hosts.delete(host)
    if (this.#hosts.size) return
    for (const type of wakers) removeEventListener(type, this.#wake)
    this.#rest()
    setTimeout(() => {
      if (!this.#hosts.size && accounts.get(this.proxy) === this) accounts.delete(this.proxy)
    }, 5000)
  }

  /** Takes what an element gives as proof of who is signed in. */
  offer(proof: Proof) {
    if (!this.#session.offer(proof)) return
    this.#turn++
    this.#reading = this.#failure = undefined
    if (this.#standing) void this.check().catch(() => undefined)
  }

  /** How things stand; asked of the proxy only where that is not known. */
  async ask(): Promise<Standing> {
    if (this.#standing) return this.#standing
    if (this.#failure) throw this.#failure
    return this.check()
  }

  /** Asks the proxy anew, for all elements at once. */
  check(parts?: string): Promise<Standing> {
    const reading = (this.#reading ??= this.#read(parts).finally(() => {
      if (this.#reading === reading) this.#reading = undefined
    }))
    return reading
  }

  /** One page more of the credit history. */
  listCredits(cursor: string) {
    return this.#session.call((api) => api.listCredits({ cursor, limit: 20 }))
  }

  async join() {
    const joined: Session = await this.#session.call((api) => api.join({}))
    this.#turn++
    const { membership } = this.#session.take(joined)
    this.#update({ membership, ...(!membership.member && { sentAt: null }) })
  }

  cancel() {
    return this.#send(() => this.#session.call((api) => api.cancelMembership({})))
  }

  reactivate() {
    return this.#send(() => this.#session.call((api) => api.reactivateMembership({})))
  }

  async updatePayment() {
    await this.#session.call((api) => api.updatePaymentMethod({}))
  }

  /** Turns credits into a code, once: trying again after a failure that tells nothing is the same request to the proxy. */
  async redeem(amount: Money) {
    if (!this.#intent || !sameMoney(this.#intent.amount, amount)) this.#intent = { amount, key: crypto.randomUUID() }
    const { key } = this.#intent
    try {
      const redemption = await this.#session.call((api) => api.redeemCredits({ amount }, { headers: { 'Idempotency-Key': key } }))
      this.#intent = undefined
      this.#turn++
      this.#keep([redemption])
    } catch (cause) {
      if (isRefusal(cause)) this.#intent = undefined
      // Whether it was taken in can be read back.
      else void this.check().catch(() => undefined)
      throw cause
    }
  }

  async #send(ask: () => Promise<unknown>) {
    await ask()
    this.#turn++
    if (this.#standing) this.#update({ ...this.#standing, sentAt: this.#standing.membership?.member?.status ?? null })
    await this.check()
  }

  async #read(parts?: string): Promise<Standing> {
    const turn = this.#turn
    try {
      const { membership, whole } = await this.#session.read(parts)
      if (turn !== this.#turn) return await this.#read()
      const known = this.#standing?.membership
      const merged = known && !whole ? merge(known, membership, parts?.split(',')) : membership
      // With everything missing there is nothing to show that the shop's own words would not say better.
      if (!merged.member && merged.unavailable.includes('member') && merged.unavailable.includes('credits') && !merged.benefits.length) {
        throw new ResponseError(503, { code: 'upstream-unavailable' }, 'getMembership')
      }
      const { sentAt } = this.#standing ?? {}
      const settled = sentAt === undefined || (merged.member ? merged.member.status !== sentAt : sentAt !== null)
      return this.#update({ membership: merged, ...(!settled && { sentAt }) })
    } catch (cause) {
      if (turn !== this.#turn) return this.#read()
      if (this.#standing?.membership) return this.#update({ ...this.#standing, problem: toProblem(cause) })
      if (cause instanceof SignedOut) return this.#update({})
      this.#failure = cause
      this.#changed()
      throw cause
    }
  }

  #update(standing: Standing): Standing {
    this.#standing = standing
    this.#failure = undefined
    this.#changed()
    return standing
  }

  #changed() {
    this.#readAt = performance.now()
    this.#schedule()
    for (const changed of this.#hosts.values()) changed()
  }

  #schedule() {
    this.#rest()
    if (!this.#hosts.size) return
    const { membership, problem = this.#failure && toProblem(this.#failure), sentAt } = this.#standing ?? {}
    const mayPass = problem && !((problem as Partial<Problem>).status! < 500)
    if (mayPass || sentAt !== undefined || membership?.unavailable.length) this.#checks.again()
    else this.#checks.reset()
    if (membership?.pending.some(isPending)) this.#polls.again()
    else this.#polls.reset()
    const { due } = this.#session
    if (due !== undefined) this.#renewal = setTimeout(() => void this.check().catch(() => undefined), due)
  }

  #rest() {
    this.#checks.rest()
    this.#polls.rest()
    clearTimeout(this.#renewal)
  }

  #wake = () => {
    if (document.hidden) return
    const { membership, problem } = this.#standing ?? {}
    if (!membership || problem || performance.now() - this.#readAt > 30_000) void this.check().catch(() => undefined)
  }

  /** The parts to ask for alone; undefined where all is to be asked. */
  #missing() {
    const { membership, problem, sentAt } = this.#standing ?? {}
    return (!problem && sentAt === undefined && membership?.unavailable.join()) || undefined
  }

  /** Looks what became of redemptions; the new balance and the outcome come on screen together. */
  async #follow() {
    const open = this.#standing?.membership?.pending.filter(isPending) ?? []
    const answers = await Promise.all(open.map((redemption) => this.#outcome(redemption)))
    const ended = answers.filter((redemption) => !isPending(redemption))
    if (!ended.length) return this.#schedule()
    await this.check('member,credits,redemption')
    this.#keep(ended)
  }

  async #outcome(redemption: Redemption): Promise<Redemption> {
    try {
      return await this.#session.call((api) => api.getRedemption({ id: redemption.id }))
    } catch (cause) {
      return cause instanceof ResponseError && cause.status === 404 ? { ...redemption, state: 'unknown' } : redemption
    }
  }

  #keep(redemptions: Redemption[]) {
    const { membership } = this.#standing ?? {}
    if (!membership) return
    const others = membership.pending.filter(({ id }) => !redemptions.some((redemption) => redemption.id === id))
    this.#update({ ...this.#standing, membership: { ...membership, pending: [...redemptions, ...others] } })
  }
}

const wakers = ['visibilitychange', 'focus', 'online', 'pageshow']

/** A redemption whose outcome is still to come; its amount is set aside. */
export const isPending = ({ state }: Redemption) => state === 'pending'

/** The other side said no, and did nothing. */
const isRefusal = (cause: unknown) => cause instanceof ResponseError && cause.status < 500

/** What an event tells of a failure. */
export const toProblem = (cause: unknown): Partial<Problem> =>
  cause instanceof ResponseError ? { status: cause.status, ...cause.problem } : cause instanceof SignedOut ? { code: 'session-expired', status: 401 } : { code: 'upstream-unavailable' }

/** Puts the parts that came in place of those known; what is late keeps what was known before. */
function merge(known: Membership, fresh: Membership, asked: string[] = Object.keys(fresh)): Membership {
  const came = Object.entries(fresh).filter(([part]) => asked.includes(part) && !(fresh.unavailable as string[]).includes(part))
  return {
    ...known,
    ...Object.fromEntries(came),
    pending: fresh.pending,
    unavailable: [...known.unavailable.filter((part) => !asked.includes(part)), ...fresh.unavailable],
  }
}
