import type { Membership } from '../../contract/loyalty.ts'

/** Replaces the parts that were answered. Late parts keep their earlier value. */
export function merge(known: Membership, fresh: Membership, parts?: string): Membership {
  const requested = parts?.split(',') ?? Object.keys(fresh)
  const came = Object.entries(fresh).filter(([part]) => requested.includes(part) && !(fresh.unavailable as string[]).includes(part))
  return {
    ...known,
    ...Object.fromEntries(came),
    // While the proxy cannot read redemptions, those under way still are.
    pending: fresh.pending.length || !fresh.unavailable.includes('redemption') ? fresh.pending : known.pending,
    unavailable: [...known.unavailable.filter((part) => !requested.includes(part)), ...fresh.unavailable],
  }
}
