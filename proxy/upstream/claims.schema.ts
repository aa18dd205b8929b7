import { z } from 'zod'
import { addressSchema } from './address.schema.ts'
import { is, lines, price, text } from './field.schema.ts'

/** An id: text, or an integer that JavaScript holds exactly; larger numbers arrive as text. */
const id = z.union([text(), z.int()], is('is no id')).transform(String)
const quantity = z.int(is('is no whole number')).min(1, 'is less than 1').max(2_147_483_647, 'does not fit 32 bits')
const list = <Line extends z.ZodType>(line: Line) => lines(line).min(1, 'is empty')

/** The common fields of all three claims (A92). */
const head = {
  shopOrderId: text().describe('Id of the order, as the shop platform has it'),
  /** The path decides the order; another order here is an error (A92). */
  shop_order_id: text().optional().describe('The same id again; a different id is refused'),
  /** Identifies repeats (A99). */
  refundable: z
    .looseObject(
      { id: id.describe('Id of the claim; a repeated id is resolved only once'), type: text().optional().describe('Type of the object: Claim') },
      is('is no object'),
    )
    .optional()
    .describe('The claim'),
}

const lineId = text().describe('Id of the line, as in the report of the order')
const many = quantity.describe('Quantity of the line that the claim covers')
const amountOfLine = price.describe("Amount to refund for the whole line, in the order's currency")
const amountPresented = price.optional().describe("The same in the customer's currency")

/** A refund: how much to give back for which lines; an amount is for the whole line (A92). */
export const refundClaimSchema = z.looseObject({
  ...head,
  line_items: list(
    z.looseObject({ shop_line_item_id: lineId, quantity_to_issue: many, to_issue_amount: amountOfLine, to_issue_amount_presentment: amountPresented }),
  ).describe('Lines to refund'),
})

/** A reorder: what to send again (A94). */
export const reorderClaimSchema = z.looseObject({
  ...head,
  line_items: list(
    z.looseObject({ shop_line_item_id: lineId, quantity_to_issue: many, to_issue_amount: price.optional().describe('Value of the line') }),
  ).describe('Lines to send again'),
  shipping_address: addressSchema.optional().describe('Address to send it to'), // A94
})

/** A store credit: a total, with or without lines, or an amount for each line (A96). */
export const creditClaimSchema = z
  .looseObject({
    ...head,
    line_items: list(
      z.looseObject({
        shop_line_item_id: lineId,
        quantity_to_issue: quantity.optional().describe('Quantity of the line that the claim covers'),
        to_issue_amount: price.optional().describe('Amount to credit for the whole line; required on every line if there is no total'),
        to_issue_amount_presentment: amountPresented,
      }),
    )
      .optional()
      .describe('Lines to credit; absent: the lines of the order that were sent, up to the total'),
    to_issue_amount: price.optional().describe('Total to credit, if it is not the sum of the lines'),
    amount: price.optional().describe('Another name of the total'),
  })
  .refine(({ line_items, to_issue_amount, amount }) => to_issue_amount ?? amount ?? line_items?.every((line) => line.to_issue_amount), {
    path: ['to_issue_amount'],
    message: 'is required, on every line or for all of them',
  })

/** The input schema of each operation, after {@link readClaim} has converted the field names. */
export const claimsInputs = { refundClaim: refundClaimSchema, reorderClaim: reorderClaimSchema, creditClaim: creditClaimSchema }

/** Converts a claim to the field names of the schemas: the service puts its own name into one field name (A92), and may shorten another (A94). */
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

/** The reply to a reorder: the ids of the new order in the shop (A95). */
export const reorderReplySchema = z.looseObject({ shop_order_id: id, shop_order_number: id })

/** The reply to a store credit: its id, under any of its possible names (A97). */
export const storeCreditReplySchema = z
  .looseObject({ shop_store_credit_id: id.optional(), store_credit_id: id.optional(), id: id.optional() })
  .refine((reply) => reply.shop_store_credit_id ?? reply.store_credit_id ?? reply.id, { path: ['shop_store_credit_id'], message: 'is required' })

/** The schema of each reply. */
export const claimsAnswers = { refundClaim: z.unknown(), reorderClaim: reorderReplySchema, creditClaim: storeCreditReplySchema }

/** A refund that the service requests from the merchant. */
export type RefundClaim = z.infer<typeof refundClaimSchema>
/** A reorder that the service requests from the merchant. */
export type ReorderClaim = z.infer<typeof reorderClaimSchema>
/** A store credit that the service requests from the merchant. */
export type CreditClaim = z.infer<typeof creditClaimSchema>
/** The merchant’s reply to a reorder. */
export type ReorderReply = z.infer<typeof reorderReplySchema>
/** The merchant’s reply to a store credit. */
export type StoreCreditReply = z.infer<typeof storeCreditReplySchema>
