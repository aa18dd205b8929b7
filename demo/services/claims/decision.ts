import { z } from 'zod'
import { moneySchema } from '../../../src/contract/money.schema.ts'
import { Failure } from '../failure.ts'
import { inWords } from '../protection/words.ts'
import { resolutions } from './body.ts'

const head = {
  shop_order_id: z.string('is required'),
  resolution: z.enum(resolutions, `is none of ${resolutions.join(', ')}`),
  /** Registers the address at which the merchant resolves this claim and all later ones. */
  claims_url: z.url({ protocol: /^https?$/, error: 'is no http address' }).optional(),
  /** The claim’s own id. The same id again is a repeat (A99). */
  claim_id: z.string('is no text').min(1, 'is empty').optional(),
}

const claimedLine = z.strictObject({
  shop_line_item_id: z.string('is required'),
  quantity_to_issue: z.int('is no whole number').optional(),
  to_issue_amount: moneySchema.optional(),
})

/** A claim that is checked before it is sent. */
const checkedSchema = z.strictObject({
  ...head,
  /** What is claimed; absent: everything that was sent. */
  line_items: z.array(claimedLine, 'is no list').min(1, 'is empty').optional(),
  force: z.literal(false, 'is neither true nor false').optional(),
})

/** A claim that is sent unchanged, with all its faults. */
const forcedSchema = z.strictObject({ ...head, line_items: z.array(z.looseObject({}, 'is no object'), 'is no list').optional(), force: z.literal(true) })

/** A decision that is checked against the order before anything is sent. */
export type CheckedDecision = z.infer<typeof checkedSchema>
/** A decision that is sent unchanged, to see how the merchant reacts. */
export type ForcedDecision = z.infer<typeof forcedSchema>

/** Parses a decision about a claim. Throws a failure that names each field in error. */
export function readDecision(body: unknown): CheckedDecision | ForcedDecision {
  const isForced = (body as { force?: unknown } | null)?.force === true
  const parsed = (isForced ? forcedSchema : checkedSchema).safeParse(body)
  if (!parsed.success) throw new Failure(400, ...inWords(parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'claim'} ${message}`)))
  return parsed.data
}
