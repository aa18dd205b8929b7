import type { Change } from './tracked.ts'
import { orderOf, type TrackingState } from './tracking-state.ts'

const refund = { cents: 150, currency: 'USD' }

/** Makes a change that sets the state of the order’s protection, and the changes that are allowed. */
const stands =
  (state: string, may: string[] = [], back: object | null = refund): Change =>
  (order) => ({ ...order, protected: state === 'protected' || state === 'removing', protection: { state, refund: back }, may })

const unprotected = stands('unprotected', ['protect-later'], null)
const removable = stands('protected', ['unprotect'])

const states: TrackingState[] = [
  { name: 'unprotected', title: 'Not protected', shows: 'The offer, at no cost to the shopper.', change: unprotected },
  {
    name: 'protect-refused',
    title: 'Protecting, refused',
    shows: 'That it is too late.',
    change: unprotected,
    actions: ['press protect'],
    refusal: 'not-eligible',
  },
  {
    name: 'protect-failed',
    title: 'Protecting, failed',
    shows: 'That the shopper can retry.',
    change: unprotected,
    actions: ['press protect'],
    refusal: 'internal',
  },
  { name: 'protecting', title: 'Adding protection', shows: 'That it takes some seconds.', change: stands('protecting', [], null) },
  { name: 'protected', title: 'Protected', shows: 'The coverage, and a link to a claim.', change: stands('protected') },
  { name: 'protected-removable', title: 'Protected, removable', shows: 'Also how to remove it.', change: removable },
  { name: 'remove-asked', title: 'Removing: asked', shows: 'The consequences, before the confirmation.', change: removable, actions: ['press ask'] },
  {
    name: 'remove-refused',
    title: 'Removing, refused',
    shows: 'That the carrier may already have it.',
    change: removable,
    actions: ['press ask', 'press unprotect'],
    refusal: 'not-eligible',
  },
  {
    name: 'remove-wait',
    title: 'Removing, not now',
    shows: 'That the proxy is waiting for the carrier.',
    change: removable,
    actions: ['press ask', 'press unprotect'],
    refusal: 'overloaded',
  },
  { name: 'removing', title: 'Being removed', shows: 'The amount on its way back.', change: stands('removing') },
  { name: 'removed', title: 'Removed', shows: 'The refunded amount.', change: stands('removed') },
  { name: 'removed-plainly', title: 'Removed, amount unknown', shows: 'That it was refunded.', change: stands('removed', [], null) },
]

/** The states of an order’s protection, for the holder of its key: from unprotected to removed. */
export const orderProtectionStates = states.map((state): TrackingState => ({ ...state, ...orderOf('K-1006'), isKeyed: true }))
