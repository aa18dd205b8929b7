import { createClient, ResponseError, type Client } from '../../../src/contract/client.ts'
import { extensionMembers } from '../../../src/contract/extension.ts'
import type { Membership, Session } from '../../../src/contract/loyalty.ts'
import { isOffline } from '../../../src/page/offline.ts'
import { Store } from '../../../src/page/store.ts'
import { transition } from '../../../src/loyalty/membership/member-actions-store.ts'
import { merge } from '../../../src/loyalty/membership/membership-parts.ts'
import { MembershipRefresh } from '../../../src/loyalty/membership/membership-refresh.ts'
import { initialState, isComplete, isKnown, type LoyaltyEvent, type LoyaltyState } from '../../../src/loyalty/membership/membership-store.ts'
import { pendingOf } from '../../../src/loyalty/membership/pending.ts'
import type { Caller, MemberApi } from '../../../src/loyalty/membership/read-outcomes.ts'
import { confirmRedemption } from '../../../src/loyalty/redemption/redeem.ts'
import { sendAction, sendChange, sendPayment } from '../../../src/loyalty/membership/send-action.ts'

/** Reads the membership of the customer who is signed in on a page of Shopify, as long as the page shows it, and carries out what the customer does. */
export class MemberWatch implements Caller {
  readonly store = new Store<LoyaltyState, LoyaltyEvent>(transition, initialState)
  /** Shopify gives a session token whenever it is asked, so nothing has to be renewed by the page. */
  readonly session = { lacksProof: false, proof: undefined }
  /** Present as long as the page shows the membership. */
  element: EventTarget | undefined
  #api: Client<typeof extensionMembers> | undefined
  #reading: Promise<void> | undefined
  #refresh = new MembershipRefresh(this)

  constructor(
    private readonly proxy: string,
    private readonly sessionToken: () => Promise<string>,
  ) {}

  get isComplete() {
    return isComplete(this.store.state)
  }

  /** Reads the membership from now on, until the returned function is called. */
  start(): () => void {
    this.element = new EventTarget()
    const unsubscribe = this.store.subscribe(() => this.#plan())
    void this.read()
    return () => {
      this.element = undefined
      unsubscribe()
      this.#refresh.plan()
    }
  }

  /** Reads the membership, or some parts of it, once for all who ask. */
  read(parts?: string): Promise<void> {
    return (this.#reading ??= this.#read(parts).finally(() => (this.#reading = undefined)))
  }

  async readAnew(parts?: string): Promise<void> {
    await this.#reading
    return this.read(parts)
  }

  /** Calls the proxy as the customer; if the session is not accepted, once more with a new one. */
  async call<T>(ask: (api: MemberApi) => Promise<T>): Promise<T> {
    const api = (this.#api ??= this.#take(await this.#openSession()))
    try {
      return await ask(api)
    } catch (cause) {
      if (!(cause instanceof ResponseError && cause.status === 401)) throw cause
      return ask((this.#api = this.#take(await this.#openSession())))
    }
  }

  /** Turns the chosen credits into a code. Resolves to whether that was accepted. */
  redeem() {
    return confirmRedemption(this.element!, this)
  }

  join() {
    return sendAction(this, 'join', async () => {
      const { shopper } = this.store.state
      const joined = await this.call((api) => api.join({}))
      this.#api = this.#take(joined)
      this.store.dispatch({ type: 'joined', shopper, membership: joined.membership })
    })
  }

  change(verb: 'cancel' | 'reactivate') {
    return sendChange(this, verb)
  }

  updatePayment() {
    return sendPayment(this)
  }

  /** Requests the next page of the history. */
  async showOlder() {
    const { shopper } = this.store.state
    this.store.dispatch({ type: 'olderRequested' })
    const { after, next } = this.store.state.older ?? {}
    if (!after || !next) return
    const page = await this.call((api) => api.listCredits({ cursor: next, limit: 20 })).catch(() => undefined)
    this.store.dispatch({ type: 'olderAnswered', shopper, after, page })
  }

  async #read(parts: string | undefined): Promise<void> {
    const { shopper, revision, membership: known } = this.store.state
    let event: LoyaltyEvent
    try {
      event = { type: 'answered', shopper, revision, membership: await this.#readMembership(parts, known) }
    } catch (cause) {
      const problem = cause instanceof ResponseError ? cause.problem : { code: 'upstream-unavailable' as const }
      event = { type: 'unavailable', shopper, problem, isOffline: isOffline() }
    }
    // Something was done meanwhile, so this is out of date.
    if (this.store.state.revision !== revision) return this.#read(undefined)
    this.store.dispatch(event)
  }

  /** The membership comes with a session, so the first reading is one request. */
  async #readMembership(parts: string | undefined, known: Membership | undefined): Promise<Membership> {
    if (!this.#api) {
      const session = await this.#openSession()
      this.#api = this.#take(session)
      return session.membership
    }
    const fresh = await this.call((api) => api.getMembership({ parts }))
    return known ? merge(known, fresh, parts) : fresh
  }

  async #openSession(): Promise<Session> {
    const headers = { Authorization: `Bearer ${await this.sessionToken()}` }
    return createClient(extensionMembers, { baseUrl: this.proxy, headers }).openSession({})
  }

  #take({ token }: Session) {
    return createClient(extensionMembers, { baseUrl: this.proxy, headers: { Authorization: `Bearer ${token}` } })
  }

  /** Reads again while something is missing, and follows redemptions until their outcome is known. */
  #plan() {
    const { state } = this.store
    if (isKnown(state) && (!this.isComplete || pendingOf(state.membership).length)) this.#refresh.plan()
  }
}
