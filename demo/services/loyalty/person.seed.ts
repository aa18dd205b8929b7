import type { Member, MemberStatus, ShopCustomer } from './state.ts'

/** Days ago, amount, reason, and what an order had cost or a note says. */
export type Past = readonly [daysAgo: number, amount: number, reason: string, about?: number | string]

/** Somebody who joined some days ago, and what has happened since. */
export interface PersonSeed {
  customer: ShopCustomer
  tierId: string
  joined: number
  status?: MemberStatus
  past: readonly Past[]
  more?: Partial<Member>
}
