import type { ZodType } from 'zod'
import { extension } from '../../src/contract/extension.ts'
import { extensionKeySchema } from '../../src/contract/extension.schema.ts'
import { loyalty } from '../../src/contract/loyalty.ts'
import {
  benefitSchema,
  campaignSchema,
  creditEntrySchema,
  creditPageSchema,
  heldCodeSchema,
  memberSchema,
  membershipSchema,
  redemptionSchema,
  sessionSchema,
  spendSchema,
  tierSchema,
} from '../../src/contract/loyalty.schema.ts'
import { moneySchema } from '../../src/contract/money.schema.ts'
import { orderProtection } from '../../src/contract/order-protection.ts'
import type { ProblemCode } from '../../src/contract/problem.ts'
import { protection } from '../../src/contract/protection.ts'
import { consentSchema, quoteSchema } from '../../src/contract/protection.schema.ts'
import { tracking } from '../../src/contract/tracking.ts'
import {
  enrichmentSchema,
  orderProtectionSchema,
  trackedClaimSchema,
  trackedEventSchema,
  trackedItemSchema,
  trackedOrderSchema,
  trackedPackageSchema,
} from '../../src/contract/tracking.schema.ts'
import { merchant, merchantInInsuredNaming } from '../merchant/merchant.ts'
import { leavingSchema, linksSchema, merchantAnswers, merchantInputs, reportSchema, verificationSchema } from '../merchant/merchant.schema.ts'
import { browserAnswers, browserInputs } from '../routes/browser.schema.ts'
import { addressSchema, updatedAddressSchema } from '../upstream/address.schema.ts'
import { catalogue } from '../upstream/catalogue.ts'
import { price } from '../upstream/field.schema.ts'
import { deliverySchema } from '../upstream/loyalty-events.schema.ts'
import { customerSchema, lineItemSchema, orderSchema, shipmentEventDtoSchema, shipmentSchema } from '../upstream/protection.schema.ts'
import { claimRefusal, documentClaims } from './claims.ts'
import { problemSchema, toRefusals } from './codes.ts'
import { deliveryInputs, deliverySecurity, documentDeliveries } from './deliveries.ts'
import { inBothNamings } from './namings.ts'
import { toPaths, type DocumentedOperation } from './operations.ts'
import { browserTexts, extensionTexts, merchantCodes, merchantTexts, otherRoutes, platformSession } from './operation-texts.ts'
import { protectionRules } from './rules.ts'
import { writeSchemas, type JsonSchema } from './schemas.ts'
import { schemasOf } from './service-operations.ts'

const named: Record<string, ZodType> = {
  Money: moneySchema,
  Price: price,
  Quote: quoteSchema,
  Consent: consentSchema,
  Session: sessionSchema,
  Membership: membershipSchema,
  Member: memberSchema,
  Tier: tierSchema,
  Benefit: benefitSchema,
  Campaign: campaignSchema,
  Spend: spendSchema,
  CreditEntry: creditEntrySchema,
  CreditPage: creditPageSchema,
  HeldCode: heldCodeSchema,
  Redemption: redemptionSchema,
  TrackedOrder: trackedOrderSchema,
  TrackedPackage: trackedPackageSchema,
  TrackedEvent: trackedEventSchema,
  TrackedItem: trackedItemSchema,
  TrackedClaim: trackedClaimSchema,
  OrderProtection: orderProtectionSchema,
  Enrichment: enrichmentSchema,
  ExtensionKey: extensionKeySchema,
  Order: orderSchema,
  Customer: customerSchema,
  Address: addressSchema,
  UpdatedAddress: updatedAddressSchema,
  LineItem: lineItemSchema,
  Shipment: shipmentSchema,
  ShipmentEvent: shipmentEventDtoSchema,
  Report: reportSchema,
  Verification: verificationSchema,
  OrderLinks: linksSchema,
  Leaving: leavingSchema,
  LoyaltyDelivery: deliverySchema,
}

/** The codes that every route may answer, including those of routes with a body. */
const always: ProblemCode[] = [
  'invalid-request',
  'not-configured',
  'body-too-large',
  'media-type-not-supported',
  'internal',
  'upstream-unavailable',
  'overloaded',
]

const clientHeader = { name: 'X-Storefront-Client', in: 'header', required: true, schema: { const: '1' }, description: 'A header that no form can send' }
const origin = {
  name: 'Origin',
  in: 'header',
  schema: { type: 'string' },
  description: 'One of the origins of the shop; without it, only `Sec-Fetch-Site: same-origin` passes',
}
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description: 'A new one for each redemption; the same one again gets the first answer',
}

const reportKey = {
  ...idempotencyKey,
  required: false,
  description: 'What comes again under the same one within two days is the same report, under the same id',
}

/** The server of a document that is not served by the proxy itself: its address is a variable. */
const anywhere: JsonSchema = {
  url: '{public_url}',
  variables: { public_url: { default: 'https://widgets.example.com', description: 'PUBLIC_URL of the proxy' } },
}

/** Makes the document of the proxy: its API for pages of the shop and for the merchant’s backend. `server` is its address, relative to the document. */
export function proxyDocument(server?: string): JsonSchema {
  const both = [inputs, answers].flatMap((apis) => Object.values(apis).flatMap((verbs) => Object.values(verbs)))
  const backends = [merchantInputs, merchantAnswers, deliveryInputs].flatMap((verbs) => Object.values<ZodType>(verbs))
  const schemas = writeSchemas(named, [...both, ...backends, ...schemasOf(catalogue.claims)], protectionRules)
  const namings = inBothNamings(schemas.components)

  const browser = Object.entries(browserTexts).flatMap(([api, verbs]): DocumentedOperation[] =>
    Object.entries(verbs).map(([verb, { summary, codes = [], session = false, orStatus }]) => ({
      operationId: verb,
      endpoint: tables[api]![verb]!,
      summary,
      tag: tags.browser,
      input: inputs[api]![verb],
      answer: schemas.of(answers[api]![verb]!),
      orStatus,
      headers: [origin, ...(verb === 'quoteProtection' ? [] : [clientHeader]), ...(verb === 'redeemCredits' ? [idempotencyKey] : [])],
      security: session ? [{ session: [] }] : [],
      refusals: toRefusals([
        ...always,
        'origin-not-allowed',
        'client-header-required',
        ...(session ? (['session-required', 'session-expired'] as const) : []),
        ...codes,
      ]),
    })),
  )
  const backend = (table: Partial<typeof merchant>, also: Partial<DocumentedOperation> = {}): DocumentedOperation[] =>
    Object.entries(table).map(([verb, endpoint]) => ({
      operationId: verb,
      endpoint,
      summary: merchantTexts[verb as keyof typeof merchant],
      tag: tags.merchant,
      input: merchantInputs[verb as keyof typeof merchant],
      answer: schemas.of(merchantAnswers[verb as keyof typeof merchant]),
      security: [{ merchantKey: [] }],
      headers: endpoint.status === 202 ? [reportKey] : [],
      refusals: toRefusals([
        ...always,
        'key-required',
        ...(merchantCodes[verb as keyof typeof merchant] ?? []),
        ...(endpoint.status === 202 ? (['idempotency-mismatch'] as const) : []),
      ]),
      ...also,
    }))
  const extensions = Object.entries(extension).map(([verb, endpoint]): DocumentedOperation => {
    const { summary, codes = [], orStatus, session, proof } = extensionTexts[verb as keyof typeof extension]
    const refusals: readonly ProblemCode[] = session ? ['session-required', 'session-expired'] : proof ? ['session-required', 'assertion-refused'] : []
    return {
      operationId: `${verb}InExtension`,
      endpoint,
      summary,
      tag: tags.extension,
      input: browserInputs.extension[verb as keyof typeof extension],
      answer: schemas.of(browserAnswers.extension[verb as keyof typeof extension]),
      orStatus,
      headers: verb === 'redeemCredits' ? [idempotencyKey] : [],
      security: session ? [{ extensionSession: [] }] : proof ? [{ sessionToken: [] }] : [],
      refusals: toRefusals([...always, ...refusals, ...codes]),
    }
  })
  const renamed = backend(merchantInInsuredNaming).map((operation) => ({ ...operation, operationId: `${operation.operationId}InInsuredNaming` }))

  const operation = [...documentDeliveries(tags.delivery), ...documentClaims(tags.claims, schemas)]

  return {
    openapi: '3.1.0',
    info: { title: 'Storefront proxy', version: '1', description: 'What pages of a shop and its backend ask of the proxy that holds the keys.' },
    servers: [server === undefined ? anywhere : { url: server }],
    tags: Object.values(tags).map((name) => ({ name })),
    paths: {
      ...toPaths(
        [...browser, ...extensions, platformSession(tags.browser, schemas.of(answers.loyalty!.openSession!)), ...backend(merchant), ...renamed, ...operation],
        schemas,
        namings.either,
      ),
      ...otherRoutes(tags.operation),
    },
    components: {
      schemas: { ...namings.components, Problem: problemSchema, ClaimRefusal: claimRefusal },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token that `openSession` answers' },
        sessionToken: { type: 'http', scheme: 'bearer', description: 'The session token that Shopify gives to UI extensions of the app' },
        extensionSession: { type: 'http', scheme: 'bearer', description: 'The token that `openSessionInExtension` answers' },
        merchantKey: { type: 'http', scheme: 'bearer', description: 'One of `MERCHANT_API_KEYS`' },
        ...deliverySecurity,
        claimsKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'One of `CLAIMS_API_KEYS`' },
      },
    },
  }
}

const tags = {
  browser: 'For pages of the shop',
  extension: 'For UI extensions of Shopify',
  merchant: "For the merchant's backend",
  delivery: 'For webhooks',
  claims: 'For claims',
  operation: 'For operation',
}
const tables: Record<string, Record<string, DocumentedOperation['endpoint']>> = { protection, loyalty, tracking, orderProtection }
const inputs: Record<string, Record<string, ZodType>> = browserInputs
const answers: Record<string, Record<string, ZodType>> = browserAnswers
