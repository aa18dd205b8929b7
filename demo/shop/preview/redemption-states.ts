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
  { name: 'redeem-amount', title: 'Redeeming: how much', shows: 'The amount.', who, actions: ['press other'] },
  { name: 'redeem-fault', title: 'Redeeming: too much', shows: 'The mistake in the amount.', who, actions: ['press other', 'type 9000', 'press next'] },
  { name: 'redeem-confirm', title: 'Redeeming: confirm', shows: 'The benefits of members.', who, actions: ['press other', 'type 12.50', 'press next'] },
  {
    name: 'redeem-again',
    title: 'Redeeming: once more',
    shows: 'That the first code will stop working, before the shopper confirms.',
    who,
    overrides: { redemption: held },
    actions: ['press other', 'type 12.50', 'press next'],
  },
  {
    name: 'redeem-sent',
    title: 'Redeeming: sent',
    shows: 'Pending: the service has accepted the request.',
    who,
    actions: ['press other', 'type 12.50', 'press next', 'press get'],
  },
  {
    name: 'redeem-refused',
    title: 'Redeeming: refused',
    shows: 'The reason of the refusal.',
    who,
    actions: ['press other', 'type 12.50', 'press next', 'press get'],
    refuses: true,
  },
  {
    name: 'redeem-pending',
    title: 'Redeeming: pending',
    shows: 'After a reload: the reserved amount, and that the request continues.',
    who,
    overrides: one('pending'),
  },
  {
    name: 'redeem-settled',
    title: 'Redeeming: settled',
    shows: 'The code, with buttons that use it and copy it.',
    who,
    attributes: { 'apply-url': '/discount/{code}?redirect=/cart' },
    overrides: { ...one('settled', { code: held.code, code_value: dollars(1250) }), redemption: { ...held, value: dollars(1250) } },
  },
  { name: 'redeem-failed', title: 'Redeeming: failed', shows: 'That no credits were taken.', who, overrides: one('failed') },
  { name: 'redeem-unknown', title: 'Redeeming: unknown', shows: 'The known data, and what to do.', who, overrides: one('unknown') },
]
