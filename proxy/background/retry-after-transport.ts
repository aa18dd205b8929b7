import { noteRetryAfter } from '../jobs/retry-after.ts'
import { createTransport, type Transport } from '../upstream/transport.ts'

/** Creates a transport to a service that notes `Retry-After` of failed requests. */
export const createRetryAfterTransport: typeof createTransport = (...service) => {
  const transport = createTransport(...service)
  const send: Transport['send'] = async (...request) => {
    const answer = await transport.send(...request)
    if (answer.retryAfter !== undefined && answer.status >= 400) noteRetryAfter(answer.retryAfter)
    return answer
  }
  return {
    send,
    get isCircuitOpen() {
      return transport.isCircuitOpen
    },
    get failure() {
      return transport.failure
    },
    close: () => transport.close(),
  }
}
