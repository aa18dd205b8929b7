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
import { extensionKeySchema, extensionTrackRequestSchema, orderClaimSchema } from '../../src/contract/extension.schema.ts'
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

/** The requests that widgets and UI extensions share. */
const orderInputs = { trackEnrichment: enrichmentRequestSchema, trackEvents: eventsRequestSchema }
const orderProtectionInputs = { protectOrder: orderKeySchema, unprotectOrder: orderKeySchema }
const memberInputs = {
  getMembership: partsSchema,
  join: nothingSchema,
  listCredits: creditPageRequestSchema,
  redeemCredits: redemptionRequestSchema,
  getRedemption: redemptionIdSchema,
  cancelMembership: cancellationSchema,
  reactivateMembership: nothingSchema,
  updatePaymentMethod: nothingSchema,
}

/** The input schema of each verb for browsers. */
export const browserInputs = {
  protection: { quoteProtection: quoteRequestSchema },
  tracking: { trackOrder: trackRequestSchema, ...orderInputs },
  orderProtection: orderProtectionInputs,
  loyalty: { getProgram: nothingSchema, openSession: assertionSchema, ...memberInputs },
  extension: {
    keyOrder: orderClaimSchema,
    trackOrder: extensionTrackRequestSchema,
    ...orderInputs,
    ...orderProtectionInputs,
    openSession: nothingSchema,
    ...memberInputs,
  },
}

const orderAnswers = { trackOrder: trackedOrderSchema, trackEnrichment: enrichmentSchema, trackEvents: eventsSchema }
const orderProtectionAnswers = { protectOrder: protectingSchema, unprotectOrder: removalSchema }
const memberAnswers = {
  openSession: sessionSchema,
  getMembership: membershipSchema,
  join: sessionSchema,
  listCredits: creditPageSchema,
  redeemCredits: redemptionSchema,
  getRedemption: redemptionSchema,
  cancelMembership: nothingSchema,
  reactivateMembership: nothingSchema,
  updatePaymentMethod: nothingSchema,
}

/** The response schema of each verb for browsers. */
export const browserAnswers = {
  protection: { quoteProtection: quoteSchema },
  tracking: orderAnswers,
  orderProtection: orderProtectionAnswers,
  loyalty: { getProgram: programOfferSchema, ...memberAnswers },
  extension: { keyOrder: extensionKeySchema, ...orderAnswers, ...orderProtectionAnswers, ...memberAnswers },
}
