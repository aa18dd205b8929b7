import type { ZodType } from 'zod'
import { moneySchema } from '../../src/contract/money.schema.ts'
import { addressSchema, updatedAddressSchema } from '../upstream/address.schema.ts'
import { catalogue } from '../upstream/catalogue.ts'
import { price } from '../upstream/field.schema.ts'
import { inNaming } from '../upstream/naming.ts'
import { customerSchema, lineItemSchema, orderSchema, quoteDtoSchema, shipmentEventDtoSchema, shipmentSchema } from '../upstream/protection.schema.ts'
import { trackEventDtoSchema, trackLineItemDtoSchema, trackOrderDtoSchema, trackPackageDtoSchema, trackShipmentDtoSchema } from '../upstream/track.schema.ts'
import { inBothNamings } from './namings.ts'
import { json, toPaths, type DocumentedOperation } from './operations.ts'
import { protectionRules } from './rules.ts'
import { refTo, writeSchemas, type JsonSchema } from './schemas.ts'
import { schemasOf, documentFamily } from './service-operations.ts'

const named: Record<string, ZodType> = {
  Money: moneySchema,
  Price: price,
  Quote: quoteDtoSchema,
  OrderReport: orderSchema,
  Order: orderSchema
    .omit({ purchased_quote_token: true })
    .extend({ insurance_paid: price.optional().describe('Amount that the customer paid for protection') }),
  Customer: customerSchema,
  Address: addressSchema,
  UpdatedAddress: updatedAddressSchema,
  LineItem: lineItemSchema,
  Shipment: shipmentSchema,
  ShipmentEvent: shipmentEventDtoSchema,
  TrackedOrder: trackOrderDtoSchema,
  TrackedShipment: trackShipmentDtoSchema,
  TrackedPackage: trackPackageDtoSchema,
  TrackedEvent: trackEventDtoSchema,
  TrackedLineItem: trackLineItemDtoSchema,
}

/** The answers that section 4 names; the proxy reads only their status. */
const documentedAnswers = {
  createOrder: refTo('Order'),
  updateOrder: refTo('Order'),
  refundInsurance: refTo('Order'),
  createShipment: refTo('Shipment'),
  updateShipment: refTo('Shipment'),
  createShipmentEvent: refTo('ShipmentEvent'),
}

const inWords = (description: string): JsonSchema => ({ description, ...json(refTo('Refusal')) })
/** A refusal of which only the status is reliable (A60). */
const bare = (description: string): JsonSchema => ({ description })

const unauthorised = { 401: bare('The key is missing or wrong') }
/** The failures that every operation may answer. */
const failures = { 429: bare('Too many requests'), 500: bare('Anything else; it may have taken effect') }
const refused = { 422: inWords('A field cannot be accepted, or not here') }
const unknown = { 404: bare('There is no such order or shipment') }

/** The operations on an order or shipment that has to exist. */
const ofKnown = new Set(['updateOrder', 'refundInsurance', 'addInsurance', 'updateShipment', 'createShipmentEvent'])

/** The operations that may be repeated with the same input. */
const repeatable = new Set(['createOrder', 'createShipment'])

/** The second paths of the operations that have two (A72). */
const renamed = { refundInsurance: 'refundProtection', addInsurance: 'addProtection' } as const

/** Makes the document of the protection service, as this project uses it, with the track interface and the claims interface that merchants host. */
export function protectionDocument(): JsonSchema {
  const { protection, track, claims } = catalogue
  const schemas = writeSchemas(named, schemasOf(protection, track, claims), protectionRules)
  const namings = inBothNamings(schemas.components)

  const operation = documentFamily(protection, {
    schemas,
    documentedAnswers,
    refusals: (verb) => ({
      ...unauthorised,
      ...(ofKnown.has(verb) && unknown),
      ...(verb === 'createShipmentEvent' && { 409: bare('The shipment has an event of this id already') }),
      ...refused,
      ...failures,
    }),
    // A repeat gets the same answer with another status (A56, A57).
    also: (verb) => (repeatable.has(verb) ? { orStatus: 200, description: '200 where the same was reported before, and nothing is new.' } : {}),
  })
  const otherPaths = inNaming(protection.operations, 'protected')
  const twins = operation.flatMap((one): DocumentedOperation[] => {
    const name = one.operationId as keyof typeof renamed
    return name in renamed
      ? [{ ...one, operationId: renamed[name], endpoint: otherPaths[name], description: `The same as ${name}, in the protected naming.` }]
      : []
  })
  const lookups = documentFamily(track, {
    schemas,
    refusals: () => ({ 404: bare('Nothing matches'), 422: inWords('No whole look-up was sent'), ...failures }),
    also: () => ({
      security: [],
      servers: [{ url: '{track_base_url}', variables: { track_base_url: { default: 'https://track.example.com' } } }],
      description: '`key` wins over `order_number` with `email`, which wins over `tracking_number`.',
    }),
  })
  const resolutions = documentFamily(claims, {
    schemas,
    refusals: () => ({ ...unauthorised, 422: inWords('The claim cannot be resolved like this'), ...failures }),
    also: () => ({ servers: [{ url: '{claims_base_url}', variables: { claims_base_url: { default: 'https://shop.example.com/claims' } } }] }),
  })

  const paths = toPaths([...operation, ...twins, ...lookups, ...resolutions], schemas, namings.either)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Shipment protection, tracking and claims resolution',
      version: '1.0.0',
      description:
        'Three interfaces at addresses of their own; claims are resolved by the merchant, whom the service calls. Fields may be sent in either of the two namings, and are answered in the same.',
    },
    servers: [{ url: '{base_url}', variables: { base_url: { default: 'https://protection.example.com/api/v1', description: 'Ends in `/api/v1`' } } }],
    security: [{ key: [] }],
    tags: [protection, track, claims].map(({ title }) => ({ name: title })),
    paths,
    components: {
      schemas: {
        ...namings.components,
        Refusal: {
          type: 'object',
          properties: { error: { type: 'array', items: { type: 'string' }, description: 'Each begins with the field, followed by the issue' } },
        },
      },
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: "The merchant's key; in claims resolution too" } },
    },
  }
}
