import { z } from 'zod'
import { currencySchema, moneySchema } from '../../src/contract/money.schema.ts'
import { consentSchema } from '../../src/contract/protection.schema.ts'
import { jobStates } from '../jobs/job.ts'
import { limits } from '../upstream/limits.ts'
import { protectionInputs } from '../upstream/protection.schema.ts'
import { reportKinds } from '../reports/report-kinds.ts'

/** The state of a report. */
export const reportSchema = z.object({
  id: z.string(),
  kind: z.enum(reportKinds),
  shop_order_id: z.string().nullable(),
  /**
   * `waiting`: the next attempt is at `next_try_at`; `superseded`: a newer report came first; `held`: a person must act first;
   * `failed`: the service refused for good, or the deadline has passed; `dropped`: a person gave it up. `notes` give the reason.
   */
  state: z.enum(jobStates),
  /** Whether the service accepted the order as protected; null if the report is not about that, or it is not known yet. */
  protected: z.boolean().nullable(),
  attempts: z.int(),
  /** What the shopper agreed to, if a record of it came with the token; written by a browser, so store it and do not charge by it. */
  consent: consentSchema.nullable(),
  /** Notes for the merchant: why a token was left out, the service's words, what to do. */
  notes: z.array(z.string()),
  accepted_at: z.string(),
  next_try_at: z.string().nullable(),
  settled_at: z.string().nullable(),
})

/** Whether a quote is valid, and what to charge for it. */
export const verificationSchema = z.object({
  valid: z.boolean(),
  /** Why it is not valid. */
  reason: z.string().nullable(),
  /** The exact amount to charge. */
  price: moneySchema.nullable(),
  amount: moneySchema.nullable(),
  currency: z.string().nullable(),
  expires_at: z.string().nullable(),
  /** What the shopper agreed to, if a record of it came with the token; written by a browser, so store it and do not charge by it. */
  consent: consentSchema.nullable(),
  /** Further notes for the merchant: that the record is unreadable, or names another price. */
  notes: z.array(z.string()),
  /** The service's own token, for a backend that reports orders itself. */
  purchased_quote_token: z.string().nullable(),
})

/** The keys of an order's tracking page. */
export const linksSchema = z.object({
  /** Proves the order to its owner. */
  key: z.string(),
  /** Proves no more than a tracking number, and can be passed on. */
  share_key: z.string(),
  /** The tracking page with the key in its fragment, which stays out of logs. */
  url: z.string(),
})

/** The end of the key of an order. It is stored; jobs carry it out at once, and then at the platform. */
const revokedSchema = z.object({
  /** Whether the order gets another key. */
  replaced: z.boolean(),
})

/** The state of a membership after a request to end it. */
export const leavingSchema = z.object({
  /** The service's status (A11). */
  status: z.string(),
  /** True if the end was requested before; no second request was sent. */
  repeated: z.boolean(),
})

/** Ids become parts of addresses and names in the store. Dots alone would change the path, and control characters cannot be stored. */
const idPattern = /^(?!\.{1,2}$)[^\p{Cc}\p{Cs}]*$/u
const shopId = z.string('is required').min(1, 'is required').max(limits.text, `is longer than ${limits.text} characters`).regex(idPattern, 'is no id')

/** The same schema, with ids limited to this pattern. */
function withIds<Schema extends z.ZodObject>(schema: Schema): Schema {
  const fields = schema.shape as Readonly<Record<string, z.ZodType>>
  const narrowed = ['shop_order_id', 'shop_shipment_id', 'shop_shipment_event_id', 'shopOrderId', 'shopShipmentId'].flatMap((name) => {
    const field = fields[name]
    return field instanceof z.ZodString ? [[name, field.regex(idPattern, 'is no id').describe(field.description ?? '')] as const] : []
  })
  return schema.safeExtend(Object.fromEntries(narrowed)) as unknown as Schema
}

const comparedOrderSchema = z.object({
  shop_order_id: shopId,
  /** When the shop changed the order last, in seconds since 1970. */
  changed_at: z.int('needs seconds since 1970').min(0),
})

/** The input schema of each verb; a report has the input of the service's operation with the same meaning. */
export const merchantInputs = {
  reportOrder: withIds(protectionInputs.createOrder),
  reportOrderUpdate: withIds(protectionInputs.updateOrder),
  reportProtectionRefund: withIds(protectionInputs.refundInsurance),
  reportProtectionAdded: withIds(protectionInputs.addInsurance),
  reportShipment: withIds(protectionInputs.createShipment),
  reportShipmentUpdate: withIds(protectionInputs.updateShipment),
  reportShipmentEvent: withIds(protectionInputs.createShipmentEvent),
  compareOrders: z.object({ orders: z.array(comparedOrderSchema, 'needs a list of orders').max(500, 'has more than 500 orders') }),
  getReport: z.object({ id: z.string().max(64) }),
  verifyQuote: z.object({
    token: z.string('is required').min(1, 'is required').max(limits.carriedToken),
    amount: z.object({ cents: z.int('needs a whole number of the smallest unit'), currency: currencySchema }, 'is required'),
  }),
  linkOrder: z.object({
    shopOrderId: shopId,
    order_number: z.string('is required').min(1, 'is required').max(64),
    email: z.email('is no e-mail address').max(254),
  }),
  revokeOrderKey: z.object({
    shopOrderId: z.string().regex(/^\d{1,20}$/, 'is no id of an order of Shopify'),
    /** Whether the order gets another key; absent: no. */
    replace: z.boolean('needs true or false').optional(),
  }),
  endMembership: z.object({
    memberId: shopId,
    email: z.email('is no e-mail address').max(254),
    reason: z.string().max(limits.longText).optional(),
  }),
}

const acceptedSchema = z.object({
  /** The id of the report; `getReport` returns its state. */
  id: z.string(),
})

/** The response schema of each verb. */
export const merchantAnswers = {
  reportOrder: acceptedSchema,
  reportOrderUpdate: acceptedSchema,
  reportProtectionRefund: acceptedSchema,
  reportProtectionAdded: acceptedSchema,
  reportShipment: acceptedSchema,
  reportShipmentUpdate: acceptedSchema,
  reportShipmentEvent: acceptedSchema,
  compareOrders: z.object({
    /** Their ids. Report them again. */
    missing: z.array(z.string()),
    /** The orders of which a report waits for a person, and why. */
    held: z.array(z.object({ shop_order_id: z.string(), reason: z.string() })),
    /** Whether an order of a shop platform is held if it has no phone number: no FALLBACK_PHONE is set. */
    needs_phone: z.boolean(),
  }),
  getReport: reportSchema,
  verifyQuote: verificationSchema,
  linkOrder: linksSchema,
  revokeOrderKey: revokedSchema,
  endMembership: leavingSchema,
}

/** The answer to a comparison of the shop's orders with the proxy's. */
export type ComparedOrders = z.infer<typeof merchantAnswers.compareOrders>
/** An order as the shop has it. */
export type ComparedOrder = z.infer<typeof comparedOrderSchema>
/** A report that was accepted, as the merchant sees it. */
export type Report = z.infer<typeof reportSchema>
/** Whether a quote is valid, and what to charge for it. */
export type Verification = z.infer<typeof verificationSchema>
/** The keys of an order's tracking page. */
export type OrderLinks = z.infer<typeof linksSchema>
/** The end of the key of an order. */
export type Revoked = z.infer<typeof revokedSchema>
/** The state of a membership after a request to end it. */
export type Leaving = z.infer<typeof leavingSchema>
