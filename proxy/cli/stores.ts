import { userInfo } from 'node:os'
import { Refusal } from '../http/problems.ts'
import type { OpenStores } from '../background/stores.ts'
import type { Person } from '../audit/audit-entry.ts'
import { readShopName, readStore } from '../store/store-settings.ts'
import { Stop } from './io/exit-codes.ts'
import { invocation } from './io/invocation.ts'

/** Opens the store of the settings, while the proxy may use it too. Refuses the store of another shop. */
export async function withStores<Result>(run: (stores: OpenStores) => Promise<Result>): Promise<Result> {
  const { openStores } = await import('../background/stores.ts')
  const stores = await openStores(readStore(invocation().env), readShopName(invocation().env))
  try {
    return await run(stores)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const reason = error.cause instanceof Error ? `: ${error.cause.message}` : ''
    throw new Stop('unanswered', [`The store is unavailable${reason}.`], { cause: error })
  } finally {
    await stores.close()
  }
}

/** Who runs this command, for the audit log: the account on the machine, as the system knows it. */
export function accountOfMachine(): Person {
  try {
    return { who: userInfo().username, via: 'command' }
  } catch {
    return { who: 'somebody', via: 'command' } // The account has no entry, as in some containers.
  }
}
