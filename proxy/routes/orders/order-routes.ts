import type { ZodError } from 'zod'
import type { TrackedClaim, TrackedOrder, tracking } from '../../../src/contract/tracking.ts'
import { normalNumber } from '../../../src/contract/tracking.schema.ts'
import type { Opened, Sealer } from '../../identity/seal.ts'
import type { LookupLimits } from '../../identity/lookup-limits.ts'
import { Refusal } from '../../http/problems.ts'
import type { Handlers } from '../../http/serve.ts'
import { misread, type CheckedClient } from '../../upstream/checked-client.ts'
import type { EnrichmentDto, Lookup, trackService } from '../../upstream/track.ts'
import type { Claims } from '../../claims/claim-store.ts'
import type { EnrichmentPoller } from './enrichment.ts'
import { normalizeNumber, spellingsOf, orderSpellingsOf } from './numbers.ts'
import { createConstantTime } from './constant-time.ts'
import { refuseMissing, type KeyClaims, type KeyOpener, type Proof } from './order-keys.ts'
import { createClaimLookup } from './tracked-claims.ts'
import { eventsOfPackage, isPending, ownShipments, toTrackedOrder } from './tracked-order.ts'
import type { ProtectionLookup, TrackedProtection } from './tracked-protection.ts'

/** What a route knows of a shopper who requests an order. */
export interface TrackingContext {
  /** The shopper's network address, for counting misses and the service's own keys. */
  address: string
  /** Aborted when the shopper leaves. */
  disconnected: AbortSignal
  /** Sets headers of the response. */
  setHeaders: (headers: Record<string, string>) => void
  /** Logs, once, what could not be understood, with all parts of the response that are incomplete for this reason. */
  note: (parts: string[], error: unknown) => void
}

interface TrackingParts {
  track: CheckedClient<typeof trackService>
  sealer: Sealer
  lookupLimits: LookupLimits
  openKey: KeyOpener
  watch: EnrichmentPoller
  /** The store of claims, if claims are set up. */
  claims?: Pick<Claims, 'claimsOf'> | undefined
  /** Looks up the protection of an order, if shoppers may change anything about it. */
  protection?: ProtectionLookup | undefined
}

/** Options of a look-up: where to log faults, and for a ticket, when the shopper gave the proof. */
interface LookupOptions extends Pick<TrackingContext, 'note'> {
  since?: number | undefined
}

/** Seconds that a ticket is valid, and seconds after the shopper's proof during which it can be renewed. */
const ticketLife = 900
const longestRenewal = 24 * 3_600
/** Milliseconds until the next poll of a caller whose response is not held back, because too many callers wait. */
const crowdedPause = 3_000
/**
 * A caller that names no wait gets the service's second response, one second after the first. Such callers poll by the clock, because something between
 * them and the proxy cuts calls that are held; nothing cuts a call as early as that. This saves a third of their calls. So for as many seconds as most
 * orders take, they may poll again after only `pause` milliseconds.
 */
const unheld = { wait: 2_000, answers: 2, pause: 1_000, seconds: 15 }

/** The proof that the shopper gave, as the contents of a key. `until`: the time at which it expires, in seconds since 1970; absent if it never does. */
interface Given extends KeyClaims {
  until?: number | undefined
}

/** The contents of a ticket: what the shopper gave for it, and the service's id of the order, so that all callers of one order share its polling. */
interface TicketClaims extends Given {
  order?: string | undefined
  /** When the first of the chain of renewed tickets was issued (seconds since 1970). */
  since: number
}

/** Handlers of shoppers' requests about an order: the track service responds, and the proof decides how much of it the shopper gets. */
export const trackingRoutes = ({
  track,
  sealer,
  lookupLimits,
  openKey,
  watch,
  claims,
  protection,
}: TrackingParts): Handlers<typeof tracking, TrackingContext> => {
  const lookUpClaims = createClaimLookup(claims)
  const inConstantTime = createConstantTime()

  async function lookUp({ lookup, proof, view, until }: Given, { note, since = nowInSeconds() }: LookupOptions): Promise<TrackedOrder> {
    let fault: ZodError | undefined
    const order = await track.lookUpOrder(lookup, { onLeftOut: (error) => (fault = error) }).catch(refuseMissing)
    if (fault) note(partsOf(fault), fault)
    const held: TicketClaims = { lookup, proof, view, until, order: order.shop_order_id ?? undefined, since }
    const lastRenewal = view ? (until ?? 0) : since + longestRenewal
    const [ticket, shareKey, found, protectionStatus] = await Promise.all([
      sealer.seal('ticket', held, Math.min(nowInSeconds() + ticketLife, lastRenewal)),
      proof === 'tracking' ? undefined : sealLink({ lookup, proof: 'tracking', view, until }),
      lookUpClaims(order, proof),
      // The missing parts may hold a scan, after which protection cannot be changed any more.
      proof === 'key' && !fault ? protection?.(order) : undefined,
    ])
    const tracked = toTrackedOrder(order, {
      proof,
      ticket,
      shareKey,
      trackingNumber: lookup.tracking_number,
      claims: found,
      protectionStatus: view ? withoutActions(protectionStatus) : protectionStatus,
      note,
    })
    // Without its packages, the order would look as if nothing was sent.
    if (tracked.packages.length === 0 && fault?.issues.some(({ path: [part] }) => part === 'packages' || part === 'shipments'))
      throw misread('lookUpOrder', fault)
    return tracked.claims ? { ...tracked, claims: await Promise.all(tracked.claims.map((claim) => withKey(claim, { lookup, proof, view, until }))) } : tracked
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

  /** Looks up a typed number: tries its spellings until the service knows one. */
  async function lookUpTyped(lookups: Lookup[], proof: Proof, options: LookupOptions): Promise<TrackedOrder> {
    let missed: unknown
    for (const lookup of lookups) {
      try {
        return await lookUp({ lookup, proof }, options)
      } catch (error) {
        if (!(error instanceof Refusal && error.code === 'not-found')) throw error
        missed = error
      }
    }
    throw missed
  }

  return {
    async trackOrder({ key, order_number, email, tracking_number, ticket }, { address, setHeaders, note }) {
      const options = { note }
      if (ticket !== undefined) {
        const given = await openTicket(sealer, ticket)
        return lookUp(given, { ...options, since: given.since })
      }
      if (key !== undefined) {
        return inConstantTime(async () => {
          const { exp, ...claims } = await openKey(key, address)
          return lookUp({ ...claims, until: exp }, options)
        })
      }
      const number = (order_number ?? tracking_number)!
      return inConstantTime(() =>
        lookupLimits.count({ address, number: normalizeNumber(normalNumber(number)), email, setHeaders }, () =>
          tracking_number === undefined
            ? lookUpTyped(
                orderSpellingsOf(number).map((order_number) => ({ order_number, email })),
                'order',
                options,
              )
            : lookUpTyped(
                spellingsOf(number).map((tracking_number) => ({ tracking_number })),
                'tracking',
                options,
              ),
        ),
      )
    },

    async trackEvents({ ticket, package: id }, { note }) {
      const { lookup, proof } = await openTicket(sealer, ticket)
      let fault: ZodError | undefined
      const order = await track.lookUpOrder(lookup, { onLeftOut: (error) => (fault = error) }).catch(refuseMissing)
      if (fault) note(partsOf(fault), fault)
      const events = eventsOfPackage(order, id, { proof, trackingNumber: lookup.tracking_number })
      if (!events) throw new Refusal('not-found', 'The order has no such package any more. Look it up again.')
      return { events }
    },

    async trackEnrichment({ ticket, wait }, { disconnected, note }) {
      const { lookup, proof, order, iat } = await openTicket(sealer, ticket)
      const isSettled = ({ shipments, all_settled }: EnrichmentDto) => {
        const own = ownShipments(shipments, lookup.tracking_number)
        // If shipments of other numbers are pending, they explain why not all is settled. Otherwise something that no status shows is pending.
        return all_settled || (own.length > 0 && !own.some(isPending) && shipments.some(isPending))
      }
      const options = wait === undefined ? unheld : { wait: wait * 1000 }
      const { answer, crowded } = await watch
        .settled(lookup, { ...options, disconnected, order, isSettled, onLeftOut: (fault) => note(partsOf(fault), fault) })
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

/** The names of the faulty fields, each once, without array indexes. */
const partsOf = ({ issues }: ZodError) => [...new Set(issues.map(({ path }) => path.filter((key) => typeof key === 'string').join('.')))]

/** The same state, without what its owner may do about it. */
const withoutActions = (status: TrackedProtection | undefined) => status && { ...status, may: [] }

async function openTicket(sealer: Sealer, ticket: string): Promise<Opened<TicketClaims>> {
  const claims = await sealer.open<Omit<TicketClaims, 'since'> & { since?: number }>('ticket', ticket)
  // A ticket of an earlier release has no `since`; its own issue time counts.
  const since = claims?.since ?? claims?.iat ?? 0
  if (!claims || since + longestRenewal <= nowInSeconds()) throw new Refusal('not-found', 'This ticket has expired. Look up the order again.')
  return { ...claims, since }
}

const nowInSeconds = () => Math.floor(Date.now() / 1000)
