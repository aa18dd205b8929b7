import { ResponseError } from '../../../src/contract/client.ts'
import { CircuitOpen } from '../../upstream/breaker.ts'
import { Refusal, serviceWords } from '../../http/problems.ts'
import { Unanswered } from '../../upstream/transport.ts'
import { InputError } from '../../upstream/checked-client.ts'
import type { FamilyName } from './callers.ts'

/** A failed call: whether it may have changed something, whether to retry it, and the words for it. */
export interface Fault {
  ending: 'refused' | 'misused' | 'unanswered'
  /** Whether the call may have taken effect. */
  uncertain: boolean
  /** Whether the same may be answered otherwise in a while. */
  passing: boolean
  /** Whether it is about who called and where, so that any other call would fail as well. */
  concernsAll: boolean
  lines: readonly string[]
}

/** What was called. */
interface Called {
  family: FamilyName
  method: string
}

/** The settings with the address and the key of a family. */
const settings: Readonly<Record<FamilyName, { address: string; key?: string }>> = {
  loyalty: { address: 'LOYALTY_BASE_URL', key: 'LOYALTY_API_KEY' },
  // A refusal of a member proves nothing about the key.
  loyaltyStorefront: { address: 'LOYALTY_BASE_URL' },
  protection: { address: 'PROTECTION_BASE_URL', key: 'PROTECTION_API_KEY' },
  track: { address: 'TRACK_BASE_URL' },
  claims: { address: 'PUBLIC_URL or --claims-url', key: 'CLAIMS_API_KEYS' },
}

/** Reads a failed call. 4xx: not done; 5xx and silence: nobody knows (A3). Whatever is no failure of a call is thrown on. */
export function toFault(error: unknown, called: Called): Fault {
  const certain = { uncertain: false, passing: false, concernsAll: false }
  const writes = called.method !== 'GET'
  if (error instanceof InputError) return { ...certain, ending: 'misused', lines: error.errors ?? [error.message] }
  // The client refuses ids that would leave their place in the path.
  if (error instanceof TypeError && / cannot be "/.test(error.message)) return { ...certain, ending: 'misused', lines: [error.message] }
  if (error instanceof ResponseError) return { ...certain, ...readStatus(error, called) }
  if (error instanceof Unanswered) {
    const lines = [`No answer from the service: ${reasonOf(error.cause)}.${error.sent ? '' : ' Nothing was sent.'}`]
    return { ...certain, ending: 'unanswered', uncertain: writes && error.sent, passing: true, lines }
  }
  if (error instanceof Refusal) return { ...certain, ending: 'unanswered', uncertain: writes, lines: [`The answer cannot be used: ${reasonOf(error.cause)}.`] }
  throw error
}

function readStatus(error: ResponseError, { family, method }: Called): Partial<Fault> & Pick<Fault, 'ending' | 'lines'> {
  const { status } = error
  const { address, key } = settings[family]
  const words = serviceWords(error)
  const withStatus = (what: string) => [`${what} (${status})${words.length > 0 ? ':' : '.'}`, ...words]
  // No operation redirects.
  if (status < 400)
    return { ending: 'misused', concernsAll: true, lines: [...withStatus('The service redirects to another address'), `Check the address in ${address}.`] }
  // A service that gives up on a request (408) may have begun with it.
  if (status >= 500 || status === 408) return { ending: 'unanswered', uncertain: method !== 'GET', passing: true, lines: withStatus('The service failed') }
  if (status === 429) return { ending: 'refused', passing: true, lines: withStatus('The service received too many requests') }
  if ((status === 401 || status === 403) && key) {
    return { ending: 'refused', concernsAll: true, lines: [...withStatus('The service refused'), `Check the key in ${key}.`] }
  }
  return { ending: 'refused', lines: withStatus('The service refused') }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof CircuitOpen) return 'it failed too often in a row, and is not called for a moment'
  const { code, message, name } = cause as { code?: string; message?: string; name?: string }
  if (name === 'TimeoutError' || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return 'it took too long'
  if (code === 'ECONNREFUSED') return 'nothing listens at this address'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its host has no address'
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'no connection in time'
  return message || code || 'no reason given'
}
