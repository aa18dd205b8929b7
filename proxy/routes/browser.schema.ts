import {
  assertionSchema,
  cancellationSchema,
  creditPageRequestSchema,
  creditPageSchema,
  membershipSchema,
  nothingSchema,
  partsSchema,
  programOfferSchema,
  redemptionIdSchema,
  redemptionRequestSchema,
  redemptionSchema,
  sessionSchema,
} from '../../src/contract/loyalty.schema.ts'
import { quoteRequestSchema, quoteSchema } from '../../src/contract/protection.schema.ts'
import {
  enrichmentRequestSchema,
  enrichmentSchema,
  eventsRequestSchema,
  eventsSchema,
  orderKeySchema,
  protectingSchema,
  removalSchema,
  trackedOrderSchema,
  trackRequestSchema,
} from '../../src/contract/tracking.schema.ts'

/** The input schema of each verb for browsers. */
export const browserInputs = {
  protection: { quoteProtection: quoteRequestSchema },
  tracking: { trackOrder: trackRequestSchema, trackEnrichment: enrichmentRequestSchema, trackEvents: eventsRequestSchema },
  orderProtection: { protectOrder: orderKeySchema, unprotectOrder: orderKeySchema },
  loyalty: {
    getProgram: nothingSchema,
    openSession: assertionSchema,
    getMembership: partsSchema,
    join: nothingSchema,
    listCredits: creditPageRequestSchema,
    redeemCredits: redemptionRequestSchema,
    getRedemption: redemptionIdSchema,
    cancelMembership: cancellationSchema,
    reactivateMembership: nothingSchema,
    updatePaymentMethod: nothingSchema,
  },
}

/** The response schema of each verb for browsers. */
export const browserAnswers = {
  protection: { quoteProtection: quoteSchema },
  tracking: { trackOrder: trackedOrderSchema, trackEnrichment: enrichmentSchema, trackEvents: eventsSchema },
  orderProtection: { protectOrder: protectingSchema, unprotectOrder: removalSchema },
  loyalty: {
    getProgram: programOfferSchema,
    openSession: sessionSchema,
    getMembership: membershipSchema,
    join: sessionSchema,
    listCredits: creditPageSchema,
    redeemCredits: redemptionSchema,
    getRedemption: redemptionSchema,
    cancelMembership: nothingSchema,
    reactivateMembership: nothingSchema,
    updatePaymentMethod: nothingSchema,
  },
}
