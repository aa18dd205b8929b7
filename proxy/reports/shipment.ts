import type { Client } from '../../src/contract/client.ts'
import type { JobContext, Outcome } from '../jobs/handler.ts'
import type { Job } from '../jobs/job.ts'
import type { protectionService, ShipmentInput, ShipmentUpdateInput } from '../upstream/protection.ts'
import { insuredAsKnown, sendInsured, unprotectedFacts, unprotectedNote } from './insured-lines.ts'
import { isMissing, waitingFor } from './refusals.ts'
import { createAgain, createOrUpdate, updateOrCreate } from './upsert.ts'
import { isOlder, superseded, toReportVersion } from './versions.ts'
import { hashOf } from './hash.ts'
import { cancelledFact, orderFact, shipmentFact, type OrderFacts, type ShipmentFacts, type ReportVersion } from './report-facts.ts'
import { shipmentJob } from './report-jobs.ts'
import type { ShipmentReport, ShipmentUpdateReport } from './report-bodies.ts'

type Service = Client<typeof protectionService>

/** Reports a shipment to the service: creates it, or updates it if the service has it. Its lines are insured if its order is protected. */
export const shipmentHandler =
  (service: Service) =>
  async ({ shipment, version, beside, boxes = 1, whole }: ShipmentReport, context: JobContext): Promise<Outcome> => {
    const name = shipmentFact(shipment.shop_shipment_id)
    const known = await context.fact<ShipmentFacts>(name)
    const cancelled = await context.fact<number>(cancelledFact(beside ?? shipment.shop_shipment_id))
    if (cancelled !== undefined && cancelled >= (version ?? 0)) return { state: 'superseded', notes: ['the platform has cancelled it'] }
    const created = hashOf(context.job.body)
    const first = beside === undefined ? undefined : await context.fact<ShipmentFacts>(shipmentFact(beside))
    // A later state of the parcel has distributed its goods again.
    if (first?.version != null && version !== undefined && version < first.version) return superseded
    if (isOlder('creation', version, context, known)) return superseded
    if (known?.created === created) return { state: 'delivered' }
    const sendShipment = known ? updateOrCreate : context.inDoubt ? createAgain : createOrUpdate
    const order = await context.fact<OrderFacts>(orderFact(shipment.shop_order_id))
    let isUnprotected: boolean
    try {
      ;({ isUnprotected } = await sendInsured(insuredAsKnown(shipment, order), (insured) =>
        sendShipment({
          create: () => service.createShipment(insured, { signal: context.signal }),
          update: () => service.updateShipment({ ...insured, shopShipmentId: insured.shop_shipment_id }, { signal: context.signal }),
        }),
      ))
    } catch (error) {
      if (!isMissing(error)) throw error
      return waitingFor(orderFact(shipment.shop_order_id))
    }
    return {
      state: 'delivered',
      ...(isUnprotected && { notes: [unprotectedNote] }),
      facts: remember(shipment, known, {
        created: known?.created ?? created,
        reportVersion: toReportVersion(known ? 'changed' : 'created', version, context, known),
        ofOrder: order && isUnprotected ? unprotectedFacts(order) : order,
        quantities: beside === undefined ? (whole ?? quantitiesOf(shipment.line_items)) : {},
        ...(boxes > 1 && { boxes }),
      }),
      followUps: emptied(shipment, version, boxes, known?.boxes ?? 1),
      wakes: [name],
    }
  }

/** Reports a change of a shipment to the service. */
export const shipmentUpdateHandler =
  (service: Service) =>
  async ({ update, version }: ShipmentUpdateReport, context: JobContext): Promise<Outcome> => {
    const name = shipmentFact(update.shopShipmentId)
    const known = await context.fact<ShipmentFacts>(name)
    if (isOlder('change', version, context, known)) return superseded
    const order = await context.fact<OrderFacts>(orderFact(update.shop_order_id))
    let isUnprotected: boolean
    try {
      ;({ isUnprotected } = await sendInsured(insuredAsKnown(update, order), (insured) => service.updateShipment(insured, { signal: context.signal })))
    } catch (error) {
      if (!isMissing(error)) throw error
      return waitingFor(name)
    }
    return {
      state: 'delivered',
      ...(isUnprotected && { notes: [unprotectedNote] }),
      facts: remember(update, known, {
        created: known?.created ?? null,
        reportVersion: toReportVersion('changed', version, context, known),
        ofOrder: order && isUnprotected ? unprotectedFacts(order) : order,
        quantities: quantitiesOf(update.line_items),
      }),
    }
  }

/** The new facts of the shipment, and of its order with the sent quantities; only jobs with the order's ordering key write both. */
function remember(
  shipment: ShipmentInput | ShipmentUpdateInput,
  known: ShipmentFacts | undefined,
  {
    reportVersion,
    ofOrder,
    ...facts
  }: Pick<ShipmentFacts, 'created' | 'quantities' | 'boxes'> & { reportVersion: ReportVersion; ofOrder: OrderFacts | undefined },
): Record<string, ShipmentFacts | OrderFacts> {
  const { shop_order_id: order } = shipment
  const { quantities } = facts
  return {
    [shipmentFact(shipment.shop_shipment_id)]: { order, ...reportVersion, ...facts },
    ...(ofOrder && { [orderFact(order)]: { ...ofOrder, shipped: moved(ofOrder.shipped, known?.order === order ? known.quantities : {}, quantities) } }),
  }
}

/** The quantity of each line, by the line's id. */
export function quantitiesOf(lines: ShipmentInput['line_items']): ShipmentFacts['quantities'] {
  const quantities: ShipmentFacts['quantities'] = {}
  for (const { shop_line_item_id: id, quantity } of lines) quantities[id] = (quantities[id] ?? 0) + quantity
  return quantities
}

/** The id of a parcel's box; the first box has the parcel's own id. */
export const boxId = (parcel: string, index: number) => (index === 0 ? parcel : `${parcel}-${index + 1}`)

/** Jobs that report removed boxes of a parcel as empty, because their goods are in the other boxes now and the service cannot delete a shipment. */
const emptied = (shipment: ShipmentInput, version: number | undefined, boxes: number, before: number): Job[] =>
  Array.from({ length: Math.max(0, before - boxes) }, (_, index) => {
    const { shop_shipment_id: parcel } = shipment
    return shipmentJob({ version, beside: parcel, shipment: { ...shipment, shop_shipment_id: boxId(parcel, boxes + index), line_items: [] } })
  })

/** The facts of an order and its shipment after the platform has cancelled the shipment. */
export const cancelledShipmentFacts = (id: string, shipment: ShipmentFacts, order: OrderFacts): Record<string, ShipmentFacts | OrderFacts> => ({
  [shipmentFact(id)]: { ...shipment, quantities: {} },
  [orderFact(shipment.order)]: { ...order, shipped: moved(order.shipped, shipment.quantities, {}) },
})

/** The sent quantities after the contents of a shipment have changed. */
function moved(shipped: OrderFacts['shipped'], before: ShipmentFacts['quantities'], now: ShipmentFacts['quantities']) {
  const all = { ...shipped }
  for (const [id, quantity] of Object.entries(before)) all[id] = Math.max(0, (all[id] ?? 0) - quantity)
  for (const [id, quantity] of Object.entries(now)) all[id] = (all[id] ?? 0) + quantity
  return all
}
