import { ResponseError } from '../contract/client.ts'
import type { LoyaltyWords } from '../messages/en/loyalty.ts'
import { SignedOut } from './session.ts'
import type { Voice } from './voice.ts'

/** Why something was not done, in words; where that is not known, that too. */
export function faultOf(cause: unknown, { words, say }: Voice<LoyaltyWords>): string {
  if (!cause) return ''
  if (cause instanceof SignedOut) return words.sessionEnded
  if (!(cause instanceof ResponseError) || cause.status >= 500) return words.uncertain
  if (cause.status === 429) return words.tooMany
  const { errors, detail = '' } = cause.problem
  return say('refused', { detail: errors?.join(' ') || detail })
}
