import { ResponseError } from '../../src/contract/client.ts'
import { ConfigError } from '../config.ts'
import { Refusal, serviceWords } from '../problems.ts'
import { Unanswered } from '../transport.ts'
import { InputError } from '../upstream/checking.ts'
import { Stop } from './exit-codes.ts'

/** Asking whether something took effect: the words for a person. */
export type HowToFindOut = string

/** What became of a call that failed: whether it is certain that nothing was changed, and the words for it. */
export interface Fault {
  ending: 'refused' | 'misused' | 'unanswered'
  /** Whether it may have taken effect all the same. */
  uncertain: boolean
  lines: string[]
}

/** Reads a failed call. 4xx: not done; 5xx and silence: nobody knows (A3). Whatever is no failure of a call is thrown on. */
export function toFault(error: unknown, method: string): Fault {
  const writes = method !== 'GET'
  if (error instanceof InputError) return { ending: 'misused', uncertain: false, lines: error.errors ?? [error.message] }
  // The client refuses ids that would leave their place in the path.
  if (error instanceof TypeError && / cannot be "/.test(error.message)) return { ending: 'misused', uncertain: false, lines: [error.message] }
  if (error instanceof ResponseError) {
    const words = serviceWords(error)
    if (error.status < 500)
      return { ending: 'refused', uncertain: false, lines: [`The service refused (${error.status})${words.length > 0 ? ':' : '.'}`, ...words] }
    return { ending: 'unanswered', uncertain: writes, lines: [`The service failed (${error.status})${words.length > 0 ? ':' : '.'}`, ...words] }
  }
  if (error instanceof Unanswered)
    return {
      ending: 'unanswered',
      uncertain: writes && error.sent,
      lines: [`No answer from the service: ${reasonOf(error.cause)}.${error.sent ? '' : ' Nothing was sent.'}`],
    }
  if (error instanceof Refusal) return { ending: 'unanswered', uncertain: writes, lines: [`The answer cannot be used: ${reasonOf(error.cause)}.`] }
  throw error
}

/** Whether asking the same again in a while may help: too many questions, a failure, or silence. */
export const isPassing = (error: unknown) =>
  error instanceof Unanswered || (error instanceof ResponseError && (error.status >= 500 || error.status === 429 || error.status === 408))

/** How a command ends that failed, in words for a person; undefined for what nobody foresaw. */
export function toStop(error: unknown): Stop | undefined {
  if (error instanceof Stop) return error
  if (error instanceof ConfigError) return new Stop('misused', error.message.split('\n'))
  return undefined
}

function reasonOf(cause: unknown): string {
  const { code, message, name } = cause as { code?: string; message?: string; name?: string }
  if (name === 'TimeoutError' || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return 'it took too long'
  if (code === 'ECONNREFUSED') return 'nothing listens at its address'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its host has no address'
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'no connection in time'
  if (name === 'BrokenCircuitError') return 'it failed too often in a row'
  return message || code || 'no reason given'
}
