import { timingSafeEqual } from 'node:crypto'
import type { ExtensionKey, extensionOrders } from '../../../src/contract/extension.ts'
import type { Handlers } from '../../http/serve.ts'
import type { LookupLimits } from '../../identity/lookup-limits.ts'
import type { Sealer } from '../../identity/seal.ts'
import type { ExtensionCaller } from '../../identity/session-token.ts'
import type { Queue } from '../../jobs/queue.ts'
import { buyerFact, openLookup, type BuyerFacts } from '../../order-keys/buyer-facts.ts'
import { hashOf } from '../../reports/hash.ts'
import { createConstantTime } from '../orders/constant-time.ts'
import { noSuchOrder, type KeyClaims, type Proof } from '../orders/order-keys.ts'

/** The sender of a request for a key, and the headers of the answer. */
export interface KeyOrderContext extends ExtensionCaller {
  /** The network address. */
  address: string
  setHeaders: (headers: Record<string, string>) => void
}

interface KeyOrderParts {
  sealer: Sealer
  queue: Pick<Queue, 'fact'>
  /** Limits requests that get no key. */
  limits: LookupLimits
}

/** A request for the key of an order. */
interface KeyRequest extends KeyOrderContext {
  order: string
  checkout: string | undefined
}

/** Seconds that a key is valid. */
const keyLife = 3_600
/** Milliseconds after an order for which the token of its checkout proves as much as its key: later, pixels and old addresses may have passed it on. */
const freshness = 24 * 3_600_000
/** Characters from which on nobody can guess a token of a checkout: 128 bits in base64url. Shopify's have more. */
const unguessable = 22

/**
 * Handler that gives keys of orders to UI extensions. The id of the order proves nothing, nor does the session token alone: the caller is the
 * order's customer according to the session token, or knows the token of its checkout. All other requests get one answer, after the same time:
 * an unknown order, an order that has not come yet, another customer, another checkout. A caller with a right proof gets the key however many others have
 * missed, of this order or at the same address: nobody can guess the platform's signature or the token of a checkout, so the limits need not hold them up.
 */
export function keyOrderRoutes({ sealer, queue, limits }: KeyOrderParts): Handlers<Pick<typeof extensionOrders, 'keyOrder'>, KeyOrderContext> {
  const inConstantTime = createConstantTime()
  /** The requests that are being answered: two extensions of one page that ask alike are one attempt. */
  const open = new Map<string, Promise<ExtensionKey>>()

  async function makeKey(order: string, checkout: string | undefined, customer: string | undefined): Promise<ExtensionKey | undefined> {
    const buyer = await queue.fact<BuyerFacts>(buyerFact(order))
    const proof = buyer && proofOf(buyer, checkout, customer)
    const lookup = proof && (await openLookup(sealer, buyer))
    if (!lookup) return undefined
    const expires = Math.floor(Date.now() / 1000) + keyLife
    return {
      key: await sealer.seal('key', { lookup, proof } satisfies KeyClaims, expires),
      expires_at: new Date(expires * 1000).toISOString(),
    }
  }

  async function answer({ order, checkout, customer, address, setHeaders }: KeyRequest): Promise<ExtensionKey> {
    const isGuessable = checkout !== undefined && checkout.length < unguessable
    const key = await makeKey(order, isGuessable ? undefined : checkout, customer)
    if (key) return key
    return limits.count({ address, number: order, setHeaders }, async () => {
      const guessed = isGuessable ? await makeKey(order, checkout, undefined) : undefined
      if (!guessed) throw noSuchOrder()
      return guessed
    })
  }

  return {
    keyOrder({ id, checkout_token: checkout }, { customer, address, setHeaders }) {
      const order = id.replace(/^.*\//, '')
      const name = JSON.stringify([order, checkout, customer, address])
      const key = open.get(name) ?? inConstantTime(() => answer({ order, checkout, customer, address, setHeaders }))
      open.set(name, key)
      return key.finally(() => open.delete(name))
    },
  }
}

/** Returns the proof that the caller has given for an order; undefined if there is none. */
function proofOf(buyer: BuyerFacts, checkout: string | undefined, customer: string | undefined): Proof | undefined {
  if (customer !== undefined && customer === buyer.customer) return 'key'
  if (checkout === undefined || buyer.checkout === null || !isSame(hashOf(checkout), buyer.checkout)) return undefined
  return Date.now() - buyer.placed_at < freshness ? 'key' : 'order'
}

const isSame = (one: string, other: string) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
