import { ResponseError } from '../../../src/contract/client.ts'
import type { TrackedOrder } from '../../../src/contract/tracking.ts'
import { looksSealed, type Sealer } from '../../identity/seal.ts'
import { Refusal } from '../../http/problems.ts'
import type { RateLimiter } from '../../http/rate-limiter.ts'
import type { Queue } from '../../jobs/queue.ts'
import { isHandle, openHandle } from '../../order-keys/handle.ts'
import type { Lookup } from '../../upstream/track.ts'

/** What the shopper has proved about an order; it decides how much they may see. */
export type Proof = TrackedOrder['proof']

/** What a link's key holds: enough to look the order up, and how much the holder may see. */
export interface KeyClaims {
  lookup: Lookup
  proof: Proof
  /** The key shows the order to a person at the shop, and changes nothing. */
  view?: true | undefined
}

/** The contents of an opened key. `exp`: the time at which the key expires, in seconds since 1970; absent if it never does. */
export type OpenedKey = KeyClaims & { exp?: number }

/** Opens the key of an order for a caller at this network address. Rejects with `not-found` for no key of ours. */
export type KeyOpener = (key: string, address: string) => Promise<OpenedKey>

interface KeyOpenerParts {
  sealer: Sealer
  /** Counts the keys that need a request to the service, or that are wrong. */
  keyLimiter: RateLimiter
  /** Reads stored facts; absent if there is no store. */
  queue: Pick<Queue, 'fact'> | undefined
}

/**
 * Creates what opens keys: links that the proxy has sealed, handles that it has written into orders of the platform, and the service's own keys. None
 * can be guessed, so none counts as an attempt. Only the service knows which keys are its own, so the requests to the service are counted, and so are wrong
 * keys: each takes a place for as long as a miss takes. The limit is far above what shoppers with expired links need, and a right link passes it.
 */
export const createKeyOpener =
  ({ sealer, keyLimiter, queue }: KeyOpenerParts): KeyOpener =>
  async (key, address) => {
    const sealed = await sealer.open<KeyClaims>('key', key)
    if (sealed) return sealed
    const lookup = isHandle(key) && queue ? await openHandle(key, { sealer, queue }) : undefined
    if (lookup) return { lookup, proof: 'key' }
    await keyLimiter(address)
    // The service gets no text that looks sealed: it may be a session of a shopper, or another secret of the proxy.
    if (looksSealed(key) || isHandle(key)) throw noSuchOrder()
    return { lookup: { key }, proof: 'key' }
  }

/** The same response for a wrong number, a wrong address and an unknown order (A78). */
export const noSuchOrder = (cause?: unknown) => new Refusal('not-found', 'There is no order with these details.', { cause })

/**
 * Statuses that the service may give for a single look-up: passed on, they could tell a stranger that the order exists. The others apply to all
 * look-ups alike: a required key, which no look-up has (A77), or overload.
 */
const misses: ReadonlySet<number> = new Set([400, 404, 409, 410, 422])

/** Throws `noSuchOrder` if the service finds no order; rethrows every other error. */
export function refuseMissing(error: unknown): never {
  if (error instanceof ResponseError && misses.has(error.status)) throw noSuchOrder(error)
  throw error
}
