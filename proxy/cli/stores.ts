import { Refusal } from '../http/problems.ts'
import type { OpenStores } from '../background/stores.ts'
import { readShopName, readStore } from '../store/store-settings.ts'
import { Stop } from './io/exit-codes.ts'

/** Does something with the store that the settings name, beside the proxy that works it. Another shop's store is refused. */
export async function withStores<Result>(act: (stores: OpenStores) => Promise<Result>): Promise<Result> {
  const { openStores } = await import('../background/stores.ts')
  const stores = await openStores(readStore(process.env), readShopName(process.env))
  try {
    return await act(stores)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const reason = error.cause instanceof Error ? `: ${error.cause.message}` : ''
    throw new Stop('unanswered', [`The store cannot be used right now${reason}.`], { cause: error })
  } finally {
    await stores.close()
  }
}
