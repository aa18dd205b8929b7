import type { ZodError } from 'zod'
import type { TrackedClaim, TrackedOrder } from '../../../src/contract/tracking.ts'
import type { Claims } from '../../claims/claim-store.ts'
import type { Sealer } from '../../identity/seal.ts'
import type { Queue } from '../../jobs/queue.ts'
import { onDeliveryFact } from '../../reports/report-facts.ts'
import { misread, type CheckedClient } from '../../upstream/checked-client.ts'
import type { trackService } from '../../upstream/track.ts'
import { refuseMissing, type KeyClaims } from './order-keys.ts'
import { nowInSeconds, sealTicket, type Given } from './tickets.ts'
import { createClaimLookup } from './tracked-claims.ts'
import { toTrackedOrder } from './tracked-order.ts'
import type { ProtectionLookup, TrackedProtection } from './tracked-protection.ts'

/** The parts that a look-up needs. */
export interface LookupParts {
  track: CheckedClient<typeof trackService>
  sealer: Sealer
  /** The store of claims, if claims are set up. */
  claims?: Pick<Claims, 'claimsOf'> | undefined
  /** The store, which knows what is paid on delivery; absent if there is none. */
  facts?: Pick<Queue, 'fact'> | undefined
  /** Looks up the protection of an order, if shoppers may change anything about it. */
  protection?: ProtectionLookup | undefined
}

/** Options of a look-up: where to log faults, and for a ticket, when the shopper gave the proof. */
export interface LookupOptions {
  /** Logs, once, what could not be understood, with all parts of the response that are incomplete for this reason. */
  note: (parts: string[], error: unknown) => void
  since?: number | undefined
}

/** Milliseconds that an order may wait for a fact. */
const factTimeout = 1_000

/** Creates the look-up of an order. The proof decides how much of the order the answer has, and the answer has a new ticket. */
export function createOrderLookup({ track, sealer, claims, facts, protection }: LookupParts) {
  const lookUpClaims = createClaimLookup(claims)

  return async function lookUpOrder({ lookup, proof, view, until }: Given, { note, since = nowInSeconds() }: LookupOptions): Promise<TrackedOrder> {
    let fault: ZodError | undefined
    const order = await track.lookUpOrder(lookup, { onLeftOut: (error) => (fault = error) }).catch(refuseMissing)
    if (fault) note(partsOf(fault), fault)
    const [ticket, shareKey, found, isPaidOnDelivery, protectionStatus] = await Promise.all([
      sealTicket(sealer, { lookup, proof, view, until, order: order.shop_order_id ?? undefined, since }),
      proof === 'tracking' ? undefined : sealLink({ lookup, proof: 'tracking', view, until }),
      lookUpClaims(order, proof),
      order.financial_status === 'pending' ? isToBePaidOnDelivery(order.shop_order_id) : false,
      // The missing parts may hold a scan, after which protection cannot be changed any more.
      proof === 'key' && !fault ? protection?.(order) : undefined,
    ])
    const tracked = toTrackedOrder(order, {
      proof,
      ticket,
      shareKey,
      trackingNumber: lookup.tracking_number,
      claims: found,
      isPaidOnDelivery,
      protectionStatus: view ? withoutActions(protectionStatus) : protectionStatus,
      note,
    })
    // Without its packages, the order would look as if nothing was sent.
    if (tracked.packages.length === 0 && fault?.issues.some(({ path: [part] }) => part === 'packages' || part === 'shipments'))
      throw misread('lookUpOrder', fault)
    return tracked.claims ? { ...tracked, claims: await Promise.all(tracked.claims.map((claim) => withKey(claim, { lookup, proof, view, until }))) } : tracked
  }

  /** Whether an unpaid order is paid when it comes, as agreed. A store that does not answer in time must not hold up the order. */
  async function isToBePaidOnDelivery(order: string | null | undefined): Promise<boolean> {
    if (!facts || !order) return false
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, factTimeout, undefined).unref())
    return (await Promise.race([late, facts.fact(onDeliveryFact(order)).catch(() => undefined)])) === true
  }

  /** Seals the key of a link. It may do no more than what the shopper gave, and for no longer: there is none if that has expired, and only a ticket is left. */
  async function sealLink({ until, ...claims }: Given): Promise<string | undefined> {
    return until !== undefined && until <= nowInSeconds() ? undefined : sealer.seal('key', claims satisfies KeyClaims, until)
  }

  /** Adds the key of the replacement order. Both orders have the same recipient, so anyone who may see this one may follow that one. */
  async function withKey(claim: TrackedClaim, given: Given): Promise<TrackedClaim> {
    const { email } = given.lookup
    if (!claim.order_number || !email) return claim
    const key = await sealLink({ ...given, lookup: { order_number: claim.order_number, email } })
    return { ...claim, ...(key !== undefined && { order_key: key }) }
  }
}

/** The names of the faulty fields, each once, without array indexes. */
export const partsOf = ({ issues }: ZodError) => [...new Set(issues.map(({ path }) => path.filter((key) => typeof key === 'string').join('.')))]

/** The same state, without what its owner may do about it. */
const withoutActions = (status: TrackedProtection | undefined) => status && { ...status, may: [] }
