import { recordLines } from '../record.ts'
import { openScreen } from '../screen.ts'
import { harmlessJson } from '../terminal-text.ts'
import { withStores } from './stores.ts'

/** Prints how much there is to do, and how long the oldest has waited. */
export async function stats({ json = false }: { json?: boolean }) {
  const { states, oldestWaiting, waiting } = await withStores((stores) => stores.stats())
  const screen = openScreen()
  const shown = { ...states, oldest_waiting_seconds: Math.round(oldestWaiting / 1000), waiting_by_kind: waiting }
  await screen.print(...(json ? [harmlessJson(shown, 2)] : recordLines(shown, screen)))
}
