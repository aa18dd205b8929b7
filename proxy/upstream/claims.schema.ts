import { z } from 'zod'
import { moneySchema } from '../../src/contract/money.schema.ts'
import { addressSchema } from './protection.schema.ts'

/** A92, A94, A96: one head for all three; which fields a line needs depends on the operation. */
export const claimSchema = z.looseObject({
  shopOrderId: z.string().min(1),
  /** The path wins; another order here is an error (A92). */
  shop_order_id: z.string().optional(),
  /** What the claim is, for telling repeats (A99); the service may name it `<anything>_refundable`. */
  refundable: z.looseObject({ id: z.coerce.string(), type: z.string().optional() }).optional(),
  line_items: z.array(
    z.looseObject({
      shop_line_item_id: z.string(),
      quantity_to_issue: z.int().min(1).optional(),
      to_issue_amount: moneySchema.optional(),
      to_issue_amount_presentment: moneySchema.optional(),
    }),
  ),
  /** Where a reorder goes; absent: where the first one went (A94). */
  shipping_address: addressSchema.optional(),
})

export const claimsInputs = { refundClaim: claimSchema, reorderClaim: claimSchema, creditClaim: claimSchema }

export const reorderReplySchema = z.looseObject({ shop_order_id: z.string(), shop_order_number: z.string() })
export const storeCreditReplySchema = z.looseObject({ shop_store_credit_id: z.string() })

export const claimsAnswers = { refundClaim: z.unknown(), reorderClaim: reorderReplySchema, creditClaim: storeCreditReplySchema }

export type ClaimInput = z.infer<typeof claimSchema>
export type ReorderReply = z.infer<typeof reorderReplySchema>
export type StoreCreditReply = z.infer<typeof storeCreditReplySchema>
