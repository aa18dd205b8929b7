import { z } from 'zod'
import { moneySchema } from './money.schema.ts'

/**
 * A line of text as people type it or paste it: trimmed, full-width letters and digits made plain, without what stands in a text unseen and
 * means nothing there (soft hyphens, joiners, marks of direction). What turns a text around or ends it makes it another than is seen.
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
      // One character may stand for many.
      .pipe(z.string().min(1, 'is empty').max(longest, tooLong))
  )
}

/** A number that somebody typed without a `#` before it, in plain letters and digits, whichever of the dashes their program has made of the one in it. */
export const normalNumber = (number: string) =>
  number
    .normalize('NFKC')
    .trim()
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/^#\s*/, '')

const typedNumber = typed(64).transform(normalNumber).pipe(z.string().min(1, 'is empty'))

/** The number of an order as it was typed: some shops' orders have their `#` to the letter (A76). */
const typedOrderNumber = typed(64, (value) => value)
  .refine((number) => number === '' || normalNumber(number) !== '', 'is empty')
  .refine((number) => normalNumber(number).length <= 64, 'is longer than 64 characters')

const sealed = z
  .string('needs to be text')
  .min(1, 'is empty')
  .max(4096, 'is longer than 4096 characters')
  .regex(/^[\x21-\x7e]*$/, 'holds a space or another character that no key has')

/** Exactly one proof of who may know: a key, an order number with its e-mail address, a tracking number; or a ticket from an earlier answer. */
export const trackRequestSchema = z
  .object({
    key: sealed.optional(),
    order_number: typedOrderNumber.optional(),
    email: typed(254).pipe(z.email('is no e-mail address')).optional(),
    tracking_number: typedNumber.optional(),
    ticket: sealed.optional(),
  })
  .superRefine(({ key, order_number, email, tracking_number, ticket }, context) => {
    // What is wrong with a field comes first, and one thing at a time is enough.
    if (context.issues.length > 0) return
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    const order = order_number === undefined ? 'email' : 'order_number'
    const [first, second] = Object.entries({ ticket, key, [order]: order_number ?? email, tracking_number }).flatMap(([name, value]) => (value ? name : []))
    if (first === undefined) refuse('key', 'is missing, and so are order_number with email, and tracking_number: send one of these')
    else if (second !== undefined) refuse(second, `comes beside ${first}: send one proof alone`)
    else if (first === 'order_number' && email === undefined) refuse('email', 'is needed with an order number')
    else if (first === 'email') refuse('order_number', 'is needed with an e-mail address')
  })

/** Whose enrichment is asked after, and how long the answer may take. */
export const enrichmentRequestSchema = z.object({
  ticket: sealed,
  /** Seconds that the answer may be held back until something has settled; a second or two where none are named. */
  wait: z.number('needs a number of seconds').min(0, 'needs to be 0 or more').max(20, 'needs to be 20 or less').optional(),
})

/** The package of an order whose events are requested. */
export const eventsRequestSchema = z.object({
  ticket: sealed,
  /** The `id` of the package in the order that came with the ticket. */
  package: z.string('needs to be text').min(1, 'is empty').max(500, 'is longer than 500 characters'),
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
  /** ISO 8601, with the offset of the place where the carrier tells it; null where it gave no time. */
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
  /** Whole days since its last scan, where those are more than usual; absent where there is nothing to wonder about. */
  quiet_days: z.number().optional(),
  /** The latest, newest first, and of each status the newest and the oldest. */
  events: z.array(trackedEventSchema),
  /** Whether the package has other events, which `trackEvents` lists. */
  earlier: z.literal(true).optional(),
  /** Empty for a tracking number alone. */
  items: z.array(trackedItemSchema),
})

/** What a claim about the order has come to. */
export const trackedClaimSchema = z.object({
  resolution: z.enum(['refund', 'reorder', 'store_credit']),
  /** `awaiting`: the shop is still at it. */
  state: z.enum(['awaiting', 'resolved', 'refused']),
  /** ISO 8601: when it was settled; as long as it is not, when it was raised. */
  at: z.string(),
  /** What is given back or credited; null for a reorder. */
  amount: moneySchema.nullable(),
  /** The number of the order that is sent instead; null as long as there is none. */
  order_number: z.string().nullable(),
  /** A key to that order that proves as much as was proved for this one; absent where the address that it was placed with is not known. */
  order_key: z.string().optional(),
  /** What it is about, as far as the order's lines are known. */
  items: z.array(trackedItemSchema),
})

/** What shoppers may do about the protection of an order, by the names of `SHOPPERS_MAY`. */
const orderActs = ['protect-later', 'unprotect'] as const

/** How the protection of an order stands, for the holder of its key. */
export const orderProtectionSchema = z.object({
  /**
   * `protecting` and `removing`: asked for and stored, and the service does not say so yet. `removed`: it was protected until what that cost
   * was given back.
   */
  state: z.enum(['unprotected', 'protecting', 'protected', 'removing', 'removed']),
  /** What taking it off gives back, or has given back; null where that is nothing, or not known. */
  refund: moneySchema.nullable(),
})

/** An order, with as much of it as was proved. */
export const trackedOrderSchema = z.object({
  /** What was proved, and so how much is told. */
  proof: z.enum(['key', 'order', 'tracking']),
  /** Good for fifteen minutes: fetches this order again and asks for its enrichment. */
  ticket: z.string(),
  /** A key that proves no more than a tracking number, to be passed on; absent where that is all that was proved. */
  share_key: z.string().optional(),
  order_number: z.string().nullable(),
  placed_at: z.string().nullable(),
  /** `pending`, `paid`, `refunded`, `voided` or another. */
  financial_status: z.string().nullable(),
  /** Null: not told for this proof. */
  protected: z.boolean().nullable(),
  /** For a key alone, and only where shoppers may change anything about it. */
  protection: orderProtectionSchema.optional(),
  /** What may be done now; there where `protection` is. */
  may: z.array(z.enum(orderActs)).optional(),
  town: placeSchema.nullable(),
  has_shippable_items: z.boolean(),
  has_fulfillment_without_tracking: z.boolean(),
  packages: z.array(trackedPackageSchema),
  /** What has not left yet. */
  unshipped_items: z.array(trackedItemSchema),
  /** Newest first; absent where there is none, and for a tracking number alone. */
  claims: z.array(trackedClaimSchema).optional(),
  /** Whether every shipment's enrichment has ended. */
  all_settled: z.boolean(),
})

/** Whose protection is to be changed: the key of the order, which nobody can guess. */
export const orderKeySchema = z.object({ key: sealed })

/** What has become of the wish to protect an order. */
export const protectingSchema = z.object({
  /** Whether the service holds it as protected; false with status 202: it is stored, and told to the service as soon as that can be reached. */
  protected: z.boolean(),
})

/** What has become of the wish to take protection off; it is stored, and done by the platform and the service one after the other. */
export const removalSchema = z.object({
  /** What is given back. */
  refund: moneySchema,
})

/** All events of one package, newest first, as far as the proof allows. */
export const eventsSchema = z.object({ events: z.array(trackedEventSchema) })

/** How far asking the carriers has come. */
export const enrichmentSchema = z.object({
  shipments: z.array(
    z.object({ /** Empty for a tracking number alone. */ shop_shipment_id: z.string(), tracking_number: z.string().nullable(), enrichment_status: z.string() }),
  ),
  all_settled: z.boolean(),
  /** Milliseconds after which to ask again, where that is not the asker's to choose. */
  next_poll_ms: z.number().optional(),
})

/** A proof of who may know, or a ticket from an earlier answer. */
export type TrackRequest = z.input<typeof trackRequestSchema>
/** Whose enrichment is asked after, and how long the answer may take. */
export type EnrichmentRequest = z.infer<typeof enrichmentRequestSchema>
/** The package of an order whose events are requested. */
export type EventsRequest = z.infer<typeof eventsRequestSchema>
/** A town, as far as it is told. */
export type Place = z.infer<typeof placeSchema>
/** A line of an order or of a package. */
export type TrackedItem = z.infer<typeof trackedItemSchema>
/** Something that happened to a package. */
export type TrackedEvent = z.infer<typeof trackedEventSchema>
/** A package, and how far it has come. */
export type TrackedPackage = z.infer<typeof trackedPackageSchema>
/** What a claim about the order has come to. */
export type TrackedClaim = z.infer<typeof trackedClaimSchema>
/** How the protection of an order stands, for the holder of its key. */
export type OrderProtection = z.infer<typeof orderProtectionSchema>
/** One of the things that shoppers may do about the protection of an order. */
export type OrderAct = (typeof orderActs)[number]
/** What has become of the wish to protect an order. */
export type Protecting = z.infer<typeof protectingSchema>
/** What has become of the wish to take protection off. */
export type Removal = z.infer<typeof removalSchema>
/** An order, with as much of it as was proved. */
export type TrackedOrder = z.infer<typeof trackedOrderSchema>
/** All events of one package, newest first, as far as the proof allows. */
export type PackageEvents = z.infer<typeof eventsSchema>
/** How far asking the carriers has come. */
export type Enrichment = z.infer<typeof enrichmentSchema>
