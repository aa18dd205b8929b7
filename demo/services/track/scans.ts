import { createHash } from 'node:crypto'
import type { TrackEventDto } from '../../../proxy/upstream/track.ts'
import type { Order, Shipment } from '../protection/state.ts'

export interface Scan extends TrackEventDto {
  created_at: string
}

/** What a carrier knows of a shipment; nothing when it does not answer. */
export type Carrier = (shipment: Shipment, order: Order) => Scan[] | undefined

const origin = { city: 'Eugene', province_code: 'US-OR', postal_code: '97402', country_code: 'US' }
const hubs = [
  { city: 'Reno', province_code: 'US-NV', postal_code: '89502', country_code: 'US' },
  { city: 'Salt Lake City', province_code: 'US-UT', postal_code: '84116', country_code: 'US' },
  { city: 'Boise', province_code: 'US-ID', postal_code: '83705', country_code: 'US' },
  { city: 'Sacramento', province_code: 'US-CA', postal_code: '95828', country_code: 'US' },
] as const

/** How far a parcel has come by the merchant's own events; problems say nothing of that. */
const stages = ['confirmed', 'carrier_picked_up', 'in_transit', 'out_for_delivery', 'delivered'] as const
const stageOf = (status: string) => stages.findIndex((stage) => stage === status)

/**
 * Scans in more detail than the merchant's events, and never ahead of them: each lies between the shipment's
 * creation and the event that proves it. The same shipment always has the same scans.
 */
export const scansOf: Carrier = ({ fields, events }, { fields: { shipping_address } }) => {
  const { city, province_code, postal_code, country_code } = shipping_address
  const hub = hubs[(createHash('sha256').update(fields.tracking_number).digest()[0] ?? 0) % hubs.length] ?? hubs[0]
  const plan = [
    { stage: 'confirmed', after: 0, status: 'confirmed', message: 'Shipment information received', location: origin },
    { stage: 'carrier_picked_up', after: 0.9, status: 'carrier_picked_up', message: 'Accepted at origin facility', location: origin },
    { stage: 'in_transit', after: 0.6, status: 'in_transit', message: 'Departed origin facility', location: origin },
    { stage: 'in_transit', after: 0.95, status: 'in_transit', message: 'Arrived at sort facility', location: hub },
    { stage: 'out_for_delivery', after: 0.7, status: 'in_transit', message: 'Departed sort facility', location: hub },
    { stage: 'out_for_delivery', after: 0.95, status: 'in_transit', message: 'Arrived at local facility', location: { city, province_code, postal_code, country_code } },
  ] as const
  const created = Date.parse(fields.created_at)
  return plan.flatMap(({ stage, after, ...scan }) => {
    const proof = stage === 'confirmed' ? created : firstAtOrPast(events, stage)
    if (proof === undefined) return []
    return { ...scan, created_at: new Date(created + (proof - created) * after).toISOString(), source: 'carrier' }
  })
}

/** When the merchant first reported that stage or a later one. */
function firstAtOrPast(events: Shipment['events'], stage: (typeof stages)[number]): number | undefined {
  const times = events.filter(({ status }) => stageOf(status) >= stageOf(stage)).map(({ created_at }) => Date.parse(created_at))
  return times.length > 0 ? Math.min(...times) : undefined
}
