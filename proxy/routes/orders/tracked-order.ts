import { isDeepStrictEqual } from 'node:util'
import type { Place, TrackedEvent, TrackedItem, TrackedOrder, TrackedPackage } from '../../../src/contract/tracking.ts'
import type { StoredClaim } from '../../claims/claim-store.ts'
import type { TrackEventDto, TrackLineItemDto, TrackOrderDto, TrackPackageDto, TrackShipmentDto } from '../../upstream/track.ts'
import type { Proof } from './order-keys.ts'
import { hasTrackingNumber, isSameNumber, normalizeNumber } from './numbers.ts'
import { scanGapDays } from './scan-gap.ts'
import { toPlace, toText, toTime, toUrl } from './sanitize.ts'
import { toTrackedClaims } from './tracked-claims.ts'
import { latestEvents, mergeEvents, mostEvents, toTimeline } from './tracked-events.ts'
import type { TrackedProtection } from './tracked-protection.ts'

/** Who looks at an order: what they proved, and the tracking number if that is all they gave. */
interface Viewer {
  proof: Proof
  trackingNumber?: string | undefined
}

interface TrackedOrderOptions extends Viewer {
  ticket: string
  /** A key that proves no more than a tracking number. */
  shareKey?: string | undefined
  claims: readonly StoredClaim[]
  /** Whether the order is to be paid when it is delivered: then nothing is missing that the shopper should know of. */
  isPaidOnDelivery?: boolean
  protectionStatus?: TrackedProtection | undefined
  note: (parts: string[], error: unknown) => void
}

/**
 * Converts the service's order to the proxy's own form, reduced to what the proof allows. Every field is named here, so a field that the
 * service adds stays hidden until someone decides about it. A tracking number shows its own package by status and country. Number and
 * e-mail address show the items and the town. Key, e-mail address, phone and street are never shown.
 */
export function toTrackedOrder(
  order: TrackOrderDto,
  { proof, ticket, shareKey, trackingNumber, claims, isPaidOnDelivery = false, protectionStatus, note }: TrackedOrderOptions,
): TrackedOrder {
  const owner = proof !== 'tracking'
  const outcomes = owner && claims.length > 0 ? toTrackedClaims(claims, { proof, items: itemsOf(order), note }) : []
  const parcels = parcelsFor(order, { proof, trackingNumber })
  const most = latestEvents(parcels.length)
  const packages = parcels
    .map((one) => toPackage(one, proof, most))
    .map((one) => {
      const quiet_days = scanGapDays(one, Date.now())
      return quiet_days === undefined ? one : { ...one, quiet_days }
    })
  return {
    proof,
    ticket,
    ...(owner && shareKey !== undefined && { share_key: shareKey }),
    order_number: owner ? toText(order.order_number) : null,
    placed_at: owner ? toTime(order.created_at) : null,
    financial_status: owner && !isPaidOnDelivery ? toText(order.financial_status) : null,
    protected: owner ? (order.is_protected ?? null) : null,
    ...(proof === 'key' && protectionStatus),
    town: owner && order.shipping_address ? toPlace(order.shipping_address) : null,
    has_shippable_items: owner ? order.has_shippable_items : true,
    has_fulfillment_without_tracking: owner && order.has_fulfillment_without_tracking,
    packages,
    unshipped_items: owner ? order.unfulfilled_line_items.map(toItem) : [],
    ...(outcomes.length > 0 && { claims: outcomes }),
    all_settled: ownShipments(order.shipments, trackingNumber).every((shipment) => !isPending(shipment)),
  }
}

/** All events of the package with this id, reduced to what the proof allows; undefined if the order has no such package for this proof. */
export function eventsOfPackage(order: TrackOrderDto, id: string, viewer: Viewer): TrackedEvent[] | undefined {
  const parcel = parcelsFor(order, viewer).find((one) => one.id === id)
  return parcel && toPackage(parcel, viewer.proof, mostEvents).events
}

/** The packages that the proof shows, each with an id of its own that does not depend on what is shown of it. */
const parcelsFor = (order: TrackOrderDto, { proof, trackingNumber }: Viewer): Parcel[] =>
  toParcels(order)
    .filter(({ tracking_number }) => trackingNumber === undefined || hasTrackingNumber(tracking_number, trackingNumber))
    // The id of a shipment is the shop's own.
    .map((one, index) => (proof === 'tracking' ? { ...one, id: one.tracking_number ?? `package-${index + 1}` } : one))
    .map(underOwnId())

function toPackage(parcel: Parcel, proof: Proof, most: number): TrackedPackage {
  const one = { ...parcel, ...toTimeline(parcel.events, most) }
  return proof === 'tracking' ? toPublicPackage(one) : one
}

/** The shipments that have this tracking number, or all for another proof: who knows one number must not see the rest of the order. */
export const ownShipments = <Shipment extends Pick<TrackShipmentDto, 'tracking_number'>>(shipments: readonly Shipment[], trackingNumber: string | undefined) =>
  trackingNumber === undefined ? shipments : shipments.filter(({ tracking_number }) => hasTrackingNumber(tracking_number, trackingNumber))

/** Whether a shipment is not settled. Every status but `pending` counts as settled, also an unknown one (A86). */
export const isPending = ({ enrichment_status }: Pick<TrackShipmentDto, 'enrichment_status'>) => enrichment_status === 'pending'

/** Gives packages with the same number different ids; a courier may give one number to all packages that travel together. */
function underOwnId() {
  const ids = new Set<string>()
  return (one: Parcel, index: number): Parcel => {
    const id = ids.has(one.id) ? `package-${index + 1}` : one.id
    ids.add(id)
    return { ...one, id }
  }
}

/** The most events and items that packages without their own may copy from shipments, in total. It keeps a short response from growing without end. */
const maxCopied = 20_000

/** A package with events in the service's form. */
type Parcel = Omit<TrackedPackage, 'events' | 'earlier'> & { events: TrackEventDto[] }

/** One package per tracking number (A83), then each shipment without a package: sent without tracking (A90), or not packed yet. */
function toParcels({ packages, shipments }: TrackOrderDto): Parcel[] {
  const byId = new Map(shipments.map((shipment) => [shipment.shop_shipment_id, shipment]))
  const plain = (number: TrackShipmentDto['tracking_number']) => normalizeNumber(number ?? '')
  const byNumber = new Map<string, TrackShipmentDto[]>()
  for (const shipment of shipments) {
    const number = plain(shipment.tracking_number)
    const others = byNumber.get(number)
    if (others) others.push(shipment)
    else byNumber.set(number, [shipment])
  }
  const numbers = new Set(packages.map(({ tracking_number }) => plain(tracking_number)))
  const covered = new Set(packages.flatMap(({ shop_shipment_ids }) => shop_shipment_ids))
  const uncovered = shipments.filter(
    ({ shop_shipment_id, tracking_number }) =>
      !(shop_shipment_id && covered.has(shop_shipment_id)) && !(tracking_number?.trim() && numbers.has(plain(tracking_number))),
  )
  let left = maxCopied
  const copyFromShipments: CopyFromShipments = (ofShipments) => {
    if (left < 0) return []
    const copied = ofShipments.flat()
    left -= copied.length
    return left < 0 ? [] : copied
  }
  return [
    ...packages.map((one, index) => {
      const theirs = one.shop_shipment_ids.map((id) => byId.get(id)).filter((shipment) => shipment !== undefined)
      const number = plain(one.tracking_number)
      const bearers = theirs.length > 0 && !number ? [] : (byNumber.get(number) ?? [])
      // Shipments that match only by number go to one package.
      byNumber.delete(number)
      return fromPackage(one, [...new Set([...theirs, ...bearers])], index, copyFromShipments)
    }),
    ...uncovered.map((shipment, index) => fromShipment(shipment, packages.length + index)),
  ]
}

type CopyFromShipments = <Entry>(ofShipments: Entry[][]) => Entry[]

function fromPackage(one: TrackPackageDto, shipments: TrackShipmentDto[], index: number, copyFromShipments: CopyFromShipments): Parcel {
  // An event of a shipment with several packages may belong to another of them.
  const alone = shipments.filter(({ tracking_number }) => tracking_number && one.tracking_number && isSameNumber(tracking_number, one.tracking_number))
  const sources = one.timeline.length > 0 ? alone : shipments
  const events = mergeEvents(one.timeline, copyFromShipments(sources.map((shipment) => shipment.events)))
  const items = one.line_items.length > 0 ? one.line_items : copyFromShipments(shipments.map((shipment) => shipment.line_items))
  const { from, to } = one.estimated_delivery ?? {}
  const expected = one.estimated_delivery_at ?? ((from ?? to) ? null : alone.find((shipment) => shipment.estimated_delivery_at)?.estimated_delivery_at)
  return {
    id: toText(one.tracking_number) ?? `package-${index + 1}`,
    tracking_number: toText(one.tracking_number),
    carrier: toText(one.carrier) ?? toText(shipments[0]?.tracking_company),
    links: one.tracking_links.flatMap(({ carrier, url }) => toLink(carrier, url)),
    status: toText(one.current_status),
    label: toText(one.current_status_label),
    estimated_from: toTime(from ?? expected),
    estimated_to: toTime(to ?? expected),
    pending: shipments.some(isPending),
    events: addDelivery(events, one.current_status, alone),
    items: items.map(toItem),
  }
}

function fromShipment(shipment: TrackShipmentDto, index: number): Parcel {
  return {
    id: toText(shipment.shop_shipment_id) ?? `package-${index + 1}`,
    tracking_number: toText(shipment.tracking_number),
    carrier: toText(shipment.tracking_company),
    links: toLink(shipment.tracking_company, shipment.tracking_url),
    status: toText(shipment.status),
    label: null,
    estimated_from: toTime(shipment.estimated_delivery_at),
    estimated_to: toTime(shipment.estimated_delivery_at),
    pending: isPending(shipment),
    events: addDelivery(shipment.events, shipment.status, [shipment]),
    items: shipment.line_items.map(toItem),
  }
}

/** Adds the delivery to the events, if the shipments have its date (A81) and no event does. */
function addDelivery(events: TrackEventDto[], status: string | null | undefined, shipments: readonly TrackShipmentDto[]): TrackEventDto[] {
  if ((status ?? 'delivered') !== 'delivered' || events.some((event) => event.status === 'delivered')) return events
  const created_at = shipments.find(({ delivered_at }) => delivered_at)?.delivered_at
  return created_at ? [...events, { status: 'delivered', created_at }] : events
}

/**
 * A package for a shopper who knows only its number; every field is named here too. Messages are left out, because carriers write towns and names
 * into them. A status that is a sentence is left out for the same reason. Times lose their offset, which shows the region.
 */
const toPublicPackage = (one: TrackedPackage): TrackedPackage => ({
  id: one.id,
  tracking_number: one.tracking_number,
  carrier: one.carrier,
  links: one.links.filter(({ url }) => holdsNoMoreThan(one.tracking_number, url)),
  status: one.status && (toCode(one.status) || null),
  label: one.label,
  estimated_from: one.estimated_from,
  estimated_to: one.estimated_to,
  pending: one.pending,
  events: one.events
    .map(({ status, created_at, place }) => ({ status: toCode(status), message: null, created_at: toTime(created_at), place: onlyCountry(place) }))
    .filter((event, index, all) => index === 0 || !isDeepStrictEqual(event, all[index - 1])),
  ...(one.earlier && { earlier: one.earlier }),
  items: [],
})

const onlyCountry = (place: Place | null): Place | null => place && { city: null, province: null, country: place.country }

/** The status if it is one word or several joined words, such as `in_transit`; otherwise an empty text. */
const toCode = (status: string) => (/^[a-z]+([_-][a-z]+)*$/i.test(status) ? status : '')

/** Whether a carrier's address holds nothing beyond the number: with a postal code or an e-mail address in it, the carrier's page would show more than ours. */
function holdsNoMoreThan(number: string | null, address: string): boolean {
  const { pathname, search, hash } = new URL(address)
  const rest = (pathname + search + hash).toUpperCase()
  return !/[\d@]/.test(number === null ? rest : rest.replaceAll(encodeURIComponent(number).toUpperCase(), ''))
}

const toItem = ({ name, quantity, image_url }: TrackLineItemDto): TrackedItem => ({
  name: toText(name) ?? '',
  quantity: quantity ?? 1,
  image_url: toUrl(image_url),
})

/** Every line that the order names anywhere, by id. */
const itemsOf = ({ shipments, packages, unfulfilled_line_items }: TrackOrderDto) =>
  new Map(
    [...unfulfilled_line_items, ...packages.flatMap((one) => one.line_items), ...shipments.flatMap((one) => one.line_items)].flatMap((line) =>
      line.shop_line_item_id ? [[line.shop_line_item_id, toItem(line)]] : [],
    ),
  )

function toLink(carrier: string | null | undefined, url: string | null | undefined): TrackedPackage['links'] {
  const safe = toUrl(url)
  return safe === null ? [] : [{ carrier: toText(carrier), url: safe }]
}
