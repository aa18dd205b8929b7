import type { TrackedClaim, TrackedItem, TrackedOrder } from '../../../src/contract/tracking.ts'
import type { Money } from '../../../src/contract/money.ts'
import { readRequest } from '../../claims/claim-request.ts'
import type { Claims, StoredClaim } from '../../claims/claim-store.ts'
import type { TrackOrderDto } from '../../upstream/track.ts'

/** Milliseconds that an order may wait for its claims. */
const timeout = 1_000

/** Creates the look-up of an order's claims. It resolves to none if the proof does not allow them, or if they are not available in time. */
export const createClaimLookup =
  (claims: Pick<Claims, 'claimsOf'> | undefined) =>
  async ({ shop_order_id: id }: TrackOrderDto, proof: TrackedOrder['proof']): Promise<readonly StoredClaim[]> => {
    if (!claims || !id || proof === 'tracking') return []
    const late = new Promise<StoredClaim[]>((resolve) => setTimeout(resolve, timeout, []).unref())
    return Promise.race([late, claims.claimsOf(id).catch(() => [])])
  }

/** The state that shoppers see, by the stored state. A claim that the shop could not resolve is refused for the service, and so for the shopper. */
const states: Readonly<Record<string, TrackedClaim['state'] | undefined>> = {
  awaiting: 'awaiting',
  open: 'awaiting',
  resolved: 'resolved',
  failed: 'refused',
  refused: 'refused',
}

interface ClaimOptions {
  proof: TrackedOrder['proof']
  /** The lines of the order by id. */
  items: ReadonlyMap<string, TrackedItem>
  /** Logs, once, what could not be understood. */
  note: (parts: string[], error: unknown) => void
}

/**
 * The claims in the proxy's own words, newest first, without those that cannot be read. The proof by number and e-mail address shows the items and
 * the number of the replacement order; only the key shows the amounts. The reason of a refusal stays between the shop and the service.
 */
export function toTrackedClaims(claims: readonly StoredClaim[], { note, ...options }: ClaimOptions): TrackedClaim[] {
  let fault: unknown
  const tracked = claims.flatMap((claim) => {
    try {
      return toTrackedClaim(claim, options)
    } catch (error) {
      fault ??= error
      return []
    }
  })
  if (fault !== undefined) note(['claims'], fault)
  return tracked.sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

function toTrackedClaim(
  { state: kept, request, reply, amount, createdAt, settledAt }: StoredClaim,
  { proof, items }: Omit<ClaimOptions, 'note'>,
): TrackedClaim[] {
  const state = states[kept]
  if (!state) return []
  const { claim, taken } = readRequest(request)
  const { shop_order_number: number } = (state === 'resolved' && reply ? JSON.parse(reply.body) : {}) as { shop_order_number?: string }
  return [
    {
      resolution: claim.resolution,
      state,
      at: new Date(settledAt ?? createdAt).toISOString(),
      amount: proof === 'key' && claim.resolution !== 'reorder' && amount ? (JSON.parse(amount) as Money) : null,
      order_number: number ?? null,
      items: (taken ?? claim).lines.flatMap(({ id, quantity }) => {
        // A store credit by its total takes no pieces.
        if (quantity === 0) return []
        const item = items.get(id)
        return item ? [{ ...item, quantity: quantity ?? item.quantity }] : []
      }),
    },
  ]
}
