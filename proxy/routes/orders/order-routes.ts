import type { ZodError } from 'zod'
import type { TrackedOrder, tracking } from '../../../src/contract/tracking.ts'
import { normalNumber } from '../../../src/contract/tracking.schema.ts'
import { Refusal } from '../../http/problems.ts'
import type { Handlers } from '../../http/serve.ts'
import type { LookupLimits } from '../../identity/lookup-limits.ts'
import type { EnrichmentDto, Lookup } from '../../upstream/track.ts'
import { createConstantTime } from './constant-time.ts'
import type { EnrichmentPoller } from './enrichment.ts'
import { normalizeNumber, spellingsOf, orderSpellingsOf } from './numbers.ts'
import { refuseMissing, type KeyOpener, type Proof } from './order-keys.ts'
import { createOrderLookup, partsOf, type LookupOptions, type LookupParts } from './order-lookup.ts'
import { openTicket } from './tickets.ts'
import { eventsOfPackage, isPending, ownShipments } from './tracked-order.ts'

/** What a route knows of a shopper who requests an order. */
export interface TrackingContext extends Pick<LookupOptions, 'note'> {
  /** The shopper's network address, for counting misses and the service's own keys. */
  address: string
  /** Aborted when the shopper leaves. */
  disconnected: AbortSignal
  /** Sets headers of the response. */
  setHeaders: (headers: Record<string, string>) => void
}

interface TrackingParts extends LookupParts {
  lookupLimits: LookupLimits
  openKey: KeyOpener
  watch: EnrichmentPoller
}

/** Milliseconds until the next poll of a caller whose response is not held back, because too many callers wait. */
const crowdedPause = 3_000
/**
 * A caller that names no wait gets the service's second response, one second after the first. Such callers poll by the clock, because something between
 * them and the proxy cuts calls that are held; nothing cuts a call as early as that. This saves a third of their calls. So for as many seconds as most
 * orders take, they may poll again after only `pause` milliseconds.
 */
const unheld = { wait: 2_000, answers: 2, pause: 1_000, seconds: 15 }

/** Handlers of shoppers' requests about an order: the track service responds, and the proof decides how much of it the shopper gets. */
export const trackingRoutes = ({ lookupLimits, openKey, watch, ...lookedUp }: TrackingParts): Handlers<typeof tracking, TrackingContext> => {
  const { track, sealer } = lookedUp
  const lookUp = createOrderLookup(lookedUp)
  const inConstantTime = createConstantTime()

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
