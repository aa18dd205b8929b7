import { catalogue } from '../upstream/catalogue.ts'
import { deliverySchema, loyaltyEvents, webhookTokenHeader } from '../upstream/loyalty-events.schema.ts'
import {
  benefitDtoSchema,
  campaignDtoSchema,
  creditDtoSchema,
  memberDtoSchema,
  merchantDtoSchema,
  subscriptionDtoSchema,
  tierDtoSchema,
  webhookDtoSchema,
} from '../upstream/loyalty.schema.ts'
import { json, toPaths } from './operations.ts'
import { sharedRules } from './rules.ts'
import { refTo, writeSchemas, type JsonSchema } from './schemas.ts'
import { schemasOf, documentFamily } from './service-operations.ts'

const named = {
  Member: memberDtoSchema,
  CreditEntry: creditDtoSchema,
  Tier: tierDtoSchema,
  Benefit: benefitDtoSchema,
  Campaign: campaignDtoSchema,
  Merchant: merchantDtoSchema,
  Webhook: webhookDtoSchema,
  Subscription: subscriptionDtoSchema,
  Delivery: deliverySchema,
}

/** `{message, data}` (A1, A3). */
const envelope = (data: JsonSchema): JsonSchema => ({ type: 'object', required: ['message'], properties: { message: { type: 'string' }, data } })

const refusal = (description: string): JsonSchema => ({ description, ...json(refTo('Refusal')) })
const refusals = {
  400: refusal('Malformed; nothing was changed'),
  401: refusal("The key, or the member's token, is missing or wrong"),
  403: refusal('Of another member'),
  404: refusal('There is no such record'),
  429: refusal('Too many requests'),
  500: refusal('Anything else; part of it may have taken effect'),
}

/** Makes the document of the loyalty service, as this project uses it: both families of operations, and its webhooks. */
export function loyaltyDocument(): JsonSchema {
  const { loyalty, loyaltyStorefront } = catalogue
  const payloads = Object.values(loyaltyEvents).map(({ payload }) => payload)
  const schemas = writeSchemas(named, [...schemasOf(loyalty, loyaltyStorefront), ...payloads], sharedRules)
  const open = [{ key: [] }]
  return {
    openapi: '3.1.0',
    info: { title: 'Loyalty service', version: '2.0.0', description: 'Members, credits, tiers, benefits, merchant settings and webhooks.' },
    servers: [{ url: '{loyalty_base_url}', variables: { loyalty_base_url: { default: 'https://loyalty.example.com' } } }],
    security: open,
    tags: [{ name: loyalty.title }, { name: loyaltyStorefront.title }],
    paths: toPaths(
      [
        ...documentFamily(loyalty, { schemas, wrap: envelope, refusals: () => refusals }),
        ...documentFamily(loyaltyStorefront, {
          schemas,
          wrap: envelope,
          refusals: () => refusals,
          also: (verb) => (verb === 'authenticate' ? {} : { security: [{ key: [], member: [] }] }),
        }),
      ],
      schemas,
    ),
    webhooks: Object.fromEntries(
      Object.entries(loyaltyEvents).map(([name, { summary, payload }]) => [
        name,
        {
          post: {
            operationId: name,
            summary,
            security: [{ webhookToken: [] }],
            requestBody: {
              required: true,
              ...json({
                allOf: [refTo('Delivery'), { properties: { payload: schemas.of(payload), metadata: { properties: { topic: { const: name } } } } }],
              }),
            },
            responses: { '2XX': { description: 'Received; any other answer, or none, is asked for again' } },
          },
        },
      ]),
    ),
    components: {
      schemas: { ...schemas.components, Refusal: envelope({}) },
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Loyalty-Api-Key', description: "The merchant's private key; it says who the merchant is" },
        member: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: "A member's own token, good for two hours" },
        webhookToken: { type: 'apiKey', in: 'header', name: webhookTokenHeader, description: 'What creating the webhook has answered; in the body too' },
      },
    },
  }
}
