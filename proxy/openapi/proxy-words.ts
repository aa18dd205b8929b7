import type { loyalty } from '../../src/contract/loyalty.ts'
import type { ProblemCode } from '../../src/contract/problem.ts'
import type { protection } from '../../src/contract/protection.ts'
import type { tracking } from '../../src/contract/tracking.ts'
import type { merchant } from '../merchant/merchant.ts'
import { toRefusals } from './codes.ts'
import { json, type Told } from './operations.ts'
import type { JsonSchema } from './schemas.ts'

/** What a table does not say of a verb: browsers, which carry the tables, have no use for it. */
interface Words {
  summary: string
  /** Refusals beside those that any route may answer. */
  codes?: readonly ProblemCode[]
  /** Whether somebody has to be signed in. */
  session?: true
  /** Another status that means done. */
  orStatus?: number
}

const member = { session: true, codes: ['upstream-refused', 'not-eligible'] } as const

/** The browser side in words. */
export const browserWords: {
  protection: Record<keyof typeof protection, Words>
  tracking: Record<keyof typeof tracking, Words>
  loyalty: Record<keyof typeof loyalty, Words>
} = {
  protection: { quoteProtection: { summary: 'Ask what protection of a cart costs', codes: ['not-eligible'] } },
  tracking: {
    trackOrder: { summary: 'Look an order up, as far as the proof allows', codes: ['not-found', 'rate-limited'] },
    trackEnrichment: { summary: "See whether the carriers' scans have been fetched", codes: ['not-found'] },
  },
  loyalty: {
    openSession: { summary: "Exchange the shop's signed proof for a session", codes: ['assertion-refused'] },
    getMembership: { summary: 'Show all that one screen needs, or some parts of it', session: true },
    join: { summary: 'Join the free tier; for a member, 200 and nothing is sent', orStatus: 200, ...member },
    listCredits: { summary: 'List credits, newest first', ...member },
    redeemCredits: {
      summary: 'Turn credits into a discount code',
      session: true,
      codes: ['idempotency-key-required', 'idempotency-conflict', 'idempotency-mismatch', 'invalid-value', ...member.codes],
    },
    getRedemption: { summary: 'See what has become of a redemption', session: true, codes: ['not-found'] },
    cancelMembership: { summary: 'Ask for the end of the membership', ...member },
    reactivateMembership: { summary: 'Bring the membership back', ...member },
    updatePaymentMethod: { summary: 'Have the link to change the payment method sent', ...member },
  },
}

/** The merchant's side in words. */
export const merchantWords: Record<keyof typeof merchant, string> = {
  reportOrder: 'Report an order',
  reportOrderUpdate: 'Report how an order has changed',
  reportProtectionRefund: 'Report that what protection cost was refunded',
  reportProtectionAdded: "Protect an order after the fact, at the merchant's cost",
  reportShipment: 'Report a shipment of an order',
  reportShipmentUpdate: 'Report how a shipment has changed',
  reportShipmentEvent: 'Report what happened to a shipment',
  getReport: 'See what has become of a report',
  verifyQuote: 'Learn what to charge for a quote',
  linkOrder: "Make links to an order's tracking page",
}

/** Routes that are kept for what is not switched on, and answer that. */
export const switchedOff = (tag: string): Told[] =>
  [
    ['openShopifySession', '/v1/session/shopify', 'Open a session from the shop platform'],
    ['protectOrder', '/v1/orders/protection', 'Protect an order after the fact'],
    ['unprotectOrder', '/v1/orders/protection/removal', 'Take protection off an order'],
  ].map(([operationId, path, summary]) => ({
    operationId: operationId!,
    endpoint: { method: 'POST', path: path! },
    summary: `${summary}; not switched on yet`,
    tag,
    security: [],
    refusals: toRefusals(['not-configured', 'origin-not-allowed', 'client-header-required']),
  }))

/** What the proxy serves beside its two APIs. */
export const otherRoutes = (tag: string): Record<string, JsonSchema> => ({
  '/livez': { get: read(tag, 'live', 'See whether the proxy is there', json({ type: 'object', properties: { status: { const: 'alive' } } })) },
  '/v1/openapi.json': { get: read(tag, 'describe', 'This document', json({ type: 'object' })) },
  '/v1/openapi/{name}.json': {
    parameters: [{ name: 'name', in: 'path', required: true, schema: { enum: ['proxy', 'loyalty', 'protection'] } }],
    get: read(tag, 'describeService', 'The document of the proxy, or of a service behind it', json({ type: 'object' })),
  },
})

const read = (tag: string, operationId: string, summary: string, answer: object): JsonSchema => ({
  operationId,
  summary,
  tags: [tag],
  security: [],
  responses: { 200: { description: 'Done', ...answer } },
})
