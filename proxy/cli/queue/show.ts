import { Stop } from '../exit-codes.ts'
import { recordLines } from '../record.ts'
import { openScreen } from '../screen.ts'
import { harmlessJson } from '../terminal-text.ts'
import { withStores } from './stores.ts'
import { toShown } from './job-lines.ts'

/** What `show` takes. */
export interface ShowOptions {
  body?: boolean
  json?: boolean
}

/** Prints all that is known of a job; its body only when asked for. */
export async function show(id: string, { body = false, json = false }: ShowOptions) {
  const job = await withStores((stores) => stores.find(id))
  if (!job) throw new Stop('refused', [`There is no job with the id ${id}. What was delivered is kept for 7 days, what has failed for 90.`])
  const shown = { ...toShown(job), lane: job.orderingKey, ...(body && { body: JSON.parse(job.body) as unknown }) }
  const screen = openScreen()
  await screen.print(...(json ? [harmlessJson(shown, 2)] : recordLines(shown, screen)))
}
