import { storeUnavailable } from '../store/store-access.ts'
import { deserializeError, type ThreadMessage, type ThreadMethod, type ThreadRequest } from './messages.ts'

interface Pending {
  resolve: (value: unknown) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout | undefined
}

/** A response of the thread. */
export type ThreadResponse = Extract<ThreadMessage, { response: number }>

/** The calls to a thread that wait for their responses. */
export interface ThreadCalls {
  /** Sends a request; rejects if no response comes within `limit` milliseconds. A call that was stored after its time limit is a repeat if it is sent again. */
  call(send: (request: ThreadRequest) => void, method: ThreadMethod, args: unknown[], limit: number): Promise<unknown>
  /** Ends the call that waits for this response. */
  settle(response: ThreadResponse): void
  /** Rejects all calls that wait, because the thread has stopped. */
  rejectAll(reason: Error): void
}

/** Creates the calls to a thread. */
export function createThreadCalls(): ThreadCalls {
  const pending = new Map<number, Pending>()
  let last = 0

  /** Removes and returns the caller that waits for this response. */
  function take(number: number): Pending | undefined {
    const caller = pending.get(number)
    clearTimeout(caller?.timer)
    pending.delete(number)
    return caller
  }

  return {
    call: (send, method, args, limit) =>
      new Promise((resolve, reject) => {
        const number = (last += 1)
        pending.set(number, { resolve, reject, timer: setTimeout(() => take(number)?.reject(storeUnavailable()), limit) })
        send({ number, method, args })
      }),
    settle(message) {
      const caller = take(message.response)
      if ('value' in message) caller?.resolve(message.value)
      else caller?.reject(deserializeError(message.error))
    },
    rejectAll(reason) {
      for (const number of pending.keys()) take(number)?.reject(storeUnavailable(reason))
    },
  }
}
