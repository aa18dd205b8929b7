import { isDeepStrictEqual } from 'node:util'
import { Answer } from '../../../proxy/serve.ts'
import type { ShipmentEventDto, ShipmentEventInput, ShipmentInput, ShipmentUpdateInput } from '../../../proxy/upstream/protection.ts'
import type { World } from '../world.ts'
import { Failure } from '../failure.ts'
import { addShipment, changeShipment } from './register.ts'
import type { Shipment } from './state.ts'

const newestFirst = (a: { created_at: string }, b: { created_at: string }) => Date.parse(b.created_at) - Date.parse(a.created_at)

/** Newest first by when they happened, whenever they came (A70); of those at the same moment, the last to come first. */
export const inOrder = <Event extends { created_at: string }>(events: readonly Event[]) => [...events].reverse().sort(newestFirst)

/** The status of the newest event, if any. */
export const currentStatus = (events: readonly { status: string; created_at: string }[]) => inOrder(events)[0]?.status

function shipmentOf({ state }: World, shopShipmentId: string): Shipment {
  const shipment = state.shipments.get(shopShipmentId)
  if (!shipment) throw new Failure(404, 'Shipment not found')
  return shipment
}

function checkOrder({ state }: World, shopOrderId: string) {
  if (!state.orders.has(shopOrderId)) throw new Failure(422, 'Shop order id must exist') // A58
}

/** Takes a shipment in; the same again is answered as the first time was (A57). */
export function createShipment(world: World, reported: ShipmentInput): ShipmentInput | Answer<ShipmentInput> {
  const known = world.state.shipments.get(reported.shop_shipment_id)
  if (known && isDeepStrictEqual(known.reported, reported)) return new Answer(200, known.fields)
  if (known) throw new Failure(422, 'Shop shipment id has already been taken')
  checkOrder(world, reported.shop_order_id)
  addShipment(world.state, { reported, fields: { ...reported }, events: [] })
  return reported
}

/** Replaces what is known of a shipment; its id stays the path's. What a carrier said of another number is forgotten. */
export function updateShipment(world: World, { shopShipmentId, ...changes }: ShipmentUpdateInput): ShipmentInput {
  const shipment = shipmentOf(world, shopShipmentId)
  checkOrder(world, changes.shop_order_id)
  if (changes.tracking_number !== shipment.fields.tracking_number) world.state.enrichments.delete(shopShipmentId)
  changeShipment(world.state, shipment, { ...changes, shop_shipment_id: shopShipmentId })
  return shipment.fields
}

/** Adds an event, unless the shipment has it already (A59). */
export function createShipmentEvent(world: World, { shopShipmentId, ...event }: ShipmentEventInput): ShipmentEventDto {
  const { events } = shipmentOf(world, shopShipmentId)
  if (events.some(({ shop_shipment_event_id }) => shop_shipment_event_id === event.shop_shipment_event_id))
    throw new Failure(409, 'Shop shipment event id has already been taken')
  events.push(event)
  return event
}
