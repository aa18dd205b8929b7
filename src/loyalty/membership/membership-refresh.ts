import type { Store } from '../../page/store.ts'
import { Backoff } from '../../page/backoff.ts'
import { isComplete, type LoyaltyEvent, type LoyaltyState } from './membership-store.ts'
import { SessionExpiringEvent } from '../events/membership-refresh.events.ts'
import { pendingOf } from './pending.ts'
import { readOutcomes, type Caller } from './read-outcomes.ts'
import type { Proof, ShopperSession } from './session.ts'

/** What repeats a reading. */
interface Sync extends Caller {
  readonly store: Store<LoyaltyState, LoyaltyEvent>
  readonly session: Pick<ShopperSession, 'lacksProof' | 'proof'>
  readonly element: EventTarget | undefined
  readonly isComplete: boolean
  read(parts?: string): Promise<void>
}

/** Repeats readings while a membership is incomplete, and follows redemptions until their outcome is known. */
export class MembershipRefresh {
  #reads = new Backoff([2, 5, 10, 20, 40, 60], () => this.#read())
  #polls = new Backoff([1, 2, 3, 5, 8, 13, 21, 30], () => this.#poll())
  /** The proof in whose place a new one was requested from the page. */
  #replaced?: Proof

  constructor(private readonly sync: Sync) {}

  plan() {
    const { isComplete, element, store } = this.sync
    if (isComplete) this.#reads.reset()
    else if (element) this.#reads.again()
    else this.#reads.rest()
    if (pendingOf(store.state.membership).length && element) this.#polls.again()
  }

  async #read() {
    await this.sync.read(lateParts(this.sync.store.state))
    const { session, element } = this.sync
    if (!session.lacksProof || session.proof === this.#replaced) return
    this.#replaced = session.proof
    // One element is enough: a page that answers gives its proof to all of them.
    element?.dispatchEvent(new SessionExpiringEvent())
  }

  async #poll() {
    if (!this.sync.element) return
    if (await readOutcomes(this.sync, this.sync.store.state)) this.#polls.reset()
    this.plan()
  }
}

/** The parts to request alone; undefined where all are requested. */
const lateParts = (state: LoyaltyState) => (isComplete({ ...state, membership: undefined }) && state.membership?.unavailable.join()) || undefined
