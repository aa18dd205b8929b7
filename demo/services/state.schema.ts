import { z } from 'zod'
import { areTiersKnown, savedLoyalty } from './loyalty/state.schema.ts'
import { savedProtection } from './protection/state.schema.ts'

/** What a state file may hold of one merchant, list by list; one that an older file lacks is not missed. */
export const savedStateSchema = z
  .looseObject({ ...savedLoyalty, ...savedProtection })
  .partial()
  .refine(areTiersKnown, { path: ['members'], error: 'are in tiers that there are not' })
