import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from './clock.ts'
import type { Deliveries, DeliveryPace } from './deliveries.ts'
import { Failure } from './failure.ts'
import type { State } from './state.ts'
import type { Carrier } from './track/scans.ts'

/** The options of the stand-ins. */
export interface ServicesOptions {
  /** The expected `X-Loyalty-Api-Key`. */
  loyaltyKey: string
  /** The expected `X-API-Key`. */
  protectionKey: string
  /** The keys of a second merchant, who shares nothing with the first. */
  neighbour?: Omit<Account, 'merchantId'>
  /** The address at which the merchant resolves claims, as registered with the service. Without it no claim can be raised. */
  claimsUrl?: string
  /** Milliseconds until work that loyalty forwards takes effect. */
  effectDelay?: number
  /** The pace of calls to registered addresses, for webhooks and for claims (A54). */
  deliveries?: DeliveryPace
  enrichment?: {
    /** Milliseconds until a carrier responds. */
    delay?: number
    /** Milliseconds after which a carrier is called again (A89). */
    freshFor?: number
  }
  /** Whether a claim is sent only once, whatever the merchant responds (A108). */
  claimsOnce?: boolean
  /** Whether a member gets all their credits at once, whatever page is requested (L77). */
  creditsUnpaged?: boolean
  /** How many unspent quotes are remembered. */
  quotesRemembered?: number
  /** Whether an order is refused if it insures another amount than was quoted; otherwise it is flagged (A68). */
  refuseOtherAmounts?: boolean
  /** Days after the order during which it can still be protected (A65). */
  protectLaterDays?: number
  /** The percentage by which a store credit may exceed the cost of its lines (A100). */
  creditBonus?: number
  /** Returns the carrier’s scans of a shipment. */
  carrier?: Carrier
  /** The file that stores the state between runs; without it the state is in memory only. */
  stateFile?: string
  /** The address of the pictures of the seeded products. */
  shopOrigin?: string
  now?: () => Date
}

/** A merchant with an account at the services: their id there, and their keys. */
export interface Account {
  merchantId: string
  loyaltyKey: string
  protectionKey: string
  claimsUrl?: string | undefined
}

/** The data and tools of one merchant that every part of the stand-ins receives. */
export interface World {
  account: Account
  state: State
  clock: Clock
  deliveries: Deliveries
  options: ServicesOptions
  /** Notifies the store of a change that was made neither by a request nor by the clock. */
  changed: () => void
}

/** Returns the merchant with that key (A29). A caller without a valid key learns nothing else (A62). */
export function worldOf(worlds: readonly World[], kind: 'loyaltyKey' | 'protectionKey', key: unknown): World {
  const world = worlds.find(({ account }) => isSame(account[kind], String(key)))
  if (!world) throw new Failure(401, 'API key is missing or invalid')
  return world
}

/** Returns the merchant with that id, or the first if no id is given. */
export function worldNamed(worlds: readonly World[], merchantId: unknown): World {
  const world = merchantId === undefined ? worlds[0] : worlds.find(({ account }) => account.merchantId === merchantId)
  if (!world) throw new Failure(400, `merchant takes one of ${worlds.map(({ account }) => account.merchantId).join(', ')}`)
  return world
}

/** Returns the merchant of a request, by its key or its address; undefined if the key is unknown. */
export function worldAsked(worlds: readonly World[], path: string, headers: IncomingHttpHeaders): World | undefined {
  if (path.startsWith('/track')) return worlds.find(({ account }) => path.startsWith(`/track/${account.merchantId}/`)) ?? worlds[0]
  const [kind, key] = path.startsWith('/loyalty') ? (['loyaltyKey', headers['x-loyalty-api-key']] as const) : (['protectionKey', headers['x-api-key']] as const)
  return worlds.find(({ account }) => isSame(account[kind], String(key)))
}

function isSame(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
