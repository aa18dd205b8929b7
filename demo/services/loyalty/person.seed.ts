import type { Member, MemberStatus, ShopCustomer } from './state.ts'

/** One event: days ago, amount, reason, and the total of the order or a note. */
export type Past = readonly [daysAgo: number, amount: number, reason: string, about?: number | string]

/** A person who joined some days ago, and their history. */
export interface PersonSeed {
  customer: ShopCustomer
  tierId: string
  joined: number
  status?: MemberStatus
  past: readonly Past[]
  more?: Partial<Member>
}
