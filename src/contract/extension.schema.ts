import { z } from 'zod'
import { sealed } from './tracking.schema.ts'

/**
 * The order for which an extension asks a key. Neither field is a proof by itself: the proxy compares both with the session token and with the
 * order that the platform has sent.
 */
export const orderClaimSchema = z.object({
  /** The id of the order as the extension reads it: `gid://shopify/Order/1001`, `gid://shopify/OrderIdentity/1001`, or the number alone. */
  id: z.string('needs to be text').regex(/^(gid:\/\/shopify\/Order(Identity)?\/)?\d{1,20}$/, 'is no id of an order'),
  /** The token of the checkout that made the order; absent if the extension reads none. */
  checkout_token: z
    .string('needs to be text')
    .regex(/^[\w-]{8,128}$/, 'is no token of a checkout')
    .optional(),
})

/** A key of an order, for about an hour. */
export const extensionKeySchema = z.object({
  key: z.string(),
  /** ISO 8601. */
  expires_at: z.string(),
})

/** Exactly one of a key and a ticket. An extension cannot look up orders by number: pages of other origins call these routes, too. */
export const extensionTrackRequestSchema = z.object({ key: sealed.optional(), ticket: sealed.optional() }).superRefine(({ key, ticket }, context) => {
  const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['key'], message })
  if (key !== undefined && ticket !== undefined) refuse('comes beside ticket: send one proof alone')
  else if (key === undefined && ticket === undefined && context.issues.length === 0) refuse('is missing, and so is ticket: send one of these')
})

/** The order for which an extension asks a key. */
export type OrderClaim = z.infer<typeof orderClaimSchema>
/** A key of an order, for about an hour. */
export type ExtensionKey = z.infer<typeof extensionKeySchema>
/** A key, or a ticket from an earlier answer. */
export type ExtensionTrackRequest = z.infer<typeof extensionTrackRequestSchema>
