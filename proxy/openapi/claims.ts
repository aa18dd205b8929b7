import { claimsPath } from '../claims/claim-errors.ts'
import { catalogue } from '../upstream/catalogue.ts'
import { json, type DocumentedOperation } from './operations.ts'
import { refTo, type JsonSchema, type Schemas } from './schemas.ts'
import { documentFamily } from './service-operations.ts'

/** The form in which the protection service expects errors (A98). */
export const claimRefusal: JsonSchema = {
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'array', items: { type: 'string' }, description: 'What is wrong, the field first' } },
}

const refusal = (description: string): JsonSchema => ({ description, ...json(refTo('ClaimRefusal')) })

/** The answers if a claim is not resolved, or not yet. */
const refusals = {
  401: refusal('No key of `CLAIMS_API_KEYS`'),
  400: refusal('The body cannot be read'),
  404: refusal('Claims are not resolved here'),
  413: refusal('The body is too large'),
  415: refusal('Only JSON is understood'),
  422: refusal('Refused, for good: by the bounds of the order, by a person, or because the same claim was asked for with other contents'),
  500: refusal('The fault is ours'),
  503: {
    ...refusal('Not resolved yet: it is being done, or waits for a person; `Retry-After` says when to ask again'),
    headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds' } },
  },
}

/** Describes the requests of the protection service that resolve claims, with the field names of the service. */
export const documentClaims = (tag: string, schemas: Schemas): DocumentedOperation[] =>
  documentFamily(catalogue.claims, { schemas, refusals: () => refusals }).map((operation) => ({
    ...operation,
    endpoint: { ...operation.endpoint, path: claimsPath + operation.endpoint.path },
    description: [
      operation.description,
      'A claim is resolved once: asked for again, it is answered as before. `refundable` may have any name that ends in `_refundable`.',
    ]
      .filter((part) => part)
      .join(' '),
    tag,
    security: [{ claimsKey: [] }],
  }))
