import { randomInt, randomUUID } from 'node:crypto'
import type { World } from '../world.ts'
import { Failure } from '../failure.ts'
import { toAmount } from './amounts.ts'
import { bookCredits } from './members.ts'
import type { LoyaltyState, Member, Redemption } from './state.ts'

/** How many redemptions are remembered. */
const remembered = 10_000

/** Makes the unique name of a redemption: the member, and the request’s own key or a random one. */
export const redemptionName = (customerId: string, idempotencyKey: string | null) => `${customerId} ${idempotencyKey ?? randomUUID()}`

/** Returns whether a request of that name was accepted before. One key stands for one operation, so the same key with another amount is refused (A36). */
export function isRepeated({ redemptions }: LoyaltyState, name: string, asked: number | null): boolean {
  const earlier = redemptions.get(name)
  if (earlier && earlier.asked !== asked) throw new Failure(409, 'Idempotency-Key was used for another amount')
  return earlier !== undefined
}

/** Stores a redemption. If there are too many, the oldest settled one is deleted. */
export function remember({ redemptions }: LoyaltyState, name: string, redemption: Redemption) {
  redemptions.set(name, redemption)
  if (redemptions.size <= remembered) return
  for (const [oldest, { settledAt }] of redemptions) if (settledAt !== null) return void redemptions.delete(oldest)
}

/** Takes the amount from the balance and makes the code. One code holds the sum of all amounts redeemed into it (A37). */
export function settleRedemption(world: World, member: Member, amount: number, name: string) {
  const { codes, redemptions } = world.state
  const { customerId, currencyCode } = member
  const settledAt = world.clock.now().toISOString()
  member.numberOfCreditRedemptions++
  member.lastCreditRedemptionAt = settledAt
  bookCredits(world, member, -amount, 'REDEMPTION')
  const code = `REDEEM+${randomInt(100_000_000, 1_000_000_000)}`
  codes.set(customerId, { code, value: toAmount((codes.get(customerId)?.value ?? 0) + amount, currencyCode) })
  Object.assign(redemptions.get(name) ?? {}, { settledAt, code })
}
