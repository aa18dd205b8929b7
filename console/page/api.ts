import { createClient, ResponseError } from '../../src/contract/client.ts'
import { consoleActions, consoleReads, consoleSignIn } from '../contract/console.ts'

/** The console's API, which answers only this page. */
export const api = createClient(
  { ...consoleSignIn, ...consoleReads, ...consoleActions },
  { baseUrl: new URL('.', location.href).pathname, headers: { 'X-Storefront-Console': '1' } },
)

/** Whether an error says that nobody is signed in (any more). */
export const isSignedOut = (error: unknown) => error instanceof ResponseError && error.status === 401 && error.problem.code !== 'key-required'

/** An error in words for people, most important line first; no line says what an earlier line says. */
export function linesOfError(error: unknown): string[] {
  if (!(error instanceof ResponseError)) return ['The proxy does not answer. Check that it runs, then try again.']
  const { detail = `The proxy answered ${error.status}.`, errors = [] } = error.problem
  return [detail, ...errors.filter((line) => line !== detail && `Check ${line}.` !== detail)]
}
