import { DecisionRefused } from '../../claims/approve-refuse.ts'
import type { OpenStores } from '../../background/stores.ts'
import { Stop } from '../exit-codes.ts'
import { withStores } from '../queue/stores.ts'

/** Does something with the claims that the store of the settings holds, beside the proxy that resolves them. */
export const withClaims = <Result>(act: (stores: OpenStores) => Promise<Result>): Promise<Result> =>
  withStores(async (stores) => {
    try {
      return await act(stores)
    } catch (error) {
      if (error instanceof DecisionRefused) throw new Stop('misused', error.lines, { cause: error })
      throw error
    }
  })
