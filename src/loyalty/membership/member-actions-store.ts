import type { Redemption } from '../../contract/loyalty.ts'
import { stateAfterReading, type Fault, type LoyaltyEvent, type LoyaltyState } from './membership-store.ts'
import { isAccepted, redemptionAfter, withRedemptions, type RedemptionEvent } from './redemption-state.ts'

/** The state after a reading or an action. Loaded with the actions. */
export function transition(state: LoyaltyState, event: LoyaltyEvent): LoyaltyState {
  if ('shopper' in event && event.shopper !== state.shopper) return state
  return reserve(state, afterAction(state, event))
}

function afterAction(state: LoyaltyState, event: LoyaltyEvent): LoyaltyState {
  const { membership, action, older } = state
  switch (event.type) {
    case 'shopperChanged':
    case 'answered':
    case 'signedOut':
    case 'unavailable':
      return withResult(stateAfterReading(state, event))
    case 'started':
      return { ...state, action: { verb: event.verb, status: 'pending' } }
    case 'accepted':
      return changed(state, { sentAt: membership?.member?.status ?? null, cancelledAt: event.verb === 'cancel' ? event.at : undefined })
    case 'joined':
      return changed(state, { membership: event.membership, problem: undefined, sentAt: event.membership.member ? undefined : null })
    case 'redeemed':
      return withPending(withoutIntent(state), [event.redemption])
    case 'settled':
      return withPending(state, event.redemptions)
    case 'done':
      return { ...state, isLeaving: false, action: action && { ...action, status: 'done' } }
    case 'failed':
      return withFault(state, event.fault)
    case 'leaveAsked':
      return { ...state, isLeaving: true, action: inProgress(state), redemption: { ...state.redemption, step: undefined } }
    case 'leaveDropped':
      return { ...state, isLeaving: false, action: inProgress(state) }
    case 'historyFiltered':
      return { ...state, filter: event.filter }
    case 'historyLengthened':
      return { ...state, isHistoryLong: true }
    case 'olderRequested': {
      const after = membership?.credits.next
      return after ? { ...state, older: { ...(older?.after === after ? older : { after, entries: [], next: after }), status: 'pending' } } : state
    }
    case 'olderAnswered': {
      if (older?.after !== event.after) return state
      const { page } = event
      return {
        ...state,
        older: page ? { ...older, status: 'done', next: page.next, entries: [...older.entries, ...page.entries] } : { ...older, status: 'failed' },
      }
    }
    case 'codeCopied':
    case 'amountTyped':
    case 'amountEntered':
    case 'redemptionConfirmed':
      return withRedemption(state, event)
    default:
      return withRedemption({ ...state, isLeaving: false, action: inProgress(state) }, event)
  }
}

const withRedemption = (state: LoyaltyState, event: RedemptionEvent): LoyaltyState =>
  state.membership ? { ...state, redemption: redemptionAfter(state.redemption, event, state.membership) } : state

/** The action that is on its way. The result of an earlier one goes with the next step of the shopper. */
const inProgress = ({ action }: LoyaltyState) => (action?.status === 'pending' ? action : undefined)

/** Takes away why a redemption failed once its result is there although its answer was lost. */
function withResult(state: LoyaltyState): LoyaltyState {
  const { membership, action, redemption } = state
  const isFound = action?.status === 'failed' && membership && redemption.intent && isAccepted(redemption.intent, membership)
  return isFound ? withoutIntent({ ...state, action: undefined }) : state
}

function withFault(state: LoyaltyState, fault: Fault): LoyaltyState {
  const { membership, action, redemption } = state
  if (!action) return state
  const failed: LoyaltyState = { ...state, action: { ...action, status: 'failed', fault } }
  const { intent, step } = redemption
  if (action.verb !== 'redeem' || !intent) return failed
  if (membership && isAccepted(intent, membership)) return withoutIntent({ ...state, action: { ...action, status: 'done' } })
  const isSame = step?.name === 'confirm'
  return {
    ...failed,
    redemption: { ...redemption, intent: fault.text === 'refused' ? undefined : intent, step: isSame ? { ...step, isAsking: false } : step },
  }
}

const changed = (state: LoyaltyState, change: Partial<LoyaltyState>): LoyaltyState => ({ ...state, revision: state.revision + 1, ...change })

const withoutIntent = (state: LoyaltyState): LoyaltyState => ({ ...state, redemption: { ...state.redemption, intent: undefined, step: undefined } })

function withPending(state: LoyaltyState, redemptions: Redemption[]): LoyaltyState {
  const { membership } = state
  return membership ? changed(state, { membership: { ...membership, pending: withRedemptions(membership.pending, redemptions) } }) : state
}

/** Keeps the height of the credits from the first redemption on, since its code comes late. */
function reserve(before: LoyaltyState, state: LoyaltyState): LoyaltyState {
  const { redemption, shopper } = state
  const hasPending = [before, state].some(({ membership }) => membership?.pending.length)
  return hasPending && !redemption.space && shopper === before.shopper ? { ...state, redemption: { ...redemption, space: 'open' } } : state
}
