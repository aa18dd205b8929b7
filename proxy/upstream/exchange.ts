import type { Dispatcher } from 'undici'
import type { CallLimit } from './deadline.ts'

/** A request as it is sent. */
interface Outgoing {
  method: string
  headers: Record<string, string>
  body?: string
}

/** An answer that was read to its end. */
export interface Received {
  status: number
  /** `Retry-After` as it came. */
  retryAfter: string | string[] | undefined
  body: string
}

interface ExchangeParts {
  agent: Pick<Dispatcher, 'dispatch'>
  /** Ends the exchange. */
  limit: CallLimit
  /** The most bytes of the answer. */
  longest: number
  /** The error for a longer answer. */
  tooLong: () => Error
}

const decoder = new TextDecoder()

/**
 * Sends a request and reads its answer. Uses the part of undici on which its `request` is built: answers here are short texts, and the stream, the signals
 * and the promises that `request` makes for each cost a tenth of a quote.
 */
export const exchange = (url: string, { method, headers, body }: Outgoing, { agent, limit, longest, tooLong }: ExchangeParts): Promise<Received> =>
  new Promise((resolve, reject) => {
    const { origin, pathname, search } = new URL(url)
    const chunks: Buffer[] = []
    let length = 0
    let status = 0
    let retryAfter: Received['retryAfter']
    let running: Dispatcher.DispatchController | undefined
    const stop = (reason: Error) => {
      reject(reason)
      // The connection is destroyed, so that the rest of the answer is never read.
      running?.abort(reason)
    }
    if (limit.passed) return reject(limit.passed)
    limit.onPassed(stop)
    agent.dispatch(
      { origin, path: pathname + search, method, headers, body },
      {
        onRequestStart(controller) {
          running = controller
          // It may have waited for a connection for too long.
          if (limit.passed) controller.abort(limit.passed)
        },
        onResponseStart(_, code, fields) {
          status = code
          retryAfter = fields['retry-after']
        },
        onResponseData(_, chunk) {
          chunks.push(chunk)
          length += chunk.length
          if (length > longest) stop(tooLong())
        },
        onResponseEnd: () => resolve({ status, retryAfter, body: decoder.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, length)) }),
        onResponseError: (_, error) => reject(error),
      },
    )
  })
