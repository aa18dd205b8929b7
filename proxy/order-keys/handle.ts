import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Sealer } from '../identity/seal.ts'
import type { Queue } from '../jobs/queue.ts'
import { hashOf } from '../reports/hash.ts'
import type { Lookup } from '../upstream/track.ts'
import { buyerFact, openLookup, type BuyerFacts } from './buyer-facts.ts'

/*
 * The key of an order that stands in the order at the platform: a handle that names the order and holds a secret. The proxy stores only its digest, so
 * that the handle can be revoked and cannot be read from the store.
 */

/** The name of the fact that stores the handle of an order. */
export const handleFact = (order: string) => `handle:${order}`

/** The stored form of the handle of an order. */
export interface HandleFacts {
  /** SHA-256 of the handle, base64url; null if it was revoked. */
  digest: string | null
  /** The handle itself, until it is written at the platform: a repeated attempt writes the same one. */
  handle?: string
}

/** `order.` and the id of the order, and a secret of 256 bits. */
const form = /^order\.(\d{1,20})\.[\w-]{43}$/

/** Makes a handle of an order. */
export function createHandle(order: string): Required<HandleFacts> & { digest: string } {
  const handle = `order.${order}.${randomBytes(32).toString('base64url')}`
  return { handle, digest: hashOf(handle) }
}

/** Whether a key has the form of a handle. */
export const isHandle = (key: string) => form.test(key)

/** Opens a handle: the look-up of its order; undefined if it is wrong, revoked, or its order was erased. */
export async function openHandle(handle: string, { sealer, queue }: { sealer: Sealer; queue: Pick<Queue, 'fact'> }): Promise<Lookup | undefined> {
  const order = form.exec(handle)![1]!
  const [known, buyer] = await Promise.all([queue.fact<HandleFacts>(handleFact(order)), queue.fact<BuyerFacts>(buyerFact(order))])
  const isRight = timingSafeEqual(Buffer.from(hashOf(handle)), Buffer.from(known?.digest ?? noDigest))
  return isRight && buyer ? openLookup(sealer, buyer) : undefined
}

/** No handle has this digest, but it takes as long to compare. */
const noDigest = '='.repeat(43)
