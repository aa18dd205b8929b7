import { ResponseError, type Client } from '../contract/client.ts'
import type { loyalty } from '../contract/loyalty.ts'
import type { Account } from './account.ts'
import { SignedOut } from './session.ts'

/** Asks as the shopper of that account; an answer that comes after they have signed out is nobody's any more. */
export function askFor<T>(account: Account, ask: (api: Client<typeof loyalty>) => Promise<T>): Promise<T> {
  const { session } = account
  return session.call(ask).finally(() => {
    if (session !== account.session) throw new SignedOut()
  })
}

/** Whether the proxy has refused so that nothing was done (A3); after any other failure something may have been. */
export const didNothing = (cause: unknown): cause is ResponseError => cause instanceof ResponseError && [400, 401, 403, 404, 422].includes(cause.status)

/** Whether the proxy asks to wait before the next try. */
export const isTooMany = (cause: unknown) => cause instanceof ResponseError && cause.status === 429
