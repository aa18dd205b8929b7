/** A buyer. */
export interface Buyer {
  id: string
  first_name: string
  last_name: string
  email: string
}

/** A buyer with an account at the shop. */
export interface Customer extends Buyer {
  /** The status of the loyalty membership, for the bar of the demo. */
  membership: string
}

/** The customers with an account at the shop. The loyalty service knows some of them by the same ids. */
export const customers: Customer[] = [
  { id: '700100200301', first_name: 'Mira', last_name: 'Okafor', email: 'mira@example.com', membership: 'member' },
  { id: '700100200302', first_name: 'Jonas', last_name: 'Weber', email: 'jonas@example.com', membership: 'not a member' },
  { id: '700100200303', first_name: 'Aiko', last_name: 'Tanaka', email: 'aiko@example.com', membership: 'leaving' },
]

/** The default buyer without an account. */
export const guest = { first_name: 'Robin', last_name: 'Hale', email: 'robin@example.com' }
