import { isDeepStrictEqual } from 'node:util'
import { Answer } from '../../../proxy/http/serve.ts'
import type { ShipmentEventDto, ShipmentEventInput, ShipmentInput, ShipmentUpdateInput } from '../../../proxy/upstream/protection.ts'
import type { World } from '../world.ts'
import { Failure } from '../failure.ts'
import { insuredInVain } from './lines.ts'
import { isProtected, orderOf } from './orders.ts'
import { addShipment, changeShipment } from './register.ts'
import type { Shipment } from './state.ts'
import { inWords } from './words.ts'

function shipmentOf({ state }: World, shopShipmentId: string): Shipment {
  const shipment = state.shipments.get(shopShipmentId)
  if (!shipment) throw new Failure(404, 'Shipment not found')
  return shipment
}

/** Checks that a shipment has an order (A58), and that it has insured lines only if the order is protected. */
function checkOrder(world: World, { shop_order_id, line_items }: Pick<ShipmentInput, 'shop_order_id' | 'line_items'>) {
  const order = orderOf(world, shop_order_id, new Failure(422, 'Shop order id must exist'))
  const faults = isProtected(order) ? [] : insuredInVain(line_items)
  if (faults.length > 0) throw new Failure(422, ...inWords(faults))
}

/** Accepts a shipment. The same shipment again gets the same response (A57). */
export function createShipment(world: World, reported: ShipmentInput): ShipmentInput | Answer<ShipmentInput> {
  const known = world.state.shipments.get(reported.shop_shipment_id)
  if (known && isDeepStrictEqual(known.reported, reported)) return new Answer(200, known.fields)
  if (known) throw new Failure(422, 'Shop shipment id has already been taken')
  checkOrder(world, reported)
  addShipment(world.state, { reported, fields: { ...reported }, events: [] })
  return reported
}

/** Replaces the fields of a shipment; its id comes from the path. With another tracking number the carrier’s data is deleted. */
export function updateShipment(world: World, { shopShipmentId, ...changes }: ShipmentUpdateInput): ShipmentInput {
  const shipment = shipmentOf(world, shopShipmentId)
  checkOrder(world, changes)
  if (changes.tracking_number !== shipment.fields.tracking_number) world.state.enrichments.delete(shopShipmentId)
  changeShipment(world.state, shipment, { ...changes, shop_shipment_id: shopShipmentId })
  return shipment.fields
}

/** Adds an event. An event that the shipment already has is refused (A59). */
export function createShipmentEvent(world: World, { shopShipmentId, ...event }: ShipmentEventInput): ShipmentEventDto {
  const { events } = shipmentOf(world, shopShipmentId)
  if (events.some(({ shop_shipment_event_id }) => shop_shipment_event_id === event.shop_shipment_event_id))
    throw new Failure(409, 'Shop shipment event id has already been taken')
  events.push(event)
  return event
}
