import type { Messages } from '../i18n/localize.ts'
import { didNothing, isTooMany } from './asking.ts'
import { SignedOut } from './session.ts'
import type { Localizer } from './localizer.ts'

/** The page had its say, and it was no. */
export class Declined extends Error {}

/** Why something was not done, in words; where that is not known, that too. */
export function faultOf(cause: unknown, { words, say }: Localizer<Messages<'loyalty'>>): string {
  if (!cause) return ''
  if (cause instanceof Declined) return words.declined
  if (isTooMany(cause)) return words.tooMany
  if (cause instanceof SignedOut) return words.sessionEnded
  if (!didNothing(cause)) return words.uncertain
  if (cause.status === 401) return words.sessionEnded
  const { errors, detail = '' } = cause.problem
  return say('refused', { detail: errors?.join(' ') || detail })
}
