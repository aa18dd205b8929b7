import type { EnrichmentDto } from '../../../proxy/upstream/track.ts'
import type { World } from '../world.ts'
import { currentStatus } from '../protection/events.ts'
import type { Shipment } from '../protection/state.ts'
import { trackingNumbers } from '../protection/tracking-numbers.ts'
import type { Found } from './lookup.ts'
import { scansOf } from './scans.ts'

/** Milliseconds after which a pending lookup has failed (A88). */
const giveUpAfter = 15_000
const halfAnHour = 1_800_000
/** The statuses after which carriers report nothing (A89). */
const final = ['delivered', 'picked_up']

/** The progress of a lookup at a carrier (A86). */
export type EnrichmentStatus = 'pending' | 'completed' | 'failed' | 'skipped'

/** Starts a lookup for each shipment that has a tracking number and no fresh answer (A89). */
export function enrich(world: World, { shipments }: Found) {
  const {
    state,
    clock,
    options: { enrichment: { freshFor = halfAnHour } = {} },
  } = world
  for (const shipment of shipments) {
    const id = shipment.fields.shop_shipment_id
    const status = enrichmentStatus(world, shipment)
    const known = state.enrichments.get(id)
    const isFresh = known && (status === 'pending' || final.includes(currentStatus(shipment.events) ?? '') || ageOf(world, known.started_at) < freshFor)
    if (status !== 'skipped' && !isFresh) state.enrichments.set(id, { started_at: clock.now().toISOString(), renewed: status === 'completed' })
  }
}

/** Returns the progress of a shipment’s lookup. Starts nothing. */
export function enrichmentStatus(world: World, shipment: Shipment): EnrichmentStatus {
  const {
    state,
    options: { enrichment: { delay = 3000 } = {}, carrier = scansOf },
  } = world
  const { shop_shipment_id, shop_order_id, tracking_number } = shipment.fields
  const order = state.orders.get(shop_order_id)
  const known = state.enrichments.get(shop_shipment_id)
  if (!order || trackingNumbers(tracking_number).length === 0) return 'skipped' // A86
  if (!known) return 'pending'
  const age = ageOf(world, known.started_at)
  if (age >= delay && delay <= giveUpAfter && carrier(shipment, order)) return 'completed'
  return age < giveUpAfter ? 'pending' : 'failed'
}

/** Returns each shipment’s status, and whether none is pending (A87). */
export function enrichmentOf(world: World, { shipments }: Found): EnrichmentDto {
  const entries = shipments.map((shipment) => {
    const { shop_shipment_id, tracking_number } = shipment.fields
    return { shop_shipment_id, tracking_number, enrichment_status: enrichmentStatus(world, shipment) }
  })
  return { shipments: entries, all_settled: entries.every(({ enrichment_status }) => enrichment_status !== 'pending') }
}

const ageOf = ({ clock }: World, startedAt: string) => clock.now().getTime() - Date.parse(startedAt)
