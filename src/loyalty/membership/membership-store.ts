import type { CreditEntry, CreditPage, Membership, MembershipPart, ProgramOffer, Redemption } from '../../contract/loyalty.ts'
import type { Problem } from '../../contract/problem.ts'
import type { RedemptionEvent, RedemptionState } from './redemption-state.ts'

/** What a shopper can do with a membership. */
export type Verb = 'join' | 'redeem' | 'cancel' | 'reactivate' | 'payment'

/** Why an action was not done: the name of its words, and the service's own words. After `uncertain` it may have been done. */
export interface Fault {
  text: 'declined' | 'tooMany' | 'sessionEnded' | 'uncertain' | 'refused'
  detail?: string
}

/** The latest action of the shopper. */
export interface Action {
  verb: Verb
  status: 'pending' | 'done' | 'failed'
  fault?: Fault
}

/** Kinds of entries: credits that were given, or those with this reason. */
export type HistoryFilter = 'given' | 'REDEMPTION' | 'EXPIRED'

/** Credit entries beyond the first page, as far as they were requested. */
export interface OlderEntries {
  /** Cursor of the first page. After a new entry the first page ends elsewhere, and these no longer follow it. */
  after: string
  entries: CreditEntry[]
  next: string | null
  status: 'pending' | 'done' | 'failed'
}

/** What a page knows of its shopper, and what the shopper is doing. */
export interface LoyaltyState {
  /** Counts the shoppers of this page. The answer to an earlier one is dropped. */
  shopper: number
  /** Counts what the shopper changed. A reading that began before the last change is out of date. */
  revision: number
  /** Nobody is signed in. */
  isGuest?: boolean
  /** What the shop offers to guests, as far as it could be read. */
  offer?: ProgramOffer
  membership?: Membership
  /** Why the membership could not be read, or not be brought up to date. */
  problem?: Partial<Problem>
  /** The shopper had no connection when the last reading failed. */
  isOffline?: boolean
  action?: Action
  /** An action was accepted and has not taken effect: the status of the member until then, null for a shopper who is no member. */
  sentAt?: string | null
  /** When the service accepted the cancellation, in milliseconds since 1970. */
  cancelledAt?: number
  /** The shopper is asked whether to leave. */
  isLeaving?: boolean
  older?: OlderEntries
  /** The entries of the history that the shopper wants to see; all by default. */
  filter?: HistoryFilter
  /** The shopper asked for more than the newest entries. */
  isHistoryLong?: boolean
  /** The parts that were late at some time: their places are kept. */
  lateParts: MembershipPart[]
  redemption: RedemptionState
}

/** What happens to the page or when the membership is read. An answer names the shopper whom it is for. */
export type ReadingEvent =
  | { type: 'shopperChanged' }
  | { type: 'answered'; shopper: number; revision: number; membership: Membership }
  | { type: 'signedOut'; shopper: number; offer?: ProgramOffer }
  | { type: 'unavailable'; shopper: number; problem: Partial<Problem>; isOffline?: boolean }

/** What the shopper does, and what becomes of it. */
export type ActionEvent =
  | { type: 'started'; verb: Verb }
  | { type: 'accepted'; shopper: number; verb: 'cancel' | 'reactivate'; at: number }
  | { type: 'joined'; shopper: number; membership: Membership }
  | { type: 'redeemed'; shopper: number; redemption: Redemption }
  | { type: 'settled'; shopper: number; redemptions: Redemption[] }
  | { type: 'done'; shopper: number }
  | { type: 'failed'; shopper: number; fault: Fault }
  | { type: 'leaveAsked' }
  | { type: 'leaveDropped' }
  | { type: 'historyFiltered'; filter?: HistoryFilter }
  | { type: 'historyLengthened' }
  | { type: 'olderRequested' }
  | { type: 'olderAnswered'; shopper: number; after: string; page?: CreditPage }
  | RedemptionEvent

export type LoyaltyEvent = ReadingEvent | ActionEvent

/** The state of a page that knows nothing. */
export const initialState: LoyaltyState = { shopper: 0, revision: 0, lateParts: [], redemption: {} }

/** The state after a reading. `member-actions-store.ts` extends it by the actions of a shopper. */
export function stateAfterReading(state: LoyaltyState, event: LoyaltyEvent): LoyaltyState {
  if ('shopper' in event && event.shopper !== state.shopper) return state
  switch (event.type) {
    case 'shopperChanged':
      return { ...initialState, shopper: state.shopper + 1 }
    case 'signedOut':
      return { ...initialState, shopper: state.shopper, isGuest: true, offer: event.offer }
    case 'unavailable':
      return { ...state, isGuest: false, problem: event.problem, isOffline: event.isOffline }
    case 'answered': {
      if (event.revision !== state.revision) return state
      const { membership } = event
      const { sentAt } = state
      if (isTooLittle(membership)) return { ...state, problem: { code: 'upstream-unavailable' } }
      const isInEffect = (membership.member?.status ?? null) !== sentAt
      const lateParts = [...state.lateParts, ...membership.unavailable]
      return { ...state, membership, lateParts, isGuest: false, problem: undefined, sentAt: isInEffect ? undefined : sentAt }
    }
    default:
      return state
  }
}

/** With as much as this missing, the shop's own words say it better. */
export const isTooLittle = ({ member, benefits, unavailable }: Membership) => !member && !benefits.length && unavailable.includes('member')

/** Whether a part of the answer was late at some time. */
export const wasLate = ({ lateParts }: LoyaltyState, part: MembershipPart) => lateParts.includes(part)

/** Whether an action is on its way. */
export const isBusy = ({ action }: LoyaltyState) => action?.status === 'pending'

/** Whether anything was read, or could not be. */
export const isKnown = ({ isGuest, membership, problem }: LoyaltyState) => !!(isGuest || membership || problem)

/** Whether nothing is missing, late, out of date or still to take effect. */
export const isComplete = ({ membership, problem, sentAt }: LoyaltyState) => !problem && sentAt === undefined && !membership?.unavailable.length

/** Entries beyond the first page, as far as they still follow it. */
export const olderOf = ({ membership, older }: LoyaltyState) => (older && older.after === membership?.credits.next ? older : undefined)
