import { z } from 'zod'
import { currencySchema, moneySchema } from '../../src/contract/money.schema.ts'
import { protectionInputs } from '../upstream/protection.schema.ts'

/** What became of a report. */
export const reportSchema = z.object({
  id: z.string(),
  kind: z.enum(['order', 'order-update', 'refund-protection', 'add-protection', 'shipment', 'shipment-update', 'shipment-event']),
  shop_order_id: z.string().nullable(),
  /** `failed`: the service said no for good, or the deadline has passed; `notes` say why. */
  state: z.enum(['waiting', 'delivered', 'failed']),
  /** Whether the service took the order as protected; null where the report is not about that, or not yet known. */
  protected: z.boolean().nullable(),
  attempts: z.int(),
  /** What the merchant should know: why a token was left out, what the service said. */
  notes: z.array(z.string()),
  accepted_at: z.string(),
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
  consent: z.looseObject({}).nullable(),
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

const shopId = z.string('is required').regex(/^(?!\.{1,2}$).{1,255}$/, 'is no id')

/** What each verb takes; a report takes what the service's operation of the same meaning takes. */
export const merchantInputs = {
  reportOrder: protectionInputs.createOrder,
  reportOrderUpdate: protectionInputs.updateOrder,
  reportProtectionRefund: protectionInputs.refundInsurance,
  reportProtectionAdded: protectionInputs.addInsurance,
  reportShipment: protectionInputs.createShipment,
  reportShipmentUpdate: protectionInputs.updateShipment,
  reportShipmentEvent: protectionInputs.createShipmentEvent,
  getReport: z.object({ id: z.string().max(64) }),
  verifyQuote: z.object({
    token: z.string('is required').min(1, 'is required').max(8192),
    amount: z.object({ cents: z.int('needs a whole number of the smallest unit'), currency: currencySchema }, 'is required'),
  }),
  linkOrder: z.object({
    shopOrderId: shopId,
    order_number: z.string('is required').min(1, 'is required').max(64),
    email: z.email('is no e-mail address').max(254),
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
}

/** What the merchant can learn of a report that was accepted. */
export type Report = z.infer<typeof reportSchema>
/** Whether a quote counts, and what to charge for it. */
export type Verification = z.infer<typeof verificationSchema>
/** The keys to an order's tracking page. */
export type OrderLinks = z.infer<typeof linksSchema>
