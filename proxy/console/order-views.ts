import { LRUCache } from 'lru-cache'
import type { Person } from '../../console/contract/console.ts'
import { trackRequestSchema } from '../../src/contract/tracking.schema.ts'
import type { OpenQueue } from '../background/background.ts'
import type { Sealer } from '../identity/seal.ts'
import { isHandle } from '../order-keys/handle.ts'
import { hashOf } from '../reports/hash.ts'
import type { KeyClaims } from '../routes/orders/order-keys.ts'

interface OrderViewParts {
  queue: Pick<OpenQueue, 'recordAction'>
  sealer: Pick<Sealer, 'open'>
}

/** Milliseconds in which all looks of one person at one order are one action: a preview asks again whenever a control changes. */
const oneLook = 600_000

/** Creates what writes the look-up of an order in a preview into the audit log, before the order is looked up. A ticket names no order: its first look-up did. */
export function createOrderViews({ queue, sealer }: OrderViewParts) {
  const recent = new LRUCache<string, true>({ max: 1_000, ttl: oneLook })
  return async ({ name, via }: Person, body: unknown) => {
    const asked = trackRequestSchema.safeParse(body)
    if (!asked.success || asked.data.ticket !== undefined) return
    const { order_number, tracking_number, key } = asked.data
    const subject = order_number ?? tracking_number ?? (await orderOfKey(key!, sealer))
    const look = JSON.stringify([name, via, subject])
    if (recent.has(look)) return
    await queue.recordAction({ who: name, via, action: 'order.view', subject })
    recent.set(look, true)
  }
}

/** The order that a key opens, as far as the key tells. The log is kept for ever, so it gets no key and no e-mail address. */
async function orderOfKey(key: string, sealer: Pick<Sealer, 'open'>): Promise<string> {
  if (isHandle(key)) return key.split('.')[1]!
  const { lookup } = (await sealer.open<KeyClaims>('key', key)) ?? {}
  return lookup?.order_number ?? lookup?.tracking_number ?? `key ${hashOf(key).slice(0, 12)}`
}
