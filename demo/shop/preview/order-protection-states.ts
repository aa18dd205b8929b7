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
    acts: ['press protect'],
    refusal: 'not-eligible',
  },
  {
    name: 'protect-failed',
    title: 'Protecting, failed',
    shows: 'That it can be tried again.',
    change: unprotected,
    acts: ['press protect'],
    refusal: 'internal',
  },
  { name: 'protecting', title: 'Protection being confirmed', shows: 'That it takes a moment.', change: stands('protecting', [], null) },
  { name: 'protected', title: 'Protected', shows: 'What it covers, and the way to a claim.', change: stands('protected') },
  { name: 'protected-removable', title: 'Protected, removable', shows: 'The way to take it off, too.', change: removable },
  { name: 'remove-asked', title: 'Removing: asked', shows: 'What there is to gain and to lose, before it is done.', change: removable, acts: ['press ask'] },
  {
    name: 'remove-refused',
    title: 'Removing, refused',
    shows: 'That a carrier may have it already.',
    change: removable,
    acts: ['press ask', 'press unprotect'],
    refusal: 'not-eligible',
  },
  {
    name: 'remove-wait',
    title: 'Removing, not now',
    shows: 'That the carrier is being asked.',
    change: removable,
    acts: ['press ask', 'press unprotect'],
    refusal: 'overloaded',
  },
  { name: 'removing', title: 'Being removed', shows: 'How much is on its way back.', change: stands('removing') },
  { name: 'removed', title: 'Removed', shows: 'How much was given back.', change: stands('removed') },
  { name: 'removed-plainly', title: 'Removed, amount unknown', shows: 'That it was given back.', change: stands('removed', [], null) },
]

/** The states of an order’s protection, for the holder of its key: from unprotected to removed. */
export const orderProtectionStates = states.map((state): TrackingState => ({ ...state, ...orderOf('K-1006'), isKeyed: true }))
