import { ResponseError, type Client } from '../../src/contract/client.ts'
import type { TrackedOrder, tracking } from '../../src/contract/tracking.ts'
import { looksSealed, type Sealer } from '../identity/seal.ts'
import type { Tries } from '../identity/tries.ts'
import { Refusal } from '../problems.ts'
import type { Handlers } from '../serve.ts'
import type { Lookup, trackService } from '../upstream/track.ts'
import type { EnrichmentWatch } from './enrichment.ts'
import { plainNumber, sameNumber, toTrackedOrder } from './tracked-order.ts'

/** What somebody has shown of an order, and so how much of it they may see. */
export type Proof = TrackedOrder['proof']

/** What a link's key holds: enough to look the order up, and how much the holder may see. */
export interface KeyClaims {
  lookup: Lookup
  proof: Proof
}

/** What a route knows of somebody who asks for an order. */
export interface TrackingVisit {
  /** Their network address, for counting misses. */
  address: string
  /** Aborted when they leave. */
  left: AbortSignal
}

interface TrackingParts {
  track: Client<typeof trackService>
  sealer: Sealer
  tries: Tries
  watch: EnrichmentWatch
}

/** Seconds that a ticket is good for. */
const ticketLife = 900

/** What a shopper may ask about an order, answered by the track interface and reduced to what the proof allows. */
export const trackingRoutes = ({ track, sealer, tries, watch }: TrackingParts): Handlers<typeof tracking, TrackingVisit> => {
  async function lookUp(lookup: Lookup, proof: Proof): Promise<TrackedOrder> {
    const order = await track.lookUpOrder(lookup).catch(nothing)
    const ticket = await sealer.seal('ticket', { lookup, proof } satisfies KeyClaims, Math.floor(Date.now() / 1000) + ticketLife)
    return toTrackedOrder(order, proof, ticket, lookup.tracking_number)
  }

  return {
    async trackOrder({ key, order_number, email, tracking_number, ticket }, { address }) {
      if (ticket !== undefined) {
        const { lookup, proof } = await openTicket(sealer, ticket)
        return lookUp(lookup, proof)
      }
      if (key !== undefined) {
        // A key of the service's own works as well as a link that we have sealed; neither can be guessed, so neither counts as a try.
        const sealed = await sealer.open<KeyClaims>('key', key)
        if (!sealed && looksSealed(key)) throw noSuchOrder() // a session or another secret of ours, which is not the service's to see
        const { lookup, proof } = sealed ?? { lookup: { key }, proof: 'key' as const }
        return lookUp(lookup, proof)
      }
      if (tracking_number !== undefined) return tries.count(address, plainNumber(tracking_number), () => lookUp({ tracking_number }, 'tracking'))
      return tries.count(address, plainNumber(order_number!), () => lookUp({ order_number, email }, 'order'))
    },

    async trackEnrichment({ ticket, wait = 0 }, { left }) {
      const { lookup, proof } = await openTicket(sealer, ticket)
      const { shipments, all_settled } = await watch.settled(lookup, wait * 1000, left).catch(nothing)
      return {
        shipments: shipments
          .filter(({ tracking_number }) => lookup.tracking_number === undefined || sameNumber(tracking_number, lookup.tracking_number))
          .map(({ shop_shipment_id, tracking_number, enrichment_status }) => ({
            shop_shipment_id: (proof !== 'tracking' && shop_shipment_id) || '',
            tracking_number: tracking_number || null,
            enrichment_status,
          })),
        all_settled,
      }
    },
  }
}

async function openTicket(sealer: Sealer, ticket: string): Promise<KeyClaims> {
  const claims = await sealer.open<KeyClaims>('ticket', ticket)
  if (!claims) throw new Refusal('not-found', 'This ticket is no longer good. Look the order up again.')
  return claims
}

/** One answer for a wrong number, a wrong address and an unknown order (A78). */
const noSuchOrder = () => new Refusal('not-found', 'There is no order with these details.')

function nothing(error: unknown): never {
  if (error instanceof ResponseError && (error.status === 404 || error.status === 422 || error.status === 400)) throw noSuchOrder()
  throw error
}
