import { z } from 'zod'
import { addressSchema } from './address.schema.ts'
import { is, lines, price, text } from './field.schema.ts'

/** A number only as long as JavaScript counts it exactly; larger ones are read as text. */
const id = z.union([text(), z.int()], is('is no id')).transform(String)
const quantity = z.int(is('is no whole number')).min(1, 'is less than 1').max(2_147_483_647, 'does not fit 32 bits')
const list = <Line extends z.ZodType>(line: Line) => lines(line).min(1, 'is empty')

/** One head for all three (A92). */
const head = {
  shopOrderId: text().describe('Id of the order, as the shop platform has it'),
  /** The path wins; another order here is an error (A92). */
  shop_order_id: text().optional().describe('The same id again; another one is refused'),
  /** For telling repeats (A99). */
  refundable: z
    .looseObject(
      { id: id.describe('Id of the claim; the same one again is resolved only once'), type: text().optional().describe('What kind of thing it is: Claim') },
      is('is no object'),
    )
    .optional()
    .describe('Which claim it is'),
}

const lineId = text().describe('Id of the line, as the order was reported with')
const many = quantity.describe('How many of the line are meant')
const amountOfLine = price.describe("What to give back for the whole line, in the order's currency")
const amountPresented = price.optional().describe("The same in the customer's currency")

/** What to give back for which lines; an amount is that of the whole line (A92, S15). */
export const refundClaimSchema = z.looseObject({
  ...head,
  line_items: list(
    z.looseObject({ shop_line_item_id: lineId, quantity_to_issue: many, to_issue_amount: amountOfLine, to_issue_amount_presentment: amountPresented }),
  ).describe('What to refund'),
})

/** What to send again (A94, S16). */
export const reorderClaimSchema = z.looseObject({
  ...head,
  line_items: list(
    z.looseObject({ shop_line_item_id: lineId, quantity_to_issue: many, to_issue_amount: price.optional().describe('What the line is worth') }),
  ).describe('What to send again'),
  shipping_address: addressSchema.optional().describe('Where it goes'), // A94
})

/** What to credit: a total, with lines or without, or an amount for each line (A96, S17). */
export const creditClaimSchema = z
  .looseObject({
    ...head,
    line_items: list(
      z.looseObject({
        shop_line_item_id: lineId,
        quantity_to_issue: quantity.optional().describe('How many of the line are meant'),
        to_issue_amount: price.optional().describe('What to credit for the whole line; needed on every line where there is no total'),
        to_issue_amount_presentment: amountPresented,
      }),
    )
      .optional()
      .describe('What the credit is for; absent: what was sent of the order, up to the total'),
    to_issue_amount: price.optional().describe('What to credit in all, where it is not the sum of the lines'),
    amount: price.optional().describe('Another name of the total'),
  })
  .refine(({ line_items, to_issue_amount, amount }) => to_issue_amount ?? amount ?? line_items?.every((line) => line.to_issue_amount), {
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

/** A refund that the service asks of the merchant. */
export type RefundClaim = z.infer<typeof refundClaimSchema>
/** A reorder that the service asks of the merchant. */
export type ReorderClaim = z.infer<typeof reorderClaimSchema>
/** A store credit that the service asks of the merchant. */
export type CreditClaim = z.infer<typeof creditClaimSchema>
/** What the merchant answers to a reorder. */
export type ReorderReply = z.infer<typeof reorderReplySchema>
/** What the merchant answers to a store credit. */
export type StoreCreditReply = z.infer<typeof storeCreditReplySchema>
