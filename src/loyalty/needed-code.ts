import type { Membership } from '../contract/loyalty.ts'
import type { LoyaltyState } from './membership/membership-store.ts'

/** Whether the shopper is a member, also if the member cannot be read now. */
export const hasJoined = ({ member, unavailable }: Membership) => !!member || unavailable.includes('member')

/** Whether the sections below the first screen are shown. */
export const needsDetails = ({ membership }: LoyaltyState) => !!membership && hasJoined(membership)

/** Whether somebody sees the landing: a guest, or a shopper who has not joined. */
export const needsLanding = ({ isGuest, membership }: LoyaltyState) => isGuest || (membership && !hasJoined(membership))

/** Whether there is anything to show that goes beyond a membership that is simply there. */
export function needsActions({ membership, problem, sentAt }: LoyaltyState) {
  if (!membership) return false
  const { member, pending, redemption, may, unavailable } = membership
  return problem || sentAt !== undefined || member?.status !== 'ACTIVE' || pending.length || redemption || may.includes('payment') || unavailable.length
}
