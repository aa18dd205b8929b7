import { z } from 'zod'
import { currencySchema, moneySchema } from '../../src/contract/money.schema.ts'
import { consentSchema } from '../../src/contract/protection.schema.ts'
import { jobStates } from '../jobs/job.ts'
import { limits } from '../upstream/limits.ts'
import { protectionInputs } from '../upstream/protection.schema.ts'
import { reportKinds } from '../reports/report-kinds.ts'

/** What became of a report. */
export const reportSchema = z.object({
  id: z.string(),
  kind: z.enum(reportKinds),
  shop_order_id: z.string().nullable(),
  /**
   * `waiting`: it will be tried, at `next_try_at`; `superseded`: something newer was reported before; `held`: somebody has to act first;
   * `failed`: the service said no for good, or the deadline has passed; `dropped`: somebody gave it up. `notes` say why.
   */
  state: z.enum(jobStates),
  /** Whether the service took the order as protected; null where the report is not about that, or not yet known. */
  protected: z.boolean().nullable(),
  attempts: z.int(),
  /** What the shopper agreed to, where a record of it came with the token; a browser's word, to be kept and not to be charged by. */
  consent: consentSchema.nullable(),
  /** What the merchant should know: why a token was left out, what the service said, what to do. */
  notes: z.array(z.string()),
  accepted_at: z.string(),
  next_try_at: z.string().nullable(),
  settled_at: z.string().nullable(),
})

/** Whether a quote counts, and what to charge for it. */
export const verificationSchema = z.object({
  valid: z.boolean(),
  /** Why it is not valid. */
  reason: z.string().nullable(),
  /** What to charge, and nothing else. */
  price: moneySchema.nullable(),
  amount: moneySchema.nullable(),
  currency: z.string().nullable(),
  expires_at: z.string().nullable(),
  /** What the shopper agreed to, where a record of it came with the token; a browser's word, to be kept and not to be charged by. */
  consent: consentSchema.nullable(),
  /** What the merchant should know beside: that the record cannot be read, or names another price. */
  notes: z.array(z.string()),
  /** The service's own token, for a backend that reports by itself. */
  purchased_quote_token: z.string().nullable(),
})

/** The keys to an order's tracking page. */
export const linksSchema = z.object({
  /** Proves the order to its owner. */
  key: z.string(),
  /** Proves no more than a tracking number, and can be passed on. */
  share_key: z.string(),
  /** The tracking page with the key in its fragment, which stays out of logs. */
  url: z.string(),
})

/** How things stand with a membership whose end was asked for. */
export const leavingSchema = z.object({
  /** As the service writes it (A11). */
  status: z.string(),
  /** It had been asked for before: nothing was asked again. */
  repeated: z.boolean(),
})

/** Ids become parts of addresses and names in the store: dots alone would leave their place, and what cannot be written is no id. */
const idPattern = /^(?!\.{1,2}$)[^\p{Cc}\p{Cs}]*$/u
const shopId = z.string('is required').min(1, 'is required').max(limits.text, `is longer than ${limits.text} characters`).regex(idPattern, 'is no id')

/** The same operation, with ids that can be kept. */
function withIds<Schema extends z.ZodObject>(schema: Schema): Schema {
  const fields = schema.shape as Readonly<Record<string, z.ZodType>>
  const narrowed = ['shop_order_id', 'shop_shipment_id', 'shop_shipment_event_id', 'shopOrderId', 'shopShipmentId'].flatMap((name) => {
    const field = fields[name]
    return field instanceof z.ZodString ? [[name, field.regex(idPattern, 'is no id').describe(field.description ?? '')] as const] : []
  })
  return schema.safeExtend(Object.fromEntries(narrowed)) as unknown as Schema
}

/** What each verb takes; a report takes what the service's operation of the same meaning takes. */
export const merchantInputs = {
  reportOrder: withIds(protectionInputs.createOrder),
  reportOrderUpdate: withIds(protectionInputs.updateOrder),
  reportProtectionRefund: withIds(protectionInputs.refundInsurance),
  reportProtectionAdded: withIds(protectionInputs.addInsurance),
  reportShipment: withIds(protectionInputs.createShipment),
  reportShipmentUpdate: withIds(protectionInputs.updateShipment),
  reportShipmentEvent: withIds(protectionInputs.createShipmentEvent),
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
  endMembership: z.object({
    memberId: shopId,
    email: z.email('is no e-mail address').max(254),
    reason: z.string().max(limits.longText).optional(),
  }),
}

const acceptedSchema = z.object({
  /** Of the report; `getReport` tells what becomes of it. */
  id: z.string(),
})

/** What each verb answers. */
export const merchantAnswers = {
  reportOrder: acceptedSchema,
  reportOrderUpdate: acceptedSchema,
  reportProtectionRefund: acceptedSchema,
  reportProtectionAdded: acceptedSchema,
  reportShipment: acceptedSchema,
  reportShipmentUpdate: acceptedSchema,
  reportShipmentEvent: acceptedSchema,
  getReport: reportSchema,
  verifyQuote: verificationSchema,
  linkOrder: linksSchema,
  endMembership: leavingSchema,
}

/** What the merchant can learn of a report that was accepted. */
export type Report = z.infer<typeof reportSchema>
/** Whether a quote counts, and what to charge for it. */
export type Verification = z.infer<typeof verificationSchema>
/** The keys to an order's tracking page. */
export type OrderLinks = z.infer<typeof linksSchema>
/** How things stand with a membership whose end was asked for. */
export type Leaving = z.infer<typeof leavingSchema>
