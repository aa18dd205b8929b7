import { z } from 'zod'
import { addressSchema } from './address.schema.ts'
import { is, price, text } from './field.schema.ts'

const id = z.union([text(), z.number()], is('is no id')).transform(String)
const quantity = z.int(is('is no whole number')).min(1, 'is less than 1').max(2_147_483_647, 'does not fit 32 bits')
const list = <Line extends z.ZodType>(line: Line) => z.array(line, is('is no list')).min(1, 'is empty').max(500, 'has more than 500 lines')

/** One head for all three (A92). */
const head = {
  shopOrderId: text(),
  /** The path wins; another order here is an error (A92). */
  shop_order_id: text().optional(),
  /** What the claim is, for telling repeats (A99). */
  refundable: z.looseObject({ id, type: text().optional() }, is('is no object')).optional(),
}

const issued = { to_issue_amount: price, to_issue_amount_presentment: price.optional() }

/** What to give back for which lines; an amount is that of the whole line (A92, S15). */
export const refundClaimSchema = z.looseObject({
  ...head,
  line_items: list(z.looseObject({ shop_line_item_id: text(), quantity_to_issue: quantity, ...issued })),
})

/** What to send again (A94, S16). */
export const reorderClaimSchema = z.looseObject({
  ...head,
  line_items: list(z.looseObject({ shop_line_item_id: text(), quantity_to_issue: quantity, to_issue_amount: price.optional() })),
  /** Where it goes; absent: where the first one went (A94). */
  shipping_address: addressSchema.optional(),
})

/** What to credit: a total, or an amount for each line (A96, S17). */
export const creditClaimSchema = z
  .looseObject({
    ...head,
    line_items: list(
      z.looseObject({
        shop_line_item_id: text(),
        quantity_to_issue: quantity.optional(),
        to_issue_amount: price.optional(),
        to_issue_amount_presentment: price.optional(),
      }),
    ),
    /** The total, where it is not the sum of the lines. */
    to_issue_amount: price.optional(),
    /** Another name of the total. */
    amount: price.optional(),
  })
  .refine(({ line_items, to_issue_amount, amount }) => to_issue_amount ?? amount ?? line_items.every((line) => line.to_issue_amount), {
    path: ['to_issue_amount'],
    message: 'is required, on every line or for all of them',
  })

/** What each operation takes, out of the words that {@link readClaim} knows. */
export const claimsInputs = { refundClaim: refundClaimSchema, reorderClaim: reorderClaimSchema, creditClaim: creditClaimSchema }

/** A claim in the words of the schemas: the service names the claim after itself (A92), and may call a reorder's quantity by its short name (A94). */
export function readClaim({ ...claim }: Record<string, unknown>): Record<string, unknown> {
  const named = Object.keys(claim).find((name) => name.endsWith('_refundable')) ?? 'claim'
  const { [named]: refundable, ...rest } = claim
  const lines = rest.line_items
  return {
    ...(refundable !== undefined && { refundable }),
    ...rest,
    ...(Array.isArray(lines) && { line_items: lines.map(readLine) }),
  }
}

function readLine(line: unknown): unknown {
  if (line === null || typeof line !== 'object' || Array.isArray(line)) return line
  const { quantity, ...rest } = line as Record<string, unknown>
  return { ...(quantity !== undefined && { quantity_to_issue: quantity }), ...rest }
}

/** The new order, under the ids that the shop gives it (A95). */
export const reorderReplySchema = z.looseObject({ shop_order_id: id, shop_order_number: id })

/** What was issued, under any of the names that it may have (A97). */
export const storeCreditReplySchema = z
  .looseObject({ shop_store_credit_id: id.optional(), store_credit_id: id.optional(), id: id.optional() })
  .refine((reply) => reply.shop_store_credit_id ?? reply.store_credit_id ?? reply.id, { path: ['shop_store_credit_id'], message: 'is required' })

/** What has to be in each reply. */
export const claimsAnswers = { refundClaim: z.unknown(), reorderClaim: reorderReplySchema, creditClaim: storeCreditReplySchema }

export type RefundClaim = z.infer<typeof refundClaimSchema>
export type ReorderClaim = z.infer<typeof reorderClaimSchema>
export type CreditClaim = z.infer<typeof creditClaimSchema>
export type ReorderReply = z.infer<typeof reorderReplySchema>
export type StoreCreditReply = z.infer<typeof storeCreditReplySchema>
