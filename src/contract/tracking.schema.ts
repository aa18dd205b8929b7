import { z } from 'zod'

/** A line of text as people type it: trimmed, full-width letters and digits made plain, nothing that cannot be seen. */
const typed = (longest: number) =>
  z
    .string('needs to be text')
    .max(longest, `is longer than ${longest} characters`)
    .refine((value) => !/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u.test(value), 'holds a character that cannot be seen')
    .transform((value) => value.normalize('NFKC').trim())
    .pipe(z.string().min(1, 'is empty'))

const sealed = z.string('needs to be text').min(1, 'is empty').max(4096, 'is longer than 4096 characters')

/** Exactly one proof of who may know: a key, an order number with its e-mail address, a tracking number; or a ticket from an earlier answer. */
export const trackRequestSchema = z
  .object({
    key: sealed.optional(),
    order_number: typed(64)
      .transform((number) => number.replace(/^#\s*/, ''))
      .pipe(z.string().min(1, 'is empty'))
      .optional(),
    email: typed(254).pipe(z.email('is no e-mail address')).optional(),
    tracking_number: typed(64).optional(),
    ticket: sealed.optional(),
  })
  .superRefine(({ key, order_number, email, tracking_number, ticket }, context) => {
    if (order_number !== undefined && email === undefined) context.addIssue({ code: 'custom', path: ['email'], message: 'is needed with an order number' })
    if (email !== undefined && order_number === undefined)
      context.addIssue({ code: 'custom', path: ['order_number'], message: 'is needed with an e-mail address' })
    const proofs = [key, order_number ?? email, tracking_number, ticket].filter((proof) => proof !== undefined)
    if (proofs.length !== 1)
      context.addIssue({ code: 'custom', path: ['key'], message: 'or order_number with email, or tracking_number: send exactly one of these' })
  })

/** Whose enrichment is asked after, and how long the answer may take. */
export const enrichmentRequestSchema = z.object({
  ticket: sealed,
  /** Seconds that the answer may be held back until something has settled. */
  wait: z.number('needs a number of seconds').min(0, 'needs to be 0 or more').max(20, 'needs to be 20 or less').optional(),
})

/** A town, as far as it is told. */
export const placeSchema = z.object({ city: z.string().nullable(), province: z.string().nullable(), country: z.string().nullable() })

/** A line of an order or of a package. */
export const trackedItemSchema = z.object({ name: z.string(), quantity: z.number(), image_url: z.string().nullable() })

/** Something that happened to a package. */
export const trackedEventSchema = z.object({
  /** One of the service's twelve, or any other that it has learnt since. */
  status: z.string(),
  message: z.string().nullable(),
  /** ISO 8601; null where the carrier gave no time. */
  created_at: z.string().nullable(),
  place: placeSchema.nullable(),
})

/** A package, and how far it has come. */
export const trackedPackageSchema = z.object({
  /** Tells the packages of one order apart; means nothing elsewhere. */
  id: z.string(),
  /** Null: sent without tracking. */
  tracking_number: z.string().nullable(),
  carrier: z.string().nullable(),
  /** `http` and `https` addresses only. */
  links: z.array(z.object({ carrier: z.string().nullable(), url: z.string() })),
  /** Raw, open; null while nothing is known. */
  status: z.string().nullable(),
  /** The service's own words for the status. */
  label: z.string().nullable(),
  estimated_from: z.string().nullable(),
  estimated_to: z.string().nullable(),
  /** Whether the carrier's scans are still being fetched. */
  pending: z.boolean(),
  /** Newest first. */
  events: z.array(trackedEventSchema),
  /** Empty for a tracking number alone. */
  items: z.array(trackedItemSchema),
})

/** An order, with as much of it as was proved. */
export const trackedOrderSchema = z.object({
  /** What was proved, and so how much is told. */
  proof: z.enum(['key', 'order', 'tracking']),
  /** Good for fifteen minutes: fetches this order again and asks for its enrichment. */
  ticket: z.string(),
  order_number: z.string().nullable(),
  placed_at: z.string().nullable(),
  /** `pending`, `paid`, `refunded`, `voided` or another. */
  financial_status: z.string().nullable(),
  /** Null: not told for this proof. */
  protected: z.boolean().nullable(),
  town: placeSchema.nullable(),
  has_shippable_items: z.boolean(),
  has_fulfillment_without_tracking: z.boolean(),
  packages: z.array(trackedPackageSchema),
  /** What has not left yet. */
  unshipped_items: z.array(trackedItemSchema),
  /** Whether every shipment's enrichment has ended. */
  all_settled: z.boolean(),
})

/** How far asking the carriers has come. */
export const enrichmentSchema = z.object({
  shipments: z.array(
    z.object({ /** Empty for a tracking number alone. */ shop_shipment_id: z.string(), tracking_number: z.string().nullable(), enrichment_status: z.string() }),
  ),
  all_settled: z.boolean(),
})

/** A proof of who may know, or a ticket from an earlier answer. */
export type TrackRequest = z.input<typeof trackRequestSchema>
/** Whose enrichment is asked after, and how long the answer may take. */
export type EnrichmentRequest = z.infer<typeof enrichmentRequestSchema>
/** A town, as far as it is told. */
export type Place = z.infer<typeof placeSchema>
/** A line of an order or of a package. */
export type TrackedItem = z.infer<typeof trackedItemSchema>
/** Something that happened to a package. */
export type TrackedEvent = z.infer<typeof trackedEventSchema>
/** A package, and how far it has come. */
export type TrackedPackage = z.infer<typeof trackedPackageSchema>
/** An order, with as much of it as was proved. */
export type TrackedOrder = z.infer<typeof trackedOrderSchema>
/** How far asking the carriers has come. */
export type Enrichment = z.infer<typeof enrichmentSchema>
