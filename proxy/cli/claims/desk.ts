import { Undecided } from '../../claims/deciding.ts'
import type { OpenStores } from '../../background/stores.ts'
import { Stop } from '../exit-codes.ts'
import { atDesk } from '../queue/desk.ts'

/** Does something with the claims that the store of the settings holds, beside the proxy that resolves them. */
export const withClaims = <Result>(act: (desk: OpenStores) => Promise<Result>): Promise<Result> =>
  atDesk(async (desk) => {
    try {
      return await act(desk)
    } catch (error) {
      if (error instanceof Undecided) throw new Stop('misused', error.lines, { cause: error })
      throw error
    }
  })
