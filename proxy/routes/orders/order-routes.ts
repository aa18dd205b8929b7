import type { ZodError } from 'zod'
import type { TrackedClaim, TrackedOrder, tracking } from '../../../src/contract/tracking.ts'
import { normalNumber } from '../../../src/contract/tracking.schema.ts'
import type { Rate } from '../../http/rates.ts'
import type { Opened, Sealer } from '../../identity/seal.ts'
import type { Tries } from '../../identity/look-up-limits.ts'
import { Refusal } from '../../http/problems.ts'
import type { Handlers } from '../../http/serve.ts'
import { misread, type CheckedClient } from '../../upstream/checking.ts'
import type { EnrichmentDto, Lookup, trackService } from '../../upstream/track.ts'
import type { Claims } from '../../claims/claim-store.ts'
import type { EnrichmentWatch } from './enrichment.ts'
import { plainNumber, waysToWrite, waysToWriteOrder } from './numbers.ts'
import { createOneTime } from './constant-time.ts'
import { openKey, refuseMissing, type KeyClaims, type Proof } from './order-keys.ts'
import { createClaimLookup } from './tracked-claims.ts'
import { isPending, ownShipments, toTrackedOrder } from './tracked-order.ts'
import type { ProtectionLookup } from './tracked-protection.ts'

/** What a route knows of somebody who asks for an order. */
export interface TrackingVisit {
  /** Their network address, for counting misses and keys of the service's own. */
  address: string
  /** Aborted when they leave. */
  left: AbortSignal
  /** Puts headers on their answer. */
  tell: (headers: Record<string, string>) => void
  /** Notes what could not be understood, once, with all parts of the answer that lack something for it. */
  note: (parts: string[], error: unknown) => void
}

interface TrackingParts {
  track: CheckedClient<typeof trackService>
  sealer: Sealer
  tries: Tries
  /** Counts keys of the service's own. */
  keyRate: Rate
  watch: EnrichmentWatch
  /** Where claims are kept, if any are. */
  claims?: Pick<Claims, 'claimsOf'> | undefined
  /** How the protection of an order stands, where shoppers may change anything about it. */
  protection?: ProtectionLookup | undefined
}

/** What goes along with a look-up: whether a brief answer will do, where to note what could not be understood, and when the shopper proved themselves if they ask by a ticket. */
interface Manner extends Pick<TrackingVisit, 'note'> {
  brief?: boolean | undefined
  since?: number | undefined
}

/** Seconds that a ticket is good for, and that tickets can be renewed after the proof that the first of them was given for. */
const ticketLife = 900
const longestRenewal = 24 * 3_600
/** Milliseconds until somebody asks again whose answer would be held back, were they not too many. */
const crowdedPause = 3_000
/**
 * Whoever names no wait is answered by the service's second answer, a second after the first: they ask by the clock, since something on their way cuts
 * calls that are held, and nothing cuts them as soon as that. It saves a third of their calls, so that they can ask again after no more than these
 * milliseconds for as many seconds as most orders take.
 */
const unheld = { wait: 2_000, answers: 2, pause: 1_000, seconds: 15 }

/** What a ticket holds: what a key does, and what the service calls the order, so that all who wait for it wait together. */
interface TicketClaims extends KeyClaims {
  order?: string | undefined
  /** When the first ticket was given that this one renews (seconds since 1970). */
  since: number
}

/** What a shopper may ask about an order, answered by the track interface and reduced to what the proof allows. */
export const trackingRoutes = ({ track, sealer, tries, keyRate, watch, claims, protection }: TrackingParts): Handlers<typeof tracking, TrackingVisit> => {
  const lookUpClaims = createClaimLookup(claims)
  const inOneTime = createOneTime()

  async function lookUp(lookup: Lookup, proof: Proof, { note, brief, since = nowInSeconds() }: Manner): Promise<TrackedOrder> {
    let fault: ZodError | undefined
    const order = await track.lookUpOrder(lookup, { leftOut: (error) => (fault = error) }).catch(refuseMissing)
    if (fault) note(partsOf(fault), fault)
    const held: TicketClaims = { lookup, proof, order: order.shop_order_id ?? undefined, since }
    const [ticket, shareKey, found, standing] = await Promise.all([
      sealer.seal('ticket', held, Math.min(nowInSeconds() + ticketLife, since + longestRenewal)),
      proof === 'tracking' ? undefined : sealer.seal('key', { lookup, proof: 'tracking' } satisfies KeyClaims),
      lookUpClaims(order, proof),
      // A scan may be among what was left out, and would end what can be done.
      proof === 'key' && !fault ? protection?.(order) : undefined,
    ])
    const told = toTrackedOrder(order, { proof, ticket, shareKey, trackingNumber: lookup.tracking_number, claims: found, standing, brief, note })
    // It would look as if nothing had been sent.
    if (told.packages.length === 0 && fault?.issues.some(({ path: [part] }) => part === 'packages' || part === 'shipments')) throw misread('lookUpOrder', fault)
    return told.claims ? { ...told, claims: await Promise.all(told.claims.map((claim) => withKey(claim, lookup, proof))) } : told
  }

  /** A replacement goes to whoever the order went to, so that whoever may see this one may follow that one. */
  async function withKey(claim: TrackedClaim, { email }: Lookup, proof: Proof): Promise<TrackedClaim> {
    if (!claim.order_number || !email) return claim
    return { ...claim, order_key: await sealer.seal('key', { lookup: { order_number: claim.order_number, email }, proof } satisfies KeyClaims) }
  }

  /** The same for a number that somebody typed, by the first of the ways to write it that the service knows. */
  async function lookUpTyped(lookups: Lookup[], proof: Proof, manner: Manner): Promise<TrackedOrder> {
    let missed: unknown
    for (const lookup of lookups) {
      try {
        return await lookUp(lookup, proof, manner)
      } catch (error) {
        if (!(error instanceof Refusal && error.code === 'not-found')) throw error
        missed = error
      }
    }
    throw missed
  }

  return {
    async trackOrder({ key, order_number, email, tracking_number, ticket, brief }, { address, tell, note }) {
      const manner = { note, brief }
      if (ticket !== undefined) {
        const { lookup, proof, since } = await openTicket(sealer, ticket)
        return lookUp(lookup, proof, { ...manner, since })
      }
      if (key !== undefined) {
        return inOneTime(async () => {
          const { lookup, proof } = await openKey(sealer, key, () => keyRate(address))
          return lookUp(lookup, proof, manner)
        })
      }
      const number = (order_number ?? tracking_number)!
      return inOneTime(() =>
        tries.count({ address, number: plainNumber(normalNumber(number)), email, tell }, () =>
          tracking_number === undefined
            ? lookUpTyped(
                waysToWriteOrder(number).map((order_number) => ({ order_number, email })),
                'order',
                manner,
              )
            : lookUpTyped(
                waysToWrite(number).map((tracking_number) => ({ tracking_number })),
                'tracking',
                manner,
              ),
        ),
      )
    },

    async trackEnrichment({ ticket, wait }, { left, note }) {
      const { lookup, proof, order, iat } = await openTicket(sealer, ticket)
      const isSettled = ({ shipments, all_settled }: EnrichmentDto) => {
        const own = ownShipments(shipments, lookup.tracking_number)
        // Where others are pending, they are why not all is settled; otherwise something is that no status tells.
        return all_settled || (own.length > 0 && !own.some(isPending) && shipments.some(isPending))
      }
      const patience = wait === undefined ? unheld : { wait: wait * 1000 }
      const { answer, crowded } = await watch
        .settled(lookup, { ...patience, left, order, isSettled, leftOut: (fault) => note(partsOf(fault), fault) })
        .catch(refuseMissing)
      const all_settled = isSettled(answer)
      const isSoon = wait === undefined && !all_settled && Date.now() / 1000 - iat < unheld.seconds
      return {
        shipments: ownShipments(answer.shipments, lookup.tracking_number).map(({ shop_shipment_id, tracking_number, enrichment_status }) => ({
          shop_shipment_id: (proof !== 'tracking' && shop_shipment_id) || '',
          tracking_number: tracking_number || null,
          enrichment_status,
        })),
        all_settled,
        ...((crowded || isSoon) && { next_poll_ms: crowded ? crowdedPause : unheld.pause }),
      }
    },
  }
}

/** The fields in which something was wrong, each once, whatever it was wrong with. */
const partsOf = ({ issues }: ZodError) => [...new Set(issues.map(({ path }) => path.filter((key) => typeof key === 'string').join('.')))]

async function openTicket(sealer: Sealer, ticket: string): Promise<Opened<TicketClaims>> {
  const claims = await sealer.open<Omit<TicketClaims, 'since'> & { since?: number }>('ticket', ticket)
  // A ticket of an earlier release does not say since when; it counts from its own time.
  const since = claims?.since ?? claims?.iat ?? 0
  if (!claims || since + longestRenewal <= nowInSeconds()) throw new Refusal('not-found', 'This ticket is no longer good. Look the order up again.')
  return { ...claims, since }
}

const nowInSeconds = () => Math.floor(Date.now() / 1000)
