import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from './clock.ts'
import type { Deliveries, DeliveryPace } from './deliveries.ts'
import { Failure } from './failure.ts'
import type { State } from './state.ts'
import type { Carrier } from './track/scans.ts'

/** What whoever starts the stand-ins decides about them. */
export interface ServicesOptions {
  /** What `X-Loyalty-Api-Key` has to say. */
  loyaltyKey: string
  /** What `X-API-Key` has to say. */
  protectionKey: string
  /** The keys of a second merchant, who shares nothing with the first. */
  neighbour?: Omit<Account, 'merchantId'>
  /** Where the merchant resolves claims, as registered with the service; none can be raised as long as there is none. */
  claimsUrl?: string
  /** Milliseconds until work that loyalty forwards takes effect. */
  effectDelay?: number
  /** How addresses that merchants register are called, for webhooks and for claims (A54). */
  deliveries?: DeliveryPace
  enrichment?: {
    /** Milliseconds until a carrier has answered. */
    delay?: number
    /** Milliseconds after which a carrier is asked again (A89). */
    freshFor?: number
  }
  /** Whether a claim is sent once and never again, whatever the merchant answers (A108). */
  claimsOnce?: boolean
  /** Whether a member is shown all of their credits at once, whatever page is asked for (L77). */
  creditsUnpaged?: boolean
  /** How many unspent quotes are remembered. */
  quotesRemembered?: number
  /** Whether an order that insures another amount than was quoted is refused; otherwise it is flagged (A68). */
  refuseOtherAmounts?: boolean
  /** Days after the order in which it can still be protected (A65). */
  protectLaterDays?: number
  /** By how many percent a store credit may exceed what its lines cost (A100). */
  creditBonus?: number
  /** What a carrier knows of a shipment. */
  carrier?: Carrier
  /** Where the state is kept from one run to the next; in memory alone, if nowhere. */
  stateFile?: string
  /** Where the pictures of the seeded orders' products are. */
  shopOrigin?: string
  now?: () => Date
}

/** A merchant who has the services: the name they go by there, and their keys. */
export interface Account {
  merchantId: string
  loyaltyKey: string
  protectionKey: string
  claimsUrl?: string | undefined
}

/** What every part of the stand-ins is given of one merchant. */
export interface World {
  account: Account
  state: State
  clock: Clock
  deliveries: Deliveries
  options: ServicesOptions
  /** To be told of a change that neither a request nor the clock has made. */
  changed: () => void
}

/** The merchant whose key that is (A29); whoever has none learns nothing else (A62). */
export function worldOf(worlds: readonly World[], kind: 'loyaltyKey' | 'protectionKey', key: unknown): World {
  const world = worlds.find(({ account }) => isSame(account[kind], String(key)))
  if (!world) throw new Failure(401, 'API key is missing or invalid')
  return world
}

/** The merchant of that name, the first unless one is named. */
export function worldNamed(worlds: readonly World[], merchantId: unknown): World {
  const world = merchantId === undefined ? worlds[0] : worlds.find(({ account }) => account.merchantId === merchantId)
  if (!world) throw new Failure(400, `merchant takes one of ${worlds.map(({ account }) => account.merchantId).join(', ')}`)
  return world
}

/** The merchant whom a request is to, by its key or its address; undefined where it names none. */
export function worldAsked(worlds: readonly World[], path: string, headers: IncomingHttpHeaders): World | undefined {
  if (path.startsWith('/track')) return worlds.find(({ account }) => path.startsWith(`/track/${account.merchantId}/`)) ?? worlds[0]
  const [kind, key] = path.startsWith('/loyalty') ? (['loyaltyKey', headers['x-loyalty-api-key']] as const) : (['protectionKey', headers['x-api-key']] as const)
  return worlds.find(({ account }) => isSame(account[kind], String(key)))
}

function isSame(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
