/** A buyer. */
export interface Person {
  id: string
  first_name: string
  last_name: string
  email: string
}

/** The customers with an account at the shop. The loyalty service knows some of them by the same ids. */
export const customers: (Person & { standing: string })[] = [
  { id: '700100200301', first_name: 'Mira', last_name: 'Okafor', email: 'mira@example.com', standing: 'member' },
  { id: '700100200302', first_name: 'Jonas', last_name: 'Weber', email: 'jonas@example.com', standing: 'not a member' },
  { id: '700100200303', first_name: 'Aiko', last_name: 'Tanaka', email: 'aiko@example.com', standing: 'leaving' },
]

/** The default buyer without an account. */
export const guest = { first_name: 'Robin', last_name: 'Hale', email: 'robin@example.com' }
