import { createHash } from 'node:crypto'
import type { TrackEventDto } from '../../../proxy/upstream/track.ts'
import type { Order, Shipment } from '../protection/state.ts'

/** One scan of a parcel by its carrier. A scan always has a time. */
export interface Scan extends TrackEventDto {
  created_at: string
}

/** Returns a carrier’s scans of a shipment, or undefined if the carrier does not respond. */
export type Carrier = (shipment: Shipment, order: Order) => Scan[] | undefined

const pacific = 'America/Los_Angeles'
const mountain = 'America/Denver'
const origin = { city: 'Eugene', province_code: 'US-OR', postal_code: '97402', country_code: 'US' }
const hubs = [
  { zone: pacific, location: { city: 'Reno', province_code: 'US-NV', postal_code: '89502', country_code: 'US' } },
  { zone: mountain, location: { city: 'Salt Lake City', province_code: 'US-UT', postal_code: '84116', country_code: 'US' } },
  { zone: mountain, location: { city: 'Boise', province_code: 'US-ID', postal_code: '83705', country_code: 'US' } },
  { zone: pacific, location: { city: 'Sacramento', province_code: 'US-CA', postal_code: '95828', country_code: 'US' } },
] as const

/** The progress of a parcel by the merchant’s own events. Problems are not stages. */
const stages = ['confirmed', 'carrier_picked_up', 'in_transit', 'out_for_delivery', 'delivered'] as const
const stageOf = (status: string) => stages.findIndex((stage) => stage === status)

/**
 * Makes scans in more detail than the merchant’s events, and never later than them: each lies between the scan or event
 * before it and the event that proves it. The same shipment always has the same scans.
 */
export const scansOf: Carrier = ({ fields, events }, { fields: { shipping_address } }) => {
  const { city, province_code, postal_code, country_code } = shipping_address
  const hub = hubs[(createHash('sha256').update(fields.tracking_number).digest()[0] ?? 0) % hubs.length] ?? hubs[0]
  const plan = [
    {
      stage: 'carrier_picked_up',
      before: 'confirmed',
      share: 0.8,
      status: 'carrier_picked_up',
      message: 'Accepted at origin facility',
      location: origin,
      zone: pacific,
    },
    {
      stage: 'in_transit',
      before: 'carrier_picked_up',
      share: 0.4,
      status: 'in_transit',
      message: 'Departed origin facility',
      location: origin,
      zone: pacific,
    },
    { stage: 'in_transit', before: 'carrier_picked_up', share: 0.9, status: 'in_transit', message: 'Arrived at sort facility', ...hub },
    { stage: 'out_for_delivery', before: 'in_transit', share: 0.4, status: 'in_transit', message: 'Departed sort facility', ...hub },
    {
      stage: 'out_for_delivery',
      before: 'in_transit',
      share: 0.9,
      status: 'in_transit',
      message: 'Arrived at local facility',
      location: { city, province_code, postal_code, country_code },
      zone: 'UTC',
    },
  ] as const
  let last = Date.parse(fields.created_at)
  const scans: Scan[] = [
    { status: 'confirmed', message: 'Shipment information received', location: origin, created_at: inZone(last, pacific), source: 'carrier' },
  ]
  for (const { stage, before, share, zone, ...scan } of plan) {
    const proof = firstAtOrPast(events, stage)
    if (proof === undefined) break
    const earlier = firstAtOrPast(events, before) ?? last
    if (earlier < proof) last = Math.max(last, earlier)
    last += Math.max(0, proof - last) * share
    scans.push({ ...scan, created_at: inZone(last, zone), source: 'carrier' })
  }
  return scans
}

/** Writes a time as carriers do: local time with its offset. */
function inZone(time: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(time)
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? []
  const ahead = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000
  return ahead ? new Date(time + ahead).toISOString().replace('Z', `${sign}${hours}:${minutes}`) : new Date(time).toISOString()
}

/** Returns when the merchant first reported that stage or a later one. */
function firstAtOrPast(events: Shipment['events'], stage: (typeof stages)[number]): number | undefined {
  const times = events.filter(({ status }) => stageOf(status) >= stageOf(stage)).map(({ created_at }) => Date.parse(created_at))
  return times.length > 0 ? Math.min(...times) : undefined
}
