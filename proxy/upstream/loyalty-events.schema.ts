import { z } from 'zod'
import { creditDtoSchema, memberDtoSchema, merchantDtoSchema } from './loyalty.schema.ts'

/*
 * The webhooks of the loyalty service, with its own field names (`loyalty-api.md`, section 6). A reader uses only the ids and requests the record
 * again (A55); other fields are kept.
 */

const id = z.union([z.string(), z.number()]).transform(String)
const time = z.string().nullish()

/** The member that an event is about (A52). */
const about = { merchantId: id, customerId: id, createdAt: time, updatedAt: time }

/** A cancellation (A39), without its token, which is a secret of the service. */
const cancellationDtoSchema = z.looseObject({
  ...about,
  status: z.string().nullish(),
  cancellationSource: z.string().nullish(),
  cancelDate: time,
  effectiveCancellationDate: time,
  switchToFreeTier: z.boolean().nullish(),
  nextSegmentId: id.nullish(),
})

/** An event: when it is sent, and its payload. */
export interface LoyaltyEvent {
  /** One line, without a full stop. */
  readonly summary: string
  readonly payload: z.ZodType
}

/** The eight events, in the order in which the document lists them (A51, A55). */
export const loyaltyEvents = {
  'merchant.updated': { summary: 'What the service knows of the merchant has changed', payload: merchantDtoSchema.extend({ merchantId: id }) },
  'merchant.reinstall': { summary: 'The merchant has installed the service again', payload: merchantDtoSchema.extend({ merchantId: id }) },
  'customer.created': { summary: 'Somebody has become a member', payload: memberDtoSchema.extend(about) },
  'customer.updated': {
    summary: "A member's record has changed: name, tier, status or anything else but the balance",
    payload: z.looseObject({ ...about, newData: memberDtoSchema, oldData: memberDtoSchema }),
  },
  'customer.credits.updated': { summary: "An entry has been booked on a member's credits", payload: creditDtoSchema.extend(about) },
  'customer.ordered': {
    summary: 'A member has ordered in the shop',
    payload: z.looseObject({ ...about, orderId: id, orderTotal: z.number().nullish(), currencyCode: z.string().nullish() }),
  },
  'customer.cancellation_requested': { summary: 'The end of a membership has been asked for', payload: cancellationDtoSchema },
  'customer.confirmed_cancellation': { summary: 'The member has confirmed the end of their membership', payload: cancellationDtoSchema },
} as const satisfies Record<string, LoyaltyEvent>

/** The name of an event, which is also the topic of a subscription (A49, A51). */
export type LoyaltyEventName = keyof typeof loyaltyEvents

/** A delivery: it is posted to a registered address, and again until the answer is a 2xx (A52 to A54). */
export const deliverySchema = z.looseObject({
  payload: z.looseObject({ merchantId: id, customerId: id.nullish(), createdAt: time, updatedAt: time }),
  metadata: z.looseObject({
    /** The same for all attempts of one delivery, so that a reader can recognize a repeat. */
    id: z.string(),
    topic: z.string(),
    /** 0 at the first attempt. */
    retryCount: z.int().min(0),
    shopDomain: z.string(),
    version: z.string(),
    triggeredAt: z.string(),
    /** The same time, in the spelling that public samples have (A52). */
    triggerredAt: z.string().nullish(),
  }),
  /** The token from the creation of the webhook; a subscription has none (A53). */
  token: z.string().nullish(),
})

/** The header that carries the token in addition to the body (A53). */
export const webhookTokenHeader = 'X-Loyalty-Webhook-Token'

/** A delivery as it reaches a registered address. */
export type DeliveryDto = z.infer<typeof deliverySchema>
