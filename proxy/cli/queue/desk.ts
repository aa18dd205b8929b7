import { Refusal } from '../../http/problems.ts'
import type { Desk } from '../../jobs/job-store.ts'
import { readShopName, readStore } from '../../store/store-settings.ts'
import { Stop } from '../exit-codes.ts'

/** Does something with the store that the settings name, beside the proxy that works it. Another shop's store is refused. */
export async function atDesk<Result>(act: (desk: Desk) => Promise<Result>): Promise<Result> {
  const { openDesk } = await import('../../jobs/job-store.ts')
  const desk = await openDesk(readStore(process.env), readShopName(process.env))
  try {
    return await act(desk)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const reason = error.cause instanceof Error ? `: ${error.cause.message}` : ''
    throw new Stop('unanswered', [`The store cannot be used right now${reason}.`], { cause: error })
  } finally {
    await desk.close()
  }
}
