import { readPayload } from '../../proxy/platforms/payload.ts'
import { findTopic, type Mapping, type Platform, type MappingContext } from '../../proxy/platforms/platform.ts'
import { shopify } from '../../proxy/platforms/shopify.ts'
import type { SealedQuote } from '../../proxy/identity/sealed-quotes.ts'
import type { OrderFacts } from '../../proxy/reports/report-facts.ts'
import type { OrderReport } from '../../proxy/reports/report-bodies.ts'
import { toBody } from './payloads.ts'

/** A quote for 48 dollars at 98 cents, as its seal holds it, for the variant of `protectionLineOf`. */
export const sealedQuote = (changes: Partial<SealedQuote> = {}): SealedQuote => ({
  jti: 'seal',
  iat: Date.parse('2026-11-20T14:30:00Z') / 1000,
  upstream: "the service's own token",
  amount: { cents: 4800, currency: 'USD' },
  price: { cents: 98, currency: 'USD' },
  until: Date.parse('2026-11-21T14:30:00Z') / 1000,
  variant: '4100000099',
  ...changes,
})

/** Surroundings in which nothing is known besides the payload. */
export const nowhere: MappingContext = {
  fallbackPhone: undefined,
  picture: (line) => `https://shop.example/${line}.png`,
  order: undefined,
  shipment: undefined,
  cancelled: undefined,
  digital: false,
  quotes: new Map(),
}

/** Maps a payload, read from the text that the platform would sign. */
export function map(topic: string, payload: unknown, around: Partial<MappingContext> = {}, platform: Platform = shopify): Mapping {
  return findTopic(platform, topic)!.map(readPayload(toBody(payload))!, { ...nowhere, ...around })
}

/** The jobs of a mapping, with parsed bodies. */
export function worksOf(mapping: Mapping) {
  if (!('jobs' in mapping)) throw new Error(`no jobs: ${JSON.stringify(mapping)}`)
  return mapping.jobs.map(({ kind, body }) => ({ kind, body: JSON.parse(body) as unknown }))
}

/** The report that an order's payload is mapped to. */
export function reportOf(payload: unknown, around: Partial<MappingContext> = {}, platform?: Platform): OrderReport {
  const jobs = worksOf(map(platform ? 'order.updated' : 'orders/updated', payload, around, platform))
  return jobs.find(({ kind }) => kind === 'order')!.body as OrderReport
}

/** Why a payload is held. */
export function whyHeld(topic: string, payload: unknown, around: Partial<MappingContext> = {}, platform?: Platform): string {
  try {
    return JSON.stringify(map(topic, payload, around, platform))
  } catch (error) {
    return (error as Error).message
  }
}

/** An order that the service holds as protected. */
export const known = (changes: Partial<OrderFacts> = {}): OrderFacts => ({
  number: '1001',
  version: Date.parse('2026-11-20T15:00:01Z'),
  protected: true,
  refunded: false,
  currency: 'USD',
  money: { total: { cents: 5400, currency: 'USD' }, refunded: { cents: 0, currency: 'USD' } },
  lines: [],
  shipped: {},
  financial_status: 'paid',
  customer: null,
  created: null,
  insured: null,
  paying: null,
  unprotected: null,
  ...changes,
})
