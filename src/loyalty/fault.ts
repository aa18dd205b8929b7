import type { LoyaltyWords } from '../messages/en/loyalty.ts'
import { didNothing, isTooMany } from './asking.ts'
import { SignedOut } from './session.ts'
import type { Voice } from './voice.ts'

/** Why something was not done, in words; where that is not known, that too. */
export function faultOf(cause: unknown, { words, say }: Voice<LoyaltyWords>): string {
  if (!cause) return ''
  if (isTooMany(cause)) return words.tooMany
  if (cause instanceof SignedOut) return words.sessionEnded
  if (!didNothing(cause)) return words.uncertain
  if (cause.status === 401) return words.sessionEnded
  const { errors, detail = '' } = cause.problem
  return say('refused', { detail: errors?.join(' ') || detail })
}
