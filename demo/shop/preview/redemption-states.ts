import type { LoyaltyState } from './loyalty-state.ts'

const who = '700100200301'
const dollars = (cents: number) => ({ cents, currency: 'USD' })
const redemption = dollars(500)
const held = { code: 'REDEEM+123456789', value: redemption }

/** Makes one redemption in that state, with further fields. */
const one = (state: string, more: object = {}) => ({
  pending: [{ id: 'preview', state, amount: dollars(1250), requested_at: new Date().toISOString(), ...more }],
})

/** A redemption from the first step to each of its ends. */
export const redemptionStates: LoyaltyState[] = [
  { name: 'redeem-amount', title: 'Redeeming: how much', shows: 'The amount.', who, acts: ['press redeem'] },
  { name: 'redeem-fault', title: 'Redeeming: too much', shows: 'What is wrong with the amount.', who, acts: ['press redeem', 'type 9000', 'press next'] },
  { name: 'redeem-confirm', title: 'Redeeming: confirm', shows: 'What there will be.', who, acts: ['press redeem', 'type 12.50', 'press next'] },
  {
    name: 'redeem-again',
    title: 'Redeeming: once more',
    shows: 'The first code will stop working; that is said before.',
    who,
    overrides: { redemption: held },
    acts: ['press redeem', 'type 12.50', 'press next'],
  },
  {
    name: 'redeem-sent',
    title: 'Redeeming: sent',
    shows: 'On its way, as the service has taken it in.',
    who,
    acts: ['press redeem', 'type 12.50', 'press next', 'press get'],
  },
  {
    name: 'redeem-refused',
    title: 'Redeeming: refused',
    shows: 'Why it was not done.',
    who,
    acts: ['press redeem', 'type 12.50', 'press next', 'press get'],
    refuses: true,
  },
  { name: 'redeem-pending', title: 'Redeeming: pending', shows: 'As after a reload: what is set aside, and what goes on.', who, overrides: one('pending') },
  {
    name: 'redeem-settled',
    title: 'Redeeming: settled',
    shows: 'The code, and a button that copies it.',
    who,
    overrides: { ...one('settled', { code: held.code, code_value: dollars(1250) }), redemption: { ...held, value: dollars(1250) } },
  },
  { name: 'redeem-failed', title: 'Redeeming: failed', shows: 'Nothing was taken.', who, overrides: one('failed') },
  { name: 'redeem-unknown', title: 'Redeeming: unknown', shows: 'What is known, and what to do.', who, overrides: one('unknown') },
]
