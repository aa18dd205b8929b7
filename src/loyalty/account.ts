import { ResponseError } from '../contract/client.ts'
import type { Membership, Redemption } from '../contract/loyalty.ts'
import type { Problem } from '../contract/problem.ts'
import { Backoff } from './backoff.ts'
import { SessionExpiringEvent } from './events.ts'
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
  const account = accounts.get(proxy) ?? new Account(proxy, () => accounts.delete(proxy))
  accounts.set(proxy, account)
  return account
}

/** What a page knows of its shopper: one session and one answer, however many elements come and go. */
export class Account {
  readonly session: ShopperSession
  /** What is known, if anything. */
  standing?: Standing
  #hosts = new Map<EventTarget, () => void>()
  #failure?: unknown
  #reading?: Promise<Standing>
  #readAt = 0
  /** Rises with everything that makes an answer under way out of date. */
  #turn = 0
  #checks = new Backoff([2, 5, 10, 20, 40, 60], () => this.check(this.#late()))
  #renewal?: ReturnType<typeof setTimeout>

  constructor(
    proxy: string,
    private readonly forget: () => void,
  ) {
    // One element is enough: a page that answers gives its proof to all of them.
    this.session = new ShopperSession(proxy, () => [...this.#hosts.keys()][0]?.dispatchEvent(new SessionExpiringEvent()))
  }

  /** Whether any element shows it. */
  get watched() {
    return this.#hosts.size > 0
  }

  /** Tells that element of every change, until it leaves. */
  enter(host: EventTarget, changed: () => void) {
    if (!this.watched) for (const type of wakers) addEventListener(type, this.#wake)
    this.#hosts.set(host, changed)
    this.#schedule()
  }

  /** A theme that renders anew brings its element back at once; after some seconds without any, nothing is remembered. */
  leave(host: EventTarget) {
    this.#hosts.delete(host)
    if (this.watched) return
    for (const type of wakers) removeEventListener(type, this.#wake)
    this.#schedule()
    setTimeout(() => this.watched || this.forget(), 5000)
  }

  /** Takes what an element gives as proof of who is signed in. */
  offer(proof: Proof) {
    const news = this.session.offer(proof)
    if (news === 'same') return
    if (news === 'moved') this.standing = undefined
    this.#turn++
    this.#reading = this.#failure = undefined
    this.#checkLater()
  }

  /** How things stand; asked of the proxy only where that is not known. */
  async ask(): Promise<Standing> {
    if (this.#failure) throw this.#failure
    return this.standing ?? this.check()
  }

  /** Asks the proxy anew, for all elements at once. */
  check(parts?: string): Promise<Standing> {
    const reading = (this.#reading ??= this.#read(parts).finally(() => {
      if (this.#reading === reading) this.#reading = undefined
    }))
    return reading
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

  async #read(parts?: string): Promise<Standing> {
    const turn = this.#turn
    try {
      const { membership, whole } = await this.session.read(parts)
      if (turn !== this.#turn) return await this.#read()
      const { membership: known, sentAt } = this.standing ?? {}
      const merged = known && !whole ? merge(known, membership, parts?.split(',')) : membership
      const { member, benefits, unavailable } = merged
      // With as much as this missing, the shop's own words say it better.
      if (!member && !benefits.length && unavailable.includes('member')) throw new ResponseError(503, { code: 'upstream-unavailable' }, 'getMembership')
      return this.#keep((member?.status ?? null) === sentAt ? { membership: merged, sentAt } : { membership: merged })
    } catch (cause) {
      if (turn !== this.#turn) return this.#read()
      if (this.standing?.membership) return this.#keep({ ...this.standing, problem: toProblem(cause) })
      if (cause instanceof SignedOut) return this.#keep({})
      this.#failure = cause
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
    this.#schedule()
    for (const changed of this.#hosts.values()) changed()
  }

  /** Plans the next question: soon where something is missing, at the session's renewal otherwise. */
  #schedule() {
    const { membership, problem, sentAt } = this.standing ?? {}
    const { due } = this.session
    clearTimeout(this.#renewal)
    if (!this.watched) return this.#checks.rest()
    if (this.#failure || isPassing(problem) || sentAt !== undefined || membership?.unavailable.length) this.#checks.again()
    else this.#checks.reset()
    if (due !== undefined) this.#renewal = setTimeout(this.#checkLater, due)
  }

  #checkLater = () => void this.check().catch(() => undefined)

  #wake = () => {
    const { membership, problem } = this.standing ?? {}
    if (!document.hidden && (!membership || problem || performance.now() - this.#readAt > 30_000)) this.#checkLater()
  }

  /** The parts to ask for alone; undefined where all is to be asked. */
  #late() {
    const { membership, problem, sentAt } = this.standing ?? {}
    return (!problem && sentAt === undefined && membership?.unavailable.join()) || undefined
  }
}

const wakers = ['visibilitychange', 'focus', 'online', 'pageshow']

/** A redemption whose outcome is still to come; its amount is set aside. */
export const isPending = ({ state }: Redemption) => state === 'pending'

/** Whether asking again can help. */
const isPassing = (problem?: Partial<Problem>) => problem && !(problem.status && problem.status < 500)

/** What an event tells of a failure. */
export const toProblem = (cause: unknown): Partial<Problem> =>
  cause instanceof ResponseError
    ? { status: cause.status, ...cause.problem }
    : cause instanceof SignedOut
      ? { code: 'session-expired', status: 401 }
      : { code: 'upstream-unavailable' }

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
