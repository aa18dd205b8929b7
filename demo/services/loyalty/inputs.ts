import { z } from 'zod'
import { loyaltyInputs, loyaltyStorefrontInputs } from '../../../proxy/upstream/loyalty-inputs.schema.ts'

/** The inputs of the merchant’s operations, which also accept other names. */
export const adminInputs = {
  ...loyaltyInputs,
  createMember: alsoNamed({ segmentId: ['tierId', 'tier'], credits: ['credit'] }, loyaltyInputs.createMember), // A14
  changeTier: alsoNamed({ tierId: ['segmentId'] }, loyaltyInputs.changeTier), // A16
  createWebhook: alsoNamed({ callbackUrl: ['url'] }, loyaltyInputs.createWebhook), // A46
  // A47.
  deleteWebhook: loyaltyInputs.deleteWebhook
    .extend({ id: loyaltyInputs.deleteWebhook.shape.id.optional(), callbackUrl: z.string().optional() })
    .refine(({ id, callbackUrl }) => id ?? callbackUrl, { path: ['id'], message: 'is required' }),
}

/** The inputs of a member’s operations, which also accept other names. */
export const storefrontInputs = {
  ...loyaltyStorefrontInputs,
  redeemCredits: alsoNamed({ amount: ['credits', 'creditAmount'] }, loyaltyStorefrontInputs.redeemCredits), // A36
}

/** Extends a schema: a missing field is read from the first of its other names. */
function alsoNamed<Schema extends z.ZodType>(names: Record<string, readonly string[]>, schema: Schema) {
  return z.preprocess((input) => {
    const fields = { ...(input as Record<string, unknown>) }
    for (const [name, others] of Object.entries(names)) {
      const other = others.find((other) => fields[other] !== undefined)
      if (fields[name] === undefined && other !== undefined) fields[name] = fields[other]
    }
    return fields
  }, schema)
}
