import type { extension } from '../../src/contract/extension.ts'
import type { loyalty } from '../../src/contract/loyalty.ts'
import type { orderProtection } from '../../src/contract/order-protection.ts'
import type { ProblemCode } from '../../src/contract/problem.ts'
import type { protection } from '../../src/contract/protection.ts'
import type { tracking } from '../../src/contract/tracking.ts'
import type { merchant } from '../merchant/merchant.ts'
import { signedFields } from '../identity/app-proxy.ts'
import { shopifySession } from '../routes/membership/shopify-session.ts'
import { toRefusals } from './codes.ts'
import { json, type DocumentedOperation } from './operations.ts'
import type { JsonSchema } from './schemas.ts'

/** Details of a verb that are not in its table, because browsers load the tables and do not need them. */
interface OperationText {
  summary: string
  /** Codes in addition to those that every route may answer. */
  codes?: readonly ProblemCode[]
  /** Whether the shopper has to be signed in. */
  session?: true
  /** Another status of success. */
  orStatus?: number
}

const member = { session: true, codes: ['upstream-refused', 'not-eligible'] } as const

/** Descriptions of the API for browsers. */
export const browserTexts: {
  protection: Record<keyof typeof protection, OperationText>
  tracking: Record<keyof typeof tracking, OperationText>
  orderProtection: Record<keyof typeof orderProtection, OperationText>
  loyalty: Record<keyof typeof loyalty, OperationText>
} = {
  protection: { quoteProtection: { summary: 'Ask what protection of a cart costs', codes: ['not-eligible'] } },
  tracking: {
    trackOrder: { summary: 'Look an order up, as far as the proof allows', codes: ['not-found', 'rate-limited'] },
    trackEnrichment: { summary: "See whether the carriers' scans have been fetched", codes: ['not-found'] },
    trackEvents: { summary: 'List all events of one package of an order', codes: ['not-found'] },
  },
  orderProtection: {
    protectOrder: {
      summary:
        "Protect an order after the fact, at the merchant's cost, where `SHOPPERS_MAY` names `protect-later`; 202 where the service has not said yes yet",
      codes: ['not-found', 'not-eligible'],
      orStatus: 202,
    },
    unprotectOrder: {
      summary: 'Take protection off and give back what it cost, until a carrier has seen a parcel, where `SHOPPERS_MAY` names `unprotect`',
      codes: ['not-found', 'not-eligible'],
    },
  },
  loyalty: {
    getProgram: { summary: 'Show the programme, its tiers and campaigns to people who are not signed in' },
    openSession: { summary: "Exchange the shop's signed proof for a session", codes: ['assertion-refused'] },
    getMembership: { summary: 'Show all that one screen needs, or some parts of it', session: true },
    join: { summary: 'Join the free tier; for a member, 200 and nothing is sent', orStatus: 200, ...member },
    listCredits: { summary: 'List credits, newest first', ...member },
    redeemCredits: {
      summary: 'Turn credits into a discount code',
      session: true,
      codes: ['idempotency-key-required', 'idempotency-conflict', 'idempotency-mismatch', 'invalid-value', 'rate-limited', ...member.codes],
    },
    getRedemption: { summary: 'See what has become of a redemption', session: true, codes: ['not-found'] },
    cancelMembership: { summary: 'Ask for the end of the membership', ...member },
    reactivateMembership: { summary: 'Bring the membership back', ...member },
    updatePaymentMethod: { summary: 'Have the link to change the payment method sent', ...member },
  },
}

const { tracking: ofOrders, orderProtection: ofProtection, loyalty: ofMembers } = browserTexts
const { getProgram: _program, openSession: _session, ...membersOnly } = ofMembers

/** Descriptions of the API for UI extensions; `proof`: the request carries the platform's session token. */
export const extensionTexts: Record<keyof typeof extension, OperationText & { proof?: true }> = {
  keyOrder: {
    summary: 'Get a key of an order, as its customer, or with the token of its checkout; 404 alike while the order is not known yet',
    codes: ['not-found', 'rate-limited'],
    proof: true,
  },
  ...ofOrders,
  ...ofProtection,
  openSession: { summary: 'Open a session for the customer whom the session token names', codes: ['rate-limited'], proof: true },
  ...membersOnly,
}

/** Descriptions of the API for the merchant. */
export const merchantTexts: Record<keyof typeof merchant, string> = {
  reportOrder: 'Report an order',
  reportOrderUpdate: 'Report how an order has changed',
  reportProtectionRefund: 'Report that what protection cost was refunded',
  reportProtectionAdded: "Protect an order after the fact, at the merchant's cost",
  reportShipment: 'Report a shipment of an order',
  reportShipmentUpdate: 'Report how a shipment has changed',
  reportShipmentEvent: 'Report what happened to a shipment',
  compareOrders: 'Find the orders that were never reported, or only in an older state, or that wait for a person',
  getReport: 'See what has become of a report',
  verifyQuote: 'Learn what to charge for a quote',
  linkOrder: "Make links to an order's tracking page",
  revokeOrderKey: 'End the key that Shopify shows to the buyer of an order',
  endMembership: 'Ask for the end of a membership, for somebody who is not signed in',
}

/** Codes of the merchant API in addition to those that each of its routes may answer. */
export const merchantCodes: Partial<Record<keyof typeof merchant, readonly ProblemCode[]>> = {
  getReport: ['not-found'],
  endMembership: ['not-found', 'rate-limited', 'upstream-refused'],
}

/** Describes the route that opens a session through the shop platform; `answer` is the same as for every other way to open a session. */
export const platformSession = (tag: string, answer: JsonSchema): DocumentedOperation => ({
  operationId: 'openShopifySession',
  endpoint: shopifySession,
  summary: 'Open a session for the customer who is signed in at the shop platform',
  description: "Asked through the shop's app proxy, whose signature over these five fields says who it is; a sixth is refused. `SHOPIFY_APP_SECRETS` check it.",
  tag,
  answer,
  security: [],
  headers: Object.keys(signedFields)
    .concat('signature')
    .map((name) => ({ name, in: 'query', required: true, schema: { type: 'string' } })),
  refusals: toRefusals(['not-configured', 'assertion-refused', 'session-required', 'upstream-unavailable', 'internal', 'overloaded']),
})

/** Describes the routes of the proxy that belong to neither API. */
export const otherRoutes = (tag: string): Record<string, JsonSchema> => ({
  '/': { get: read(tag, 'home', 'A page for the merchant that says whether the proxy works', json({ type: 'string' }, 'text/html; charset=utf-8')) },
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
