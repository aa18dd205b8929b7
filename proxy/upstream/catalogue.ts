import type { ZodType } from 'zod'
import { claimsAnswers, claimsInputs } from './claims.schema.ts'
import { claimsService } from './claims.ts'
import { loyaltyAnswers, loyaltyStorefrontAnswers } from './loyalty.schema.ts'
import { loyaltyInputs, loyaltyStorefrontInputs } from './loyalty-inputs.schema.ts'
import { loyaltyService, loyaltyStorefrontService } from './loyalty.ts'
import type { Operation } from './operation.ts'
import { protectionAnswers, protectionInputs } from './protection.schema.ts'
import { protectionService } from './protection.ts'
import { trackAnswers, trackInputs } from './track.schema.ts'
import { trackService } from './track.ts'

/** Operations that share an address and a way to authenticate. */
export interface Family {
  readonly title: string
  readonly operations: Readonly<Record<string, Operation>>
  /** The input schema of each operation. */
  readonly inputs: Readonly<Record<string, ZodType>>
  /** The schema of each answer, without its envelope. */
  readonly answers: Readonly<Record<string, ZodType>>
}

/** Every operation of both services. Commands, reference pages and checks are made from this table. */
export const catalogue = {
  loyalty: { title: 'Loyalty, for the merchant', operations: loyaltyService, inputs: loyaltyInputs, answers: loyaltyAnswers },
  loyaltyStorefront: {
    title: 'Loyalty, for a member',
    operations: loyaltyStorefrontService,
    inputs: loyaltyStorefrontInputs,
    answers: loyaltyStorefrontAnswers,
  },
  protection: { title: 'Shipment protection', operations: protectionService, inputs: protectionInputs, answers: protectionAnswers },
  track: { title: 'Order tracking', operations: trackService, inputs: trackInputs, answers: trackAnswers },
  claims: { title: 'Claims resolution, hosted by the merchant', operations: claimsService, inputs: claimsInputs, answers: claimsAnswers },
} as const satisfies Record<string, Family>
