import type { Order, Register, Shipment } from './state.ts'
import { plainNumber, trackingNumbers } from './tracking-numbers.ts'

/** A register without orders or shipments. */
export const emptyRegister = (): Register => ({
  orders: new Map(),
  shipments: new Map(),
  orderByKey: new Map(),
  ordersByNumber: new Map(),
  shipmentsByOrder: new Map(),
  shipmentsByNumber: new Map(),
})

/** Adds an order to the register. */
export function addOrder(register: Register, order: Order) {
  const { shop_order_id, shop_order_number } = order.fields
  register.orders.set(shop_order_id, order)
  register.orderByKey.set(order.key, shop_order_id)
  enter(register.ordersByNumber, withoutHash(shop_order_number), shop_order_id)
}

/** Changes the fields of an order, and updates the indexes. */
export function changeOrder({ ordersByNumber }: Register, { fields }: Order, changes: Partial<Order['fields']>) {
  const { shop_order_id, shop_order_number } = fields
  strike(ordersByNumber, withoutHash(shop_order_number), shop_order_id)
  Object.assign(fields, changes)
  enter(ordersByNumber, withoutHash(fields.shop_order_number), shop_order_id)
}

/** Adds a shipment to the register. */
export function addShipment(register: Register, shipment: Shipment) {
  register.shipments.set(shipment.fields.shop_shipment_id, shipment)
  for (const [index, name] of namesOf(register, shipment)) enter(index, name, shipment.fields.shop_shipment_id)
}

/** Changes the fields of a shipment, and updates the indexes. */
export function changeShipment(register: Register, shipment: Shipment, changes: Partial<Shipment['fields']>) {
  for (const [index, name] of namesOf(register, shipment)) strike(index, name, shipment.fields.shop_shipment_id)
  Object.assign(shipment.fields, changes)
  for (const [index, name] of namesOf(register, shipment)) enter(index, name, shipment.fields.shop_shipment_id)
}

/** Returns the shipments of an order, in the order of arrival. */
export const shipmentsOf = ({ shipments, shipmentsByOrder }: Register, shopOrderId: string) => pick(shipments, shipmentsByOrder.get(shopOrderId))

/** Returns the order with that key. */
export function orderWithKey({ orders, orderByKey }: Register, key: string): Order | undefined {
  return orders.get(orderByKey.get(key) ?? '')
}

/** Returns the orders with that number, with or without its `#` (A76). */
export const ordersNumbered = ({ orders, ordersByNumber }: Register, number: string) => pick(orders, ordersByNumber.get(withoutHash(number)))

/** Returns the shipments that have this tracking number. */
export const shipmentsNumbered = ({ shipments, shipmentsByNumber }: Register, number: string) => pick(shipments, shipmentsByNumber.get(plainNumber(number)))

function namesOf({ shipmentsByOrder, shipmentsByNumber }: Register, { fields }: Shipment): [Map<string, string[]>, string][] {
  const numbers = new Set(trackingNumbers(fields.tracking_number).map(plainNumber))
  return [[shipmentsByOrder, fields.shop_order_id], ...[...numbers].map((number): [Map<string, string[]>, string] => [shipmentsByNumber, number])]
}

function enter(index: Map<string, string[]>, name: string, id: string) {
  const ids = index.get(name)
  if (ids) ids.push(id)
  else index.set(name, [id])
}

function strike(index: Map<string, string[]>, name: string, id: string) {
  const rest = (index.get(name) ?? []).filter((one) => one !== id)
  if (rest.length > 0) index.set(name, rest)
  else index.delete(name)
}

const pick = <Item>(items: ReadonlyMap<string, Item>, ids: readonly string[] = []) => ids.flatMap((id) => items.get(id) ?? [])
const withoutHash = (number: string) => number.trim().replace(/^#/, '')
