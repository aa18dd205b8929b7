import { Stop } from '../exit-codes.ts'
import { recordLines } from '../record.ts'
import { openScreen } from '../screen.ts'
import { harmlessJson } from '../terminal-text.ts'
import { atDesk } from './desk.ts'
import { toShown } from './work-lines.ts'

/** What `show` takes. */
export interface ShowOptions {
  body?: boolean
  json?: boolean
}

/** Prints all that is known of a work; its body only when asked for. */
export async function show(id: string, { body = false, json = false }: ShowOptions) {
  const work = await atDesk((desk) => desk.find(id))
  if (!work) throw new Stop('refused', [`There is no work with the id ${id}. What was delivered is kept for 7 days, what has failed for 90.`])
  const shown = { ...toShown(work), lane: work.lane, ...(body && { body: JSON.parse(work.body) as unknown }) }
  const screen = openScreen()
  await screen.print(...(json ? [harmlessJson(shown, 2)] : recordLines(shown, screen)))
}
