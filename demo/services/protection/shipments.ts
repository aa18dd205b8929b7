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

/** A shipment needs an order (A58), and says nothing of its insurance that the order does not. */
function checkOrder(world: World, { shop_order_id, line_items }: Pick<ShipmentInput, 'shop_order_id' | 'line_items'>) {
  const order = orderOf(world, shop_order_id, new Failure(422, 'Shop order id must exist'))
  const faults = isProtected(order) ? [] : insuredInVain(line_items)
  if (faults.length > 0) throw new Failure(422, ...inWords(faults))
}

/** Takes a shipment in; the same again is answered as the first time was (A57). */
export function createShipment(world: World, reported: ShipmentInput): ShipmentInput | Answer<ShipmentInput> {
  const known = world.state.shipments.get(reported.shop_shipment_id)
  if (known && isDeepStrictEqual(known.reported, reported)) return new Answer(200, known.fields)
  if (known) throw new Failure(422, 'Shop shipment id has already been taken')
  checkOrder(world, reported)
  addShipment(world.state, { reported, fields: { ...reported }, events: [] })
  return reported
}

/** Replaces what is known of a shipment; its id stays the path's. What a carrier said of another number is forgotten. */
export function updateShipment(world: World, { shopShipmentId, ...changes }: ShipmentUpdateInput): ShipmentInput {
  const shipment = shipmentOf(world, shopShipmentId)
  checkOrder(world, changes)
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
