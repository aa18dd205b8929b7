import { ResponseError } from '../../src/contract/client.ts'
import type { Outcome } from '../jobs/handler.ts'
import { serviceWords } from '../http/problems.ts'

/*
 * Each line of a refusal begins with the name of its field (A61). Names and texts of customers may follow.
 */

const says = (error: ResponseError, words: RegExp) => error.status === 422 && serviceWords(error).some((said) => words.test(said))

/** Whether the service does not know the order or shipment, perhaps not yet: reports come late and out of order (A58, A60). */
export const isMissing = (error: unknown) =>
  error instanceof ResponseError && (error.status === 404 || says(error, /^\W*(shop[ _])?(order|shipment)([ _]id)?\W+must exist/i))

/** Whether the service says that the item to create already exists (A57). */
export const isTaken = (error: unknown) =>
  error instanceof ResponseError && (error.status === 409 || says(error, /^\W*(shop[ _])?(order|shipment)([ _]id)?\W.*\balready\b/i))

/** Whether the service says that the order is already protected (A65). */
export const isProtectedAlready = (error: unknown) => error instanceof ResponseError && (error.status === 409 || says(error, /\balready\b/i))

/** Whether the service refuses the quote's token (A67). */
export const isTokenRefused = (error: unknown) => error instanceof ResponseError && says(error, /^\W*(purchased|quote|token)/i)

/** Whether the service refuses a line as insured, because insured lines need a protected order (section 2). */
export const isInsuranceRefused = (error: unknown) => error instanceof ResponseError && says(error, /^\W*line[ _]items\b.*\bis[ _](insured|protected)\b/i)

/** Whether the service refuses the request (422). */
export const isRefused = (error: unknown): error is ResponseError => error instanceof ResponseError && error.status === 422

/** The words of the service's refusal, for notes. */
export const wordsOf = (error: ResponseError) => `the service answered ${error.status}: ${serviceWords(error).join('; ') || 'no words'}`

/** The outcome for a job that waits until this item is known; it does not block other jobs meanwhile. */
export const waitingFor = (name: string): Outcome => ({
  state: 'waiting',
  waitsFor: name,
  note: `the service does not know ${name.replace(':', ' ')} yet: it has to be reported too`,
  inDoubt: false,
})

/** Whether the service answers 404 to a creation that refers to nothing else, so its address is wrong. */
export const isWrongAddress = (error: unknown) => error instanceof ResponseError && error.status === 404

/** The outcome for a wrong address: retry, because someone corrects the address sooner or later. */
export const wrongAddress: Outcome = { state: 'waiting', note: 'the service answered 404: check PROTECTION_BASE_URL', inDoubt: false }
