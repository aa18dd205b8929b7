import type { Membership, Redemption } from '../../contract/loyalty.ts'

/** A redemption whose outcome is still to come; its amount is set aside. */
export const isPending = ({ state }: Redemption) => state === 'pending'

/** The redemptions of a membership whose outcome is still to come. */
export const pendingOf = (membership?: Membership) => membership?.pending.filter(isPending) ?? []
