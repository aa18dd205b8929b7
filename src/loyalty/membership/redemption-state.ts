import type { HeldCode, Member, Membership, Redemption } from '../../contract/loyalty.ts'
import { sameMoney, type Money } from '../../money.ts'
import { pendingOf } from './pending.ts'

/** The faults of an amount that the shopper typed. The text for each has the same name. */
export type AmountFault = 'notAmount' | 'tooLittle' | 'tooFine' | 'otherCurrency'

/** The reasons why the panel does not take an amount. The text for each has the same name. */
export type StepFault = AmountFault | 'overBalance' | 'notTaken'

/** The shopper types an amount, has chosen one, or is asked to confirm it. */
export type Step =
  | { name: 'amount'; text: string; fault?: StepFault }
  | { name: 'chosen'; text: string; amount: Money }
  | { name: 'confirm'; text: string; amount: Money; isAsking?: boolean }

/** A redemption that the shopper confirmed. It is kept until its result is known, so that a second try is the same request. */
export interface Intent {
  amount: Money
  /** The idempotency key. */
  key: string
  /** The code that the member held before. */
  codeBefore?: HeldCode
  /** The redemptions that were there before. */
  before: string[]
}

/** The redemption of a shopper, from the first press to the code. */
export interface RedemptionState {
  step?: Step
  intent?: Intent
  /** For what the card reserves its height. */
  space?: 'open' | 'open beside-code'
  /** The code that the shopper copied. */
  copied?: string
}

/** What happens to a redemption before it is sent. */
export type RedemptionEvent =
  | { type: 'redemptionOpened' }
  | { type: 'amountTyped'; text: string }
  | { type: 'amountChosen'; text: string; amount: Money }
  | { type: 'amountEntered'; text: string; amount: Money | AmountFault }
  | { type: 'pageAsked' }
  | { type: 'pageRefused' }
  | { type: 'wentBack' }
  | { type: 'confirmationDropped' }
  | { type: 'redemptionConfirmed'; amount: Money; key: string }
  | { type: 'codeCopied'; code: string }

/** The redemption after an event. */
export function redemptionAfter(redemption: RedemptionState, event: RedemptionEvent, membership: Membership): RedemptionState {
  const { step, intent } = redemption
  const text = step?.text ?? ''
  switch (event.type) {
    case 'redemptionOpened':
      return { ...redemption, step: { name: 'amount', text: '' }, space: heldCode(membership) ? 'open beside-code' : 'open' }
    case 'amountTyped':
      return { ...redemption, step: { name: 'amount', text: event.text } }
    case 'amountChosen':
      return { ...redemption, step: { name: 'chosen', text: event.text, amount: event.amount } }
    case 'amountEntered':
      return { ...redemption, step: stepAfter(event.text, event.amount, membership) }
    case 'pageAsked':
      return step?.name === 'confirm' ? { ...redemption, step: { ...step, isAsking: true } } : redemption
    case 'pageRefused':
      return { ...redemption, step: { name: 'amount', text, fault: 'notTaken' } }
    case 'wentBack':
      return { ...redemption, step: { name: 'amount', text } }
    case 'confirmationDropped':
      return step?.name === 'confirm' ? { ...redemption, step: { name: 'chosen', text, amount: step.amount } } : redemption
    case 'redemptionConfirmed': {
      const { amount, key } = event
      const next = { amount, key, codeBefore: heldCode(membership), before: membership.pending.map(({ id }) => id) }
      return { ...redemption, copied: undefined, intent: intent && sameMoney(intent.amount, amount) ? intent : next }
    }
    case 'codeCopied':
      return { ...redemption, copied: event.code }
  }
}

function stepAfter(text: string, amount: Money | AmountFault, membership: Membership): Step {
  if (typeof amount === 'string') return { name: 'amount', text, fault: amount }
  const isTooMuch = !membership.member || amount.cents > spendable(membership.member, membership).cents
  return isTooMuch ? { name: 'amount', text, fault: 'overBalance' } : { name: 'confirm', text, amount }
}

/** Whether a membership shows that the redemption was accepted: the redemption is listed, or there is a new code of its value. */
export function isAccepted({ amount, codeBefore, before }: Intent, membership: Membership): boolean {
  const held = heldCode(membership)
  const isNew = held && held.code !== codeBefore?.code
  // A new code takes the place of an earlier one and holds both values (A37).
  const values = [amount.cents, amount.cents + (codeBefore?.value.cents ?? 0)]
  return (
    (!!isNew && values.includes(held.value.cents)) ||
    membership.pending.some((redemption) => !before.includes(redemption.id) && sameMoney(redemption.amount, amount))
  )
}

/** Redemptions with these in the place of the ones of the same id; new ones come first. */
export const withRedemptions = (pending: Redemption[], fresh: Redemption[]): Redemption[] => [
  ...fresh,
  ...pending.filter(({ id }) => !fresh.some((redemption) => redemption.id === id)),
]

/** The code that the member holds: by the service's word, or by the latest redemption where that did not come. */
export function heldCode({ redemption, pending, unavailable }: Membership): HeldCode | undefined {
  if (redemption || !unavailable.includes('redemption')) return redemption ?? undefined
  const settled = pending.find(({ state, code }) => state === 'settled' && code)
  return settled && { code: settled.code ?? '', value: settled.code_value ?? settled.amount }
}

/** What can be spent now: the service's own balance (A19), less what is set aside for redemptions under way. */
export function spendable({ credits }: Member, membership: Membership): Money {
  const aside = pendingOf(membership).reduce((sum, { amount }) => sum + amount.cents, 0)
  return { ...credits, cents: Math.max(credits.cents - aside, 0) }
}
