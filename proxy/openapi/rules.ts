import type { ZodType } from 'zod'
import { currencySchema, moneySchema } from '../../src/contract/money.schema.ts'
import { addressSchema, updatedAddressSchema } from '../upstream/address.schema.ts'
import { price } from '../upstream/field.schema.ts'
import { refTo, type JsonSchema } from './schemas.ts'

/*
 * Rules that code checks and that cannot be read from a schema, written as schemas for the documents.
 */

/** The rules of the schemas that all documents share. */
export const sharedRules: ReadonlyMap<ZodType, JsonSchema> = new Map<ZodType, JsonSchema>([
  [currencySchema, { pattern: '^[A-Z]{3}$', description: 'ISO 4217 code', examples: ['USD'] }],
  [moneySchema, { properties: { cents: { description: 'In the smallest unit of the currency: 1234 is 12.34 USD, or 1234 JPY' } } }],
])

const addressRules: JsonSchema = {
  properties: {
    province_code: {
      pattern: '^([A-Z]{2}-[A-Z0-9]{1,3})?$',
      examples: ['US-KY'],
    },
    country_code: { pattern: '^[A-Z]{2}$', examples: ['US'] },
  },
}

/** The rules of the protection service's fields. */
export const protectionRules: ReadonlyMap<ZodType, JsonSchema> = new Map<ZodType, JsonSchema>([
  ...sharedRules,
  [price, { allOf: [refTo('Money'), { properties: { cents: { minimum: 0 } } }] }],
  [addressSchema, addressRules],
  [updatedAddressSchema, addressRules],
])
