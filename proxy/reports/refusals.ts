import { ResponseError } from '../../src/contract/client.ts'
import type { Outcome } from '../jobs/job.ts'
import { serviceWords } from '../http/problems.ts'

/*
 * Each line of a refusal begins with the field that it is about (A61); what customers have named or written may stand behind it.
 */

const says = (error: ResponseError, words: RegExp) => error.status === 422 && serviceWords(error).some((said) => words.test(said))

/** Whether the service does not know what this speaks of, perhaps not yet: reports come late and out of order (A58, A60). */
export const isMissing = (error: unknown) =>
  error instanceof ResponseError && (error.status === 404 || says(error, /^\W*(shop[ _])?(order|shipment)([ _]id)?\W+must exist/i))

/** Whether the service says that it has what was to be created (A57). */
export const isTaken = (error: unknown) =>
  error instanceof ResponseError && (error.status === 409 || says(error, /^\W*(shop[ _])?(order|shipment)([ _]id)?\W.*\balready\b/i))

/** Whether the service says that it holds the order as protected before (A65). */
export const isProtectedAlready = (error: unknown) => error instanceof ResponseError && (error.status === 409 || says(error, /\balready\b/i))

/** Whether it is the quote's token that the service refuses (A67). */
export const isTokenRefused = (error: unknown) => error instanceof ResponseError && says(error, /^\W*(purchased|quote|token)/i)

/** Whether the service refuses a line as insured, since insured lines need a protected order (section 2). */
export const isInsuranceRefused = (error: unknown) => error instanceof ResponseError && says(error, /^\W*line[ _]items\b.*\bis[ _](insured|protected)\b/i)

/** Whether the service says no to what was asked. */
export const isRefused = (error: unknown): error is ResponseError => error instanceof ResponseError && error.status === 422

/** What the service said of its refusal. */
export const wordsOf = (error: ResponseError) => `the service answered ${error.status}: ${serviceWords(error).join('; ') || 'no words'}`

/** To be tried when what it speaks of is known: it stands in nobody's way meanwhile. */
export const waitingFor = (name: string): Outcome => ({
  state: 'waiting',
  waitsFor: name,
  note: `the service does not know ${name.replace(':', ' ')} yet: it has to be reported too`,
  doubtful: false,
})

/** Whether there is nothing at the address, where something is to be created that refers to nothing else. */
export const isNowhere = (error: unknown) => error instanceof ResponseError && error.status === 404

/** To be tried again: the address is mended sooner or later. */
export const nowhere: Outcome = { state: 'waiting', note: 'the service answered 404: check PROTECTION_BASE_URL', doubtful: false }
