import { ResponseError, type Client } from '../../contract/client.ts'
import { loyalty, type Membership } from '../../contract/loyalty.ts'
import type { Problem } from '../../contract/problem.ts'
import { retryImport } from '../../page/lazy.ts'
import { isOffline } from '../../page/offline.ts'
import { connect } from '../../proxy.ts'
import { Store } from '../../page/store.ts'
import type { MembershipRefresh } from './membership-refresh.ts'
import { initialState, isComplete, isKnown, isTooLittle, stateAfterReading, type LoyaltyEvent, type LoyaltyState } from './membership-store.ts'
import { pendingOf } from './pending.ts'
import { ShopperSession, SignedOut, type Proof } from './session.ts'

const syncs = new Map<string, MembershipSync>()

/** What all elements of this page share that use the proxy at that address. */
export function syncAt(proxy: string): MembershipSync {
  const sync = syncs.get(proxy) ?? new MembershipSync(proxy)
  syncs.set(proxy, sync)
  return sync
}

/** Reads the membership of the page's shopper from the proxy, at first and again when it may have changed, and dispatches the answers to the store. */
export class MembershipSync {
  /** Until the code for actions is loaded, only readings change the state. */
  #transition = stateAfterReading
  readonly store = new Store<LoyaltyState, LoyaltyEvent>((state, event) => this.#transition(state, event), initialState)
  /** Another one for everybody who signs in. */
  session: ShopperSession
  #elements = new Set<EventTarget>()
  /** The elements that give a proof, with its address; none for an assertion. */
  #given = new Map<EventTarget, string>()
  #reading?: Promise<void>
  #readAt = 0
  #renewal?: ReturnType<typeof setTimeout>
  #refresh?: Promise<MembershipRefresh>

  constructor(private readonly proxy: string) {
    this.session = new ShopperSession(proxy)
    this.store.subscribe(this.#plan)
  }

  /** An element of the page, if there is any. */
  get element(): EventTarget | undefined {
    return [...this.#elements][0]
  }

  /** Whether nothing is missing, and the session can be renewed. */
  get isComplete() {
    return !this.session.lacksProof && isComplete(this.store.state)
  }

  /** Works for that element, with what it gives as proof of who is signed in. The session lasts as long as some element gives one. */
  connect(element: EventTarget, proof: Proof) {
    if (!this.element) for (const type of wakers) addEventListener(type, this.#wake)
    this.#elements.add(element)
    this.#take(element, proof)
    if (isKnown(this.store.state)) this.#plan()
    else void this.read()
  }

  disconnect(element: EventTarget) {
    this.#elements.delete(element)
    setTimeout(this.#settle)
    if (this.element) return
    for (const type of wakers) removeEventListener(type, this.#wake)
    this.#plan()
  }

  /** Takes the transition that knows the actions, too. */
  extend(transition: typeof stateAfterReading) {
    this.#transition = transition
  }

  /** Reads the membership, or some parts of it, once for all elements. */
  read(parts?: string): Promise<void> {
    return (this.#reading ??= this.#read(parts).finally(() => (this.#reading = undefined)))
  }

  /** Reads with a request that is sent after this moment. */
  async readAnew(parts?: string): Promise<void> {
    await this.#reading
    return this.read(parts)
  }

  /** Calls the proxy as the shopper; an answer that comes after they signed out is dropped. */
  call<T>(ask: (api: Client<typeof loyalty>) => Promise<T>): Promise<T> {
    const { session } = this
    return session.call(ask).finally(() => {
      if (session !== this.session) throw new SignedOut()
    })
  }

  #take(element: EventTarget, proof: Proof) {
    const { assertion, url } = proof
    const before = this.#given.get(element)
    if (assertion || url) this.#given.set(element, url)
    else if (before) {
      this.#given.delete(element)
      setTimeout(this.#settle)
    }
    // A new assertion renews the session of the same shopper; a new address may belong to another shopper.
    if (assertion) {
      this.session.offer(proof)
      void this.readAnew()
    } else if (url && url !== before && url !== this.session.proof?.url) this.#begin(proof)
  }

  /** Ends the session where no proof is left. A theme that renders anew has brought one back by now. */
  #settle = () => {
    for (const element of this.#given.keys()) if (!this.#elements.has(element)) this.#given.delete(element)
    if (this.session.proof && !this.#given.size) this.#begin()
  }

  /** Starts a new session and forgets everything about the shopper before. */
  #begin(proof?: Proof) {
    this.session = new ShopperSession(this.proxy, proof)
    this.store.dispatch({ type: 'shopperChanged' })
    if (this.element) void this.read()
  }

  async #read(parts?: string): Promise<void> {
    const { session } = this
    const { shopper, revision, membership: known } = this.store.state
    let event: LoyaltyEvent
    try {
      let membership = await this.#readParts(parts, known)
      // Requested alone, a part may take the time that it needs.
      if (!known && isTooLittle(membership)) membership = await this.#readParts(membership.unavailable.join(), membership)
      event = { type: 'answered', shopper, revision, membership }
    } catch (cause) {
      // A shopper whose page gave an assertion is no guest, even when that is used up.
      const isGuest = !known && cause instanceof SignedOut && session.proof?.url !== ''
      event = isGuest
        ? { type: 'signedOut', shopper, offer: await this.#readOffer() }
        : { type: 'unavailable', shopper, problem: toProblem(cause), isOffline: isOffline() }
    }
    const { state } = this.store
    if (state.shopper !== shopper || state.revision !== revision) return this.#read()
    this.#readAt = performance.now()
    this.store.dispatch(event)
  }

  async #readParts(parts: string | undefined, known: Membership | undefined): Promise<Membership> {
    const { membership, isWhole } = await this.session.read(parts)
    if (!known || isWhole) return membership
    const { merge } = await retryImport(() => import('./membership-parts.ts'))
    return merge(known, membership, parts)
  }

  /** Reads what the shop offers to guests. */
  #readOffer() {
    return connect(loyalty, this.proxy)
      .getProgram({})
      .catch(() => undefined)
  }

  /** Plans the next reading: at the session's renewal, or sooner while something is missing. */
  #plan = () => {
    const { due } = this.session
    const { state } = this.store
    clearTimeout(this.#renewal)
    if (due && this.element) this.#renewal = setTimeout(() => void this.read(), due)
    if (!this.#refresh && (!isKnown(state) || (this.isComplete && !pendingOf(state.membership).length))) return
    this.#refresh ??= retryImport(() => import('./membership-refresh.ts')).then((file) => new file.MembershipRefresh(this))
    this.#refresh.then(
      (refresh) => refresh.plan(),
      () => {
        // Where even this file does not come, the proxy is away.
        this.#refresh = undefined
        setTimeout(this.#plan, 5000)
      },
    )
  }

  #wake = () => {
    if (!document.hidden && (!this.isComplete || performance.now() - this.#readAt > 3e4)) void this.read()
  }
}

const wakers = ['visibilitychange', 'focus', 'online']

const toProblem = (cause: unknown): Partial<Problem> =>
  cause instanceof ResponseError ? cause.problem : { code: cause instanceof SignedOut ? 'session-expired' : 'upstream-unavailable' }
