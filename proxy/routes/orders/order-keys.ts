import { ResponseError } from '../../../src/contract/client.ts'
import type { TrackedOrder } from '../../../src/contract/tracking.ts'
import { looksSealed, type Sealer } from '../../identity/seal.ts'
import { Refusal } from '../../http/problems.ts'
import type { Lookup } from '../../upstream/track.ts'

/** What somebody has shown of an order, and so how much of it they may see. */
export type Proof = TrackedOrder['proof']

/** What a link's key holds: enough to look the order up, and how much the holder may see. */
export interface KeyClaims {
  lookup: Lookup
  proof: Proof
}

/**
 * What a key opens: a link that we have sealed, or else a key of the service's own. Neither can be guessed, so neither counts as a try; but only the
 * service knows which keys are its own, so that `unsealed` counts how often it is asked.
 */
export async function openKey(sealer: Sealer, key: string, unsealed: () => Promise<void>): Promise<KeyClaims> {
  const sealed = await sealer.open<KeyClaims>('key', key)
  if (sealed) return sealed
  if (looksSealed(key)) throw noSuchOrder() // a session or another secret of ours, which is not the service's to see
  await unsealed()
  return { lookup: { key }, proof: 'key' }
}

/** One answer for a wrong number, a wrong address and an unknown order (A78). */
export const noSuchOrder = (cause?: unknown) => new Refusal('not-found', 'There is no order with these details.', { cause })

/**
 * What a service may say of one look-up alone: in its own words it could tell a stranger that there is such an order. That it wants a key, which
 * no look-up has (A77), or has too much to do, is said of all of them.
 */
const misses: ReadonlySet<number> = new Set([400, 404, 409, 410, 422])

/** Answers that there is no such order where the service finds none; whatever else has failed stays what it is. */
export function refuseMissing(error: unknown): never {
  if (error instanceof ResponseError && misses.has(error.status)) throw noSuchOrder(error)
  throw error
}
