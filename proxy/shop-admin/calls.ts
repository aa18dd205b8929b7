import { ResponseError } from '../../src/contract/client.ts'
import { serviceWords } from '../http/problems.ts'
import { createTransport, type Observe, type Transport } from '../upstream/transport.ts'
import { unknownOutcome, notStarted } from './shop-answers.ts'
import { ShopRefusal } from './shop.ts'

/** A request to the system behind a {@link Shop}. */
export interface Call {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}

/** The calls to a shop's platform: limited in time and size, without redirects, and paused for some time after failures. */
export interface Calls {
  /** Returns the text of a successful response. Rejects with a {@link ShopRefusal} if the platform will never do it, with another error if a retry may help. */
  ask(call: Call): Promise<string>
  close(): Promise<void>
}

/** Creates the calls to a shop's platform. */
export function createCalls(observe?: Observe): Calls {
  const transport = createTransport('shop', observe)
  return { ask: (call) => ask(transport, call), close: () => transport.close() }
}

async function ask(transport: Transport, { url, ...init }: Call): Promise<string> {
  const answer = await transport.send(url, init)
  const text = await answer.text()
  const { status } = answer
  if (status < 300) return text
  const operation = `${init.method} ${new URL(url).pathname.split('/').at(-1)}`
  const error = new ResponseError(status, readObject(text), operation)
  const words = serviceWords(error).join('; ')
  // Any other 4xx is about the way of the request, not its content: a wrong address or key, or a shop that is closed for some time.
  if (status === 422 || (status === 400 && words !== '')) throw new ShopRefusal(words || error.message, { cause: error })
  const says = words === '' ? `answered ${status}` : `answered ${status}: ${words}`
  const passing = mayBeDone(status)
    ? unknownOutcome(says, error)
    : notStarted(status === 429 ? says : `${says}; check its address and the key that the proxy sends`, error)
  throw Object.assign(passing, { retryAfter: answer.retryAfter })
}

/** Whether the result of a request is unknown: it failed on its way, is in progress, or was given up. */
const mayBeDone = (status: number) => status >= 500 || status === 408 || status === 409 || status === 425

function readObject(text: string): object {
  try {
    return Object(JSON.parse(text)) as object
  } catch {
    return {}
  }
}
