import type { Job } from '../jobs/job.ts'
import { shipmentJob } from '../reports/report-jobs.ts'
import { url as urlSchema } from '../upstream/field.schema.ts'
import type { LineItemDto } from '../upstream/protection.ts'
import { distributeGoods } from './distribute-goods.ts'
import { shareOf, truncate, type Part } from './payload.ts'
import { values, type FieldSelection } from './stored-fields.ts'

/** The field that our plugin adds to an order: WooCommerce's own answer has no shipments. */
const field = 'storefront_shipments'

/** The fields that are read of each shipment. */
export const shipmentFields = {
  [field]: [
    {
      ...values('id', 'tracking_number', 'tracking_company', 'tracking_url', 'date_created_gmt', 'date_modified_gmt', 'removed'),
      line_items: [values('id', 'quantity')],
    },
  ],
} as const satisfies FieldSelection

/** The shipments of an order. */
export const shipmentsOf = (order: Part): Part[] => order.at(field).items()

/** Parses a time in GMT, which the platform writes without a zone. */
export function toTime(part: Part): number | undefined {
  const time = Date.parse(`${part.text()?.replace(/Z$/, '')}Z`)
  return Number.isNaN(time) ? undefined : time
}

/**
 * Maps the shipments of an order to their reports. Shipments without lines share what no other has. A removed shipment is reported as empty, because
 * the service cannot delete it.
 */
export function shipmentJobs(order: Part, orderId: string, goods: readonly LineItemDto[]): Job[] {
  const all = shipmentsOf(order)
  const isRest = (shipment: Part) => !shipment.at('removed').flag() && shipment.at('line_items').items().length === 0
  const rest = all.filter(isRest)
  const named = all.filter((shipment) => !shipment.at('removed').flag() && !isRest(shipment))
  const boxes = distributeGoods(leftOver(goods, named), Math.max(1, rest.length))
  // A shipment that comes or goes changes what the others hold.
  const newest = Math.max(0, ...all.map((shipment) => toTime(shipment.at('date_modified_gmt')) ?? 0))
  return all.map((shipment) => {
    const id = shipment.at('id').needId()
    const url = shipment.at('tracking_url').text()
    const created = toTime(shipment.at('date_created_gmt')) ?? shipment.at('date_created_gmt').missing('update the plugin of the shop')
    const box = rest.indexOf(shipment)
    return shipmentJob({
      version: box < 0 ? toTime(shipment.at('date_modified_gmt')) : newest,
      shipment: {
        shop_shipment_id: id,
        shop_order_id: orderId,
        tracking_number: truncate(shipment.at('tracking_number').text() ?? ''),
        ...(url !== undefined && urlSchema.safeParse(url).success && { tracking_url: url }),
        tracking_company: truncate(shipment.at('tracking_company').text() ?? 'Other'),
        line_items: box >= 0 ? boxes[box]! : namedGoods(shipment, goods),
        created_at: new Date(created).toISOString(),
      },
    })
  })
}

/** The quantities of a shipment's lines, by their ids. */
function quantitiesOf(shipment: Part): Map<string, number> {
  const quantities = new Map<string, number>()
  for (const line of shipment.at('line_items').items()) {
    const id = line.at('id').id() ?? ''
    quantities.set(id, (quantities.get(id) ?? 0) + line.at('quantity').count())
  }
  return quantities
}

/** The goods that a shipment names; none for a removed one. */
function namedGoods(shipment: Part, goods: readonly LineItemDto[]): LineItemDto[] {
  const quantities = shipment.at('removed').flag() ? new Map<string, number>() : quantitiesOf(shipment)
  return goods.flatMap((line) => pieces(line, quantities.get(line.shop_line_item_id) ?? 0))
}

/** The goods that no shipment names. */
function leftOver(goods: readonly LineItemDto[], named: readonly Part[]): LineItemDto[] {
  const taken = named.map(quantitiesOf)
  return goods.flatMap((line) => pieces(line, line.quantity - taken.reduce((sum, one) => sum + (one.get(line.shop_line_item_id) ?? 0), 0)))
}

/** So many pieces of a line, at most all of them, with their part of its price. */
function pieces(line: LineItemDto, wanted: number): LineItemDto[] {
  const quantity = Math.min(line.quantity, wanted)
  if (quantity <= 0) return []
  return [{ ...line, quantity, total_price: { ...line.total_price, cents: shareOf(line.total_price.cents, quantity, line.quantity) } }]
}
