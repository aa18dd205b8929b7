import type { Job } from '../jobs/job.ts'
import { url as urlSchema } from '../upstream/field.schema.ts'
import { eventStatuses } from '../upstream/protection.schema.ts'
import type { LineItemDto, ShipmentEventInput } from '../upstream/protection.ts'
import { boxId, cancelledShipmentFacts, quantitiesOf } from '../reports/shipment.ts'
import { cancelledFact, orderFact, shipmentFact } from '../reports/report-facts.ts'
import { refundProtectionJob, shipmentEventJob, shipmentJob } from '../reports/report-jobs.ts'
import { distributeGoods } from './distribute-goods.ts'
import { truncate, Unmappable, type Part } from './payload.ts'
import type { Mapping, MappingContext } from './platform.ts'
import { amountOf, lineTotalOf } from './shopify-money.ts'
import { ships, toGoods } from './shopify-order.ts'
import { isProtectionLine } from './shopify-protection.ts'

const needed = 'nothing can be reported without it; look at what the platform sends, then drop this'
const upgrade = 'update the proxy to a version that knows it, then retry this'

/** Maps a parcel in its current state: one shipment per tracking number, which share the parcel's goods. */
export function mapFulfillment(payload: Part, mappingContext: MappingContext): Mapping {
  const id = payload.at('id').needId()
  const order = payload.at('order_id').needId()
  const lines = payload
    .at('line_items')
    .items()
    .filter((line) => ships(line) && line.at('quantity').count() > 0)
  if (lines.length === 0 || mappingContext.digital) return { jobs: [], notes: ['nothing in it is shipped, so it is not reported'] }
  const version = payload.at('updated_at').time()
  if (mappingContext.cancelled !== undefined && mappingContext.cancelled >= (version ?? 0)) return { superseded: 'the platform has cancelled it' }
  const status = payload.at('status')
  switch (status.text()?.toLowerCase()) {
    case 'success':
      break
    case 'pending':
    case 'open':
      return { jobs: [], notes: ['it is not sent yet; its update is reported by itself'] }
    case 'cancelled':
    case 'error':
    case 'failure':
      // A job that waits for the tracking number is woken, because the number will not come.
      return {
        jobs: [],
        notes: [mappingContext.shipment ? 'it was reported before, and its cancellation cannot be reported to the service' : 'it was cancelled'],
        facts: {
          [cancelledFact(id)]: version ?? 0,
          ...(mappingContext.shipment && mappingContext.order && cancelledShipmentFacts(id, mappingContext.shipment, mappingContext.order)),
        },
        wakes: [shipmentFact(id)],
      }
    default:
      throw new Unmappable(status.path, `"${truncate(status.text() ?? '', 32)}" is no known status`, upgrade)
  }
  const numbers = [...new Set([payload.at('tracking_number'), ...payload.at('tracking_numbers').items()].flatMap((one) => one.text() ?? []))]
  if (numbers.length === 0) {
    if (mappingContext.shipment) return { superseded: 'the shipment was reported with its tracking number' }
    return { waitsFor: shipmentFact(id), note: 'it has no tracking number yet; the update that brings one is reported by itself' }
  }
  if (!mappingContext.order && lines.some(needsOrder)) return { waitsFor: orderFact(order), note: 'its order is not reported yet' }
  const urls = [payload.at('tracking_url'), ...payload.at('tracking_urls').items()].flatMap((one) => one.text() ?? [])
  const line_items = lines.map((line) => toShipped(line, mappingContext))
  const boxes = distributeGoods(line_items, numbers.length)
  return {
    jobs: numbers.map((number, index): Job => {
      const url = urls.length > numbers.length && urls[0] === urls[1] ? urls[index + 1] : urls[index]
      return shipmentJob({
        version,
        ...(index > 0 ? { beside: id } : { boxes: numbers.length, whole: quantitiesOf(line_items) }),
        shipment: {
          shop_shipment_id: boxId(id, index),
          shop_order_id: order,
          tracking_number: truncate(number),
          ...(url !== undefined && urlSchema.safeParse(url).success && { tracking_url: url }),
          tracking_company: truncate(payload.at('tracking_company').text() ?? 'Other'),
          line_items: boxes[index]!,
          created_at: payload.at('created_at').needDateTime(),
        },
      })
    }),
  }
}

/** Whether a line needs the facts of its order: for its part of a discount, or because an old payload has no currency. */
const needsOrder = (line: Part) => line.at('discount_allocations').items().length > 0 || !line.at('price_set').isObject()

function toShipped(line: Part, { order, picture }: MappingContext): LineItemDto {
  const id = line.at('id').needId()
  const quantity = line.at('quantity').count()
  const ordered = order?.lines.find((one) => one.id === id)?.quantity ?? quantity
  const currency = order?.currency ?? ''
  return {
    ...toGoods(line, id, { picture }),
    unit_price: amountOf(line, 'price', 'shop_money', currency),
    total_price: lineTotalOf(line, 'shop_money', currency, quantity, ordered),
    total_price_presentment: lineTotalOf(line, 'presentment_money', currency, quantity, ordered),
    quantity,
  }
}

/** The statuses of https://shopify.dev/docs/api/customer/unstable/enums/FulfillmentEventStatus beyond the twelve that the service knows (A71). */
const newerStatuses: Readonly<Record<string, ShipmentEventInput['status']>> = {
  ready_for_recipient_pickup: 'ready_for_pickup',
  returning_to_sender: 'failure',
  buyer_action_required: 'delayed',
}

/** Maps an event of a parcel. */
export function mapFulfillmentEvent(payload: Part, { digital }: MappingContext): Mapping {
  const field = payload.at('status')
  const written = field.needText(needed).toLowerCase()
  const status = eventStatuses.find((one) => one === written) ?? (Object.hasOwn(newerStatuses, written) ? newerStatuses[written] : undefined)
  if (!status) throw new Unmappable(field.path, `"${truncate(written, 32)}" is no known status`, upgrade)
  if (digital) return { jobs: [], notes: ['nothing in its order is shipped, so it is not reported'] }
  const message = payload.at('message').text()
  const expected = payload.at('estimated_delivery_at').dateTime()
  const event: ShipmentEventInput = {
    shopShipmentId: payload.at('fulfillment_id').needId(),
    shop_shipment_event_id: payload.at('id').needId(),
    status,
    ...(message !== undefined && { message: truncate(message, 2048) }),
    ...(expected !== undefined && { estimated_delivery_at: expected }),
    created_at: payload.at('happened_at').dateTime() ?? payload.at('created_at').needDateTime(),
  }
  return { jobs: [shipmentEventJob(event, payload.at('order_id').id())] }
}

/** Maps a refund. The order's own update reports refunds of goods; a refund of protection ends the protection. */
export function mapRefund(payload: Part, { order, digital, quotes }: MappingContext): Mapping {
  const id = payload.at('order_id').needId()
  const shares = payload
    .at('refund_line_items')
    .items()
    .filter((share) => isProtectionLine(share.at('line_item'), { order, quotes }))
  if (shares.length === 0) return { jobs: [], notes: ["the order's own update reports what was given back"] }
  if (digital) return { jobs: [], notes: ['nothing in the order is shipped, so it was never protected'] }
  if (!order) return { waitsFor: orderFact(id), note: 'its order is not reported yet' }
  if (order.protected === false) return { jobs: [], notes: ['the order is not protected'] }
  const paying = shares.find((share) => share.at('line_item_id').text() === order.paying)
  if (order.paying !== null && !paying) return { jobs: [], notes: ['what was given back is not what pays for the protection'] }
  const share = paying ?? shares[0]!
  if (share.at('quantity').count() < share.at('line_item').at('quantity').count()) {
    return { jobs: [], notes: ['one of several was given back; the order stays protected'] }
  }
  return { jobs: [refundProtectionJob({ shopOrderId: id })] }
}
