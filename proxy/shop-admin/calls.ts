import { ResponseError } from '../../src/contract/client.ts'
import { serviceWords } from '../http/problems.ts'
import { createTransport, type Observe, type Transport } from '../upstream/transport.ts'
import { unclear, undone } from './answers.ts'
import { ShopRefusal } from './shop.ts'

/** One request to whatever stands behind a {@link Shop}. */
export interface Call {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}

/** The way to a shop's platform: bounded in time and size, following no redirect, and left alone for a while after failures. */
export interface Calls {
  /** The text of an answer that is a success. Rejects with a {@link ShopRefusal} for what the platform will never do, with anything else for what may be asked for again. */
  ask(call: Call): Promise<string>
  close(): Promise<void>
}

/** Opens the way to a shop's platform. */
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
  // A 4xx of another number is about how it was asked, not about what: a wrong address or key, a shop that is closed for a while.
  if (status === 422 || (status === 400 && words !== '')) throw new ShopRefusal(words || error.message, { cause: error })
  const says = words === '' ? `answered ${status}` : `answered ${status}: ${words}`
  const passing = mayBeDone(status)
    ? unclear(says, error)
    : undone(status === 429 ? says : `${says}; look at the address and the key that it is asked with`, error)
  throw Object.assign(passing, { retryAfter: answer.retryAfter })
}

/** Whether nobody can tell what came of a request: it failed on its way, is under way, or was given up on. */
const mayBeDone = (status: number) => status >= 500 || status === 408 || status === 409 || status === 425

function readObject(text: string): object {
  try {
    return Object(JSON.parse(text)) as object
  } catch {
    return {}
  }
}
