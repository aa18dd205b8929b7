import type { OpenStores } from '../../background/stores.ts'
import type { KeptWork } from '../../jobs/job.ts'
import { note, openScreen } from '../screen.ts'
import { harmlessJson } from '../terminal-text.ts'
import { atDesk } from './desk.ts'
import { toFilter, type FilterOptions } from './filter.ts'
import { toShown, workLines } from './work-lines.ts'

/** What `list` takes. */
export interface ListOptions extends FilterOptions {
  limit: number
  after?: string
  json?: boolean
}

/** Prints works, newest first; unless told which, those that somebody has to look at, and then those that wait. */
export async function list(options: ListOptions) {
  const works = await atDesk((desk) => find(desk, options))
  const screen = openScreen()
  if (options.json) await screen.print(harmlessJson(works.map(toShown), 2))
  else if (works.length === 0) note('Nothing is there.')
  else for (const work of works) await screen.print(...workLines(work, screen))
  if (works.length === options.limit) note(`There may be more: add --after ${works.at(-1)!.id}`)
}

async function find(desk: OpenStores, { limit, after, ...filter }: ListOptions): Promise<KeptWork[]> {
  const behind = after === undefined ? {} : { after }
  if (filter.state) return desk.list({ ...toFilter(filter), limit, ...behind })
  const passed = after !== undefined && (await desk.find(after))?.state === 'waiting'
  const urgent = passed ? [] : await desk.list({ ...toFilter(filter, ['held', 'failed']), limit, ...behind })
  const rest = limit - urgent.length
  const waiting = rest > 0 ? await desk.list({ ...toFilter(filter, ['waiting']), limit: rest, ...(passed && behind) }) : []
  return [...urgent, ...waiting]
}
