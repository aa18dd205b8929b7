import { ResponseError } from '../contract/client.ts'
import type { Membership } from '../contract/loyalty.ts'
import type { Problem } from '../contract/problem.ts'
import { retryImport } from '../page/lazy.ts'
import { ShopperSession, SignedOut, type Proof } from './session.ts'

/** How things stand with the shopper of this page. */
export interface Standing {
  /** Absent: nobody is signed in. */
  membership?: Membership
  /** Why what is known could not be brought up to date. */
  problem?: Partial<Problem>
  /** Something was sent that has not taken effect yet; the status of the member until it does, null for somebody who is none. */
  sentAt?: string | null
}

const accounts = new Map<string, Account>()

/** The account that all elements on this page share which speak with the proxy at that address. */
export function accountAt(proxy: string): Account {
  const account = accounts.get(proxy) ?? new Account(proxy)
  accounts.set(proxy, account)
  return account
}

/** What a page knows of its shopper: one session and one answer, however many elements come and go. */
export class Account {
  /** Another one for everybody who signs in. */
  session: ShopperSession
  /** What is known, if anything. */
  standing?: Standing
  #hosts = new Map<EventTarget, () => void>()
  /** The elements that give a proof, with its address; none for an assertion. */
  #given = new Map<EventTarget, string>()
  #failure?: Error
  #reading?: Promise<Standing>
  #readAt = 0
  /** Rises with everything that makes an answer under way out of date. */
  #turn = 0
  #renewal?: ReturnType<typeof setTimeout>
  #tended = false

  constructor(private readonly proxy: string) {
    this.session = new ShopperSession(proxy)
  }

  /** An element that shows it, if any does. */
  get host(): EventTarget | undefined {
    return [...this.#hosts.keys()][0]
  }

  /** Whether nothing is missing, late, out of date or still to take effect. */
  get isWhole() {
    const { membership, problem, sentAt } = this.standing ?? {}
    return !this.#failure && !this.session.lacksProof && !problem && sentAt === undefined && !membership?.unavailable.length
  }

  /** Tells that element of every change, until it leaves. */
  enter(host: EventTarget, changed: () => void) {
    for (const type of wakers) addEventListener(type, this.#wake)
    this.#hosts.set(host, changed)
    this.#plan()
  }

  /** Tells that element nothing more. */
  leave(host: EventTarget) {
    this.#hosts.delete(host)
    setTimeout(this.#settle)
    if (this.host) return
    for (const type of wakers) removeEventListener(type, this.#wake)
    this.#plan()
  }

  /** Takes what an element gives as proof of who is signed in; the session lasts as long as some element gives one. */
  offer(host: EventTarget, proof: Proof) {
    const { assertion, url } = proof
    const before = this.#given.get(host)
    if (assertion || url) this.#given.set(host, url)
    else if (before) {
      this.#given.delete(host)
      setTimeout(this.#settle)
    }
    // A new assertion is what the page was asked for; a new address may prove somebody else.
    if (assertion) {
      this.session.offer(proof)
      this.#turn++
      this.#failure = undefined
      this.#checkQuietly()
    } else if (url && url !== before && url !== this.session.proof?.url) this.#begin(proof)
  }

  /** Ends the session where no proof is left. A theme that renders anew has brought one back by now. */
  #settle = () => {
    for (const host of this.#given.keys()) if (!this.#hosts.has(host)) this.#given.delete(host)
    if (this.session.proof && !this.#given.size) this.#begin()
  }

  /** Begins without anything of what was known. */
  #begin(proof?: Proof) {
    this.session = new ShopperSession(this.proxy, proof)
    this.standing = this.#failure = undefined
    this.#turn++
    for (const changed of this.#hosts.values()) changed()
  }

  /** How things stand; asked of the proxy only where that is not known. */
  async ask(): Promise<Standing> {
    if (this.#failure) throw this.#failure
    return this.standing ?? this.check()
  }

  /** Asks the proxy anew, for all elements at once. */
  check(parts?: string): Promise<Standing> {
    return (this.#reading ??= this.#read(parts).finally(() => (this.#reading = undefined)))
  }

  /** Asks with a question that is sent after this moment. */
  async checkAnew(parts?: string): Promise<Standing> {
    await this.#reading?.catch(() => undefined)
    return this.check(parts)
  }

  /** Takes what a shopper's own doing has changed; an answer under way, which does not know of it, no longer counts. */
  change(standing: Standing) {
    this.#turn++
    this.#keep(standing)
  }

  async #read(parts?: string, known = this.standing?.membership): Promise<Standing> {
    const turn = this.#turn
    const { sentAt } = this.standing ?? {}
    try {
      const { membership, whole } = await this.session.read(parts)
      const merged = known && !whole ? (await loadMembershipRefresh()).merge(known, membership, parts) : membership
      if (turn !== this.#turn) return await this.#read()
      const { member, benefits, unavailable } = merged
      // With as much as this missing, the shop's own words say it better. Asked for alone, it may take the time that it needs.
      if (!member && !benefits.length && unavailable.includes('member')) {
        if (known) throw new TypeError()
        return this.#read(unavailable.join(), merged)
      }
      return this.#keep((member?.status ?? null) === sentAt ? { membership: merged, sentAt } : { membership: merged })
    } catch (cause) {
      if (turn !== this.#turn) return this.#read()
      if (this.standing?.membership) return this.#keep({ ...this.standing, problem: toProblem(cause) })
      // Whoever has given an assertion is no guest, even when it is used up.
      if (cause instanceof SignedOut && this.session.proof?.url !== '') return this.#keep({})
      this.#failure = cause as Error
      this.#changed()
      throw cause
    }
  }

  #keep(standing: Standing): Standing {
    this.standing = standing
    this.#failure = undefined
    this.#changed()
    return standing
  }

  #changed() {
    this.#readAt = performance.now()
    this.#plan()
    for (const changed of this.#hosts.values()) changed()
  }

  /** Plans the next question: at the session's renewal, or sooner where there is something to look after. */
  #plan() {
    const { due } = this.session
    clearTimeout(this.#renewal)
    if (due && this.host) this.#renewal = setTimeout(this.#checkQuietly, due)
    if (this.#tended || !this.isWhole) void this.#tend()
  }

  #tend = async () => {
    this.#tended = true
    try {
      ;(await loadMembershipRefresh()).tend(this)
    } catch {
      // Where even this does not come, the proxy is away.
      setTimeout(this.#tend, 5000)
    }
  }

  #checkQuietly = () => void this.check().catch(() => undefined)

  #wake = () => {
    if (!document.hidden && (!this.isWhole || performance.now() - this.#readAt > 3e4)) this.#checkQuietly()
  }
}

const loadMembershipRefresh = () => retryImport(() => import('./membership-refresh.ts'))

const wakers = ['visibilitychange', 'focus', 'online']

/** What an event tells of a failure. */
export const toProblem = (cause: unknown): Partial<Problem> =>
  cause instanceof ResponseError ? cause.problem : { code: cause instanceof SignedOut ? 'session-expired' : 'upstream-unavailable' }
