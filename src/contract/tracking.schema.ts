import { z } from 'zod'
import { moneySchema } from './money.schema.ts'

/**
 * A line of text that a person typed or pasted: trimmed, with plain instead of full-width letters and digits, and without invisible characters
 * that have no meaning (soft hyphens, joiners, direction marks). Refuses characters that end a line or reverse its direction.
 */
const typed = (longest: number, plain = (value: string) => value.normalize('NFKC')) => {
  const tooLong = `is longer than ${longest} characters`
  return (
    z
      .string('needs to be text')
      .trim()
      .max(longest, tooLong)
      .refine((value) => !/[\p{Cc}\p{Cs}]|[\u202a-\u202e\u2066-\u2069]/u.test(value), 'holds a character that cannot be seen')
      .transform((value) =>
        plain(value)
          .replace(/\p{Cf}/gu, '')
          .trim(),
      )
      // Normalisation can turn one character into several.
      .pipe(z.string().min(1, 'is empty').max(longest, tooLong))
  )
}

/** Normalises a typed number: no leading `#`, plain letters and digits, and every kind of dash as `-`. */
export const normalNumber = (number: string) =>
  number
    .normalize('NFKC')
    .trim()
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/^#\s*/, '')

const typedNumber = typed(64).transform(normalNumber).pipe(z.string().min(1, 'is empty'))

/** An order number exactly as it was typed: in some shops the `#` is a part of the number (A76). */
const typedOrderNumber = typed(64, (value) => value)
  .refine((number) => number === '' || normalNumber(number) !== '', 'is empty')
  .refine((number) => normalNumber(number).length <= 64, 'is longer than 64 characters')

/** A sealed text: a key or a ticket. */
export const sealed = z
  .string('needs to be text')
  .min(1, 'is empty')
  .max(4096, 'is longer than 4096 characters')
  .regex(/^[\x21-\x7e]*$/, 'holds a space or another character that no key has')

/** Exactly one proof: a key, an order number with its e-mail address, or a tracking number; or a ticket from an earlier answer. */
export const trackRequestSchema = z
  .object({
    key: sealed.optional(),
    order_number: typedOrderNumber.optional(),
    email: typed(254).pipe(z.email('is no e-mail address')).optional(),
    tracking_number: typedNumber.optional(),
    ticket: sealed.optional(),
  })
  .superRefine(({ key, order_number, email, tracking_number, ticket }, context) => {
    // Faults of single fields come first; the combination is checked after these are mended.
    if (context.issues.length > 0) return
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    const order = order_number === undefined ? 'email' : 'order_number'
    const [first, second] = Object.entries({ ticket, key, [order]: order_number ?? email, tracking_number }).flatMap(([name, value]) => (value ? name : []))
    if (first === undefined) refuse('key', 'is missing, and so are order_number with email, and tracking_number: send one of these')
    else if (second !== undefined) refuse(second, `comes beside ${first}: send one proof alone`)
    else if (first === 'order_number' && email === undefined) refuse('email', 'is needed with an order number')
    else if (first === 'email') refuse('order_number', 'is needed with an e-mail address')
  })

/** The order whose enrichment is requested, and how long the answer may take. */
export const enrichmentRequestSchema = z.object({
  ticket: sealed,
  /** Seconds for which the proxy may hold the answer until a shipment has settled; absent: one or two. */
  wait: z.number('needs a number of seconds').min(0, 'needs to be 0 or more').max(20, 'needs to be 20 or less').optional(),
})

/** The package of an order whose events are requested. */
export const eventsRequestSchema = z.object({
  ticket: sealed,
  /** The `id` of the package in the order that came with the ticket. */
  package: z.string('needs to be text').min(1, 'is empty').max(500, 'is longer than 500 characters'),
})

/** A place. The proxy leaves out what the proof does not allow. */
export const placeSchema = z.object({ city: z.string().nullable(), province: z.string().nullable(), country: z.string().nullable() })

/** A line of an order or of a package. */
export const trackedItemSchema = z.object({ name: z.string(), quantity: z.number(), image_url: z.string().nullable() })

/** Something that happened to a package. */
export const trackedEventSchema = z.object({
  /** One of the twelve statuses of the service, or a newer one. */
  status: z.string(),
  message: z.string().nullable(),
  /** ISO 8601, with the offset that the carrier reported; null if the carrier reported no time. */
  created_at: z.string().nullable(),
  place: placeSchema.nullable(),
})

/** A package, with its status and its events. */
export const trackedPackageSchema = z.object({
  /** Identifies the package within its order only. */
  id: z.string(),
  /** Null: sent without tracking. */
  tracking_number: z.string().nullable(),
  carrier: z.string().nullable(),
  /** `http` and `https` addresses only. */
  links: z.array(z.object({ carrier: z.string().nullable(), url: z.string() })),
  /** As the service sent it, so it may be unknown; null if there is none yet. */
  status: z.string().nullable(),
  /** The status in words of the service. */
  label: z.string().nullable(),
  estimated_from: z.string().nullable(),
  estimated_to: z.string().nullable(),
  /** Whether the carrier has not answered yet. */
  pending: z.boolean(),
  /** Full days since the last scan, if there are more than usual; absent otherwise. */
  quiet_days: z.number().optional(),
  /** The latest events, newest first, and of each status the newest and the oldest event. */
  events: z.array(trackedEventSchema),
  /** Whether the package has other events, which `trackEvents` lists. */
  earlier: z.literal(true).optional(),
  /** Empty for a tracking number alone. */
  items: z.array(trackedItemSchema),
})

/** A claim about the order, and its outcome. */
export const trackedClaimSchema = z.object({
  resolution: z.enum(['refund', 'reorder', 'store_credit']),
  /** `awaiting`: the shop has not decided yet. */
  state: z.enum(['awaiting', 'resolved', 'refused']),
  /** ISO 8601: the time at which it was settled or, before that, raised. */
  at: z.string(),
  /** The amount that is refunded or credited; null for a reorder. */
  amount: moneySchema.nullable(),
  /** The number of the replacement order; null if there is none yet. */
  order_number: z.string().nullable(),
  /** A key of the replacement order, with the same degree of proof; absent if the e-mail address of that order is unknown. */
  order_key: z.string().optional(),
  /** The lines of the claim, if the lines of the order are known. */
  items: z.array(trackedItemSchema),
})

/** The changes of protection that the merchant can allow to shoppers, by their names in `SHOPPERS_MAY`. */
const orderActions = ['protect-later', 'unprotect'] as const

/** The protection of an order, for the holder of its key. */
export const orderProtectionSchema = z.object({
  /**
   * `protecting` and `removing`: the request is stored, and the service does not show its effect yet. `removed`: the order was protected, and
   * the price of protection was refunded.
   */
  state: z.enum(['unprotected', 'protecting', 'protected', 'removing', 'removed']),
  /** The amount that a removal refunds or has refunded; null if it is nothing, or unknown. */
  refund: moneySchema.nullable(),
})

/** An order, as far as the proof allows. */
export const trackedOrderSchema = z.object({
  /** The degree of proof, which decides how much the answer contains. */
  proof: z.enum(['key', 'order', 'tracking']),
  /** Requests this order and its enrichment again. Valid for fifteen minutes. */
  ticket: z.string(),
  /** A key to share, which proves no more than a tracking number; absent if the proof was only a tracking number. */
  share_key: z.string().optional(),
  order_number: z.string().nullable(),
  placed_at: z.string().nullable(),
  /** `pending`, `paid`, `refunded`, `voided` or another. */
  financial_status: z.string().nullable(),
  /** Null: this proof does not allow it. */
  protected: z.boolean().nullable(),
  /** Only for a key, and only if shoppers may change the protection. */
  protection: orderProtectionSchema.optional(),
  /** The changes that are possible now; present if `protection` is. */
  may: z.array(z.enum(orderActions)).optional(),
  town: placeSchema.nullable(),
  has_shippable_items: z.boolean(),
  has_fulfillment_without_tracking: z.boolean(),
  packages: z.array(trackedPackageSchema),
  /** The lines that have not been sent. */
  unshipped_items: z.array(trackedItemSchema),
  /** Newest first; absent if there is none, and for a tracking number alone. */
  claims: z.array(trackedClaimSchema).optional(),
  /** Whether the enrichment of every shipment has ended. */
  all_settled: z.boolean(),
})

/** The key of the order whose protection is changed; nobody can guess it. */
export const orderKeySchema = z.object({ key: sealed })

/** The result of a request to protect an order. */
export const protectingSchema = z.object({
  /** Whether the service has the order as protected. False with status 202: the request is stored, and sent as soon as the service can be reached. */
  protected: z.boolean(),
})

/** The result of a request to remove protection. It is stored; the platform and then the service carry it out. */
export const removalSchema = z.object({
  /** The amount that is refunded. */
  refund: moneySchema,
})

/** All events of one package, newest first, as far as the proof allows. */
export const eventsSchema = z.object({ events: z.array(trackedEventSchema) })

/** The progress of the enrichment. */
export const enrichmentSchema = z.object({
  shipments: z.array(
    z.object({ /** Empty for a tracking number alone. */ shop_shipment_id: z.string(), tracking_number: z.string().nullable(), enrichment_status: z.string() }),
  ),
  all_settled: z.boolean(),
  /** Milliseconds until the next request; absent if the client may choose. */
  next_poll_ms: z.number().optional(),
})

/** A proof, or a ticket from an earlier answer. */
export type TrackRequest = z.input<typeof trackRequestSchema>
/** The order whose enrichment is requested, and how long the answer may take. */
export type EnrichmentRequest = z.infer<typeof enrichmentRequestSchema>
/** The package of an order whose events are requested. */
export type EventsRequest = z.infer<typeof eventsRequestSchema>
/** A place. The proxy leaves out what the proof does not allow. */
export type Place = z.infer<typeof placeSchema>
/** A line of an order or of a package. */
export type TrackedItem = z.infer<typeof trackedItemSchema>
/** Something that happened to a package. */
export type TrackedEvent = z.infer<typeof trackedEventSchema>
/** A package, with its status and its events. */
export type TrackedPackage = z.infer<typeof trackedPackageSchema>
/** A claim about the order, and its outcome. */
export type TrackedClaim = z.infer<typeof trackedClaimSchema>
/** The protection of an order, for the holder of its key. */
export type OrderProtection = z.infer<typeof orderProtectionSchema>
/** A change of protection that shoppers may make. */
export type OrderAction = (typeof orderActions)[number]
/** The result of a request to protect an order. */
export type Protecting = z.infer<typeof protectingSchema>
/** The result of a request to remove protection. */
export type Removal = z.infer<typeof removalSchema>
/** An order, as far as the proof allows. */
export type TrackedOrder = z.infer<typeof trackedOrderSchema>
/** All events of one package, newest first, as far as the proof allows. */
export type PackageEvents = z.infer<typeof eventsSchema>
/** The progress of the enrichment. */
export type Enrichment = z.infer<typeof enrichmentSchema>
