import type { Stack } from '../stack.ts'

/** A parcel of an order as the service knows it. */
export interface Parcel {
  number: string
  company: string
  url: string
  /** What is in it, such as "2 Mug". */
  goods: string[]
}

interface ServiceShipment {
  shop_order_id: string
  tracking_number: string
  tracking_company: string
  tracking_url?: string
  line_items: { name: string; quantity: number }[]
}

/** The parcels of an order at the service, by their numbers. */
export async function parcelsOf(stack: Stack, order: number): Promise<Parcel[]> {
  const { shipments } = await stack.state<{ shipments: ServiceShipment[] }>('shipments')
  return shipments
    .filter(({ shop_order_id }) => shop_order_id === String(order))
    .map(({ tracking_number, tracking_company, tracking_url, line_items }) => ({
      number: tracking_number,
      company: tracking_company,
      url: tracking_url ?? '',
      goods: line_items.map(({ name, quantity }) => `${quantity} ${name}`),
    }))
    .toSorted((one, other) => one.number.localeCompare(other.number))
}
