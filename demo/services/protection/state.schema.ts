import { z } from 'zod'
import { orderSchema, shipmentEventDtoSchema, shipmentSchema } from '../../../proxy/upstream/protection.schema.ts'
import { moneySchema } from '../../../src/contract/money.schema.ts'
import { resolutions } from '../claims/body.ts'
import type { ClaimsState } from '../claims/state.ts'
import { entriesOf } from '../entries.schema.ts'
import type { ProtectionState } from './state.ts'

const quote = z.object({
  id: z.string(),
  token: z.string(),
  amount: moneySchema,
  price: moneySchema,
  shop_order_id: z.string().nullable(),
  created_at: z.iso.datetime(),
})

const order = z.object({
  key: z.string().min(1),
  reported: orderSchema,
  fields: orderSchema,
  protection: z.object({ paid: moneySchema, token: z.string().nullable(), refunded: z.boolean() }).nullable(),
  flags: z.array(z.string()),
})

const shipment = z.object({ reported: shipmentSchema, fields: shipmentSchema, events: z.array(shipmentEventDtoSchema) })

/** The fields of a delivery that are checked. Other fields belong to the code that makes the calls. */
const delivery = z.looseObject({
  id: z.string().min(1),
  about: z.string(),
  url: z.url(),
  outcome: z.enum(['pending', 'delivered', 'refused', 'failed', 'withdrawn']),
  attempts: z.array(z.looseObject({ at: z.iso.datetime(), status: z.int().nullable(), error: z.string().nullable() })),
  createdAt: z.iso.datetime(),
  dueAt: z.iso.datetime().optional(),
})

const claim = z.object({
  id: z.string().min(1),
  shop_order_id: z.string(),
  resolution: z.enum(resolutions),
  url: z.url(),
  body: z.looseObject({}),
  delivery: delivery.nullable(),
  reply: z.looseObject({}).nullable(),
  faults: z.array(z.string()),
})

const ids = z.array(z.string())

/** What a state file may contain of orders, shipments, quotes and claims, by the names of the state. Maps are lists of entries. */
export const savedProtection = {
  orders: entriesOf(order),
  shipments: entriesOf(shipment),
  orderByKey: entriesOf(z.string()),
  ordersByNumber: entriesOf(ids),
  shipmentsByOrder: entriesOf(ids),
  shipmentsByNumber: entriesOf(ids),
  quotes: entriesOf(quote),
  spentQuotes: entriesOf(quote),
  enrichments: entriesOf(z.object({ started_at: z.iso.datetime(), renewed: z.boolean() })),
  claimsUrl: z.url().nullable(),
  claims: z.array(claim),
} satisfies Record<keyof ProtectionState | keyof ClaimsState, z.ZodType>
