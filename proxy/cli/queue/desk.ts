import { Refusal } from '../../problems.ts'
import type { Desk } from '../../queue/desk.ts'
import { readShopName, readStore } from '../../queue/where.ts'
import { Stop } from '../exit-codes.ts'

/** Does something with the store that the settings name, beside the proxy that works it. Another shop's store is refused. */
export async function atDesk<Result>(act: (desk: Desk) => Promise<Result>): Promise<Result> {
  const { openDesk } = await import('../../queue/desk.ts')
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
