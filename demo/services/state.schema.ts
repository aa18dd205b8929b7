import { z } from 'zod'
import { areTiersKnown, savedLoyalty } from './loyalty/state.schema.ts'
import { savedProtection } from './protection/state.schema.ts'

/** What a state file may contain of one merchant, list by list. A list may be missing, as in older files. */
export const savedStateSchema = z
  .looseObject({ ...savedLoyalty, ...savedProtection })
  .partial()
  .refine(areTiersKnown, { path: ['members'], error: 'are in unknown tiers' })
