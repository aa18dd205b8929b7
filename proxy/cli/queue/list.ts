import type { OpenStores } from '../../background/stores.ts'
import type { StoredJob } from '../../jobs/job.ts'
import { note, openScreen } from '../screen.ts'
import { harmlessJson } from '../terminal-text.ts'
import { withStores } from './stores.ts'
import { toFilter, type FilterOptions } from './filter.ts'
import { toShown, jobLines } from './job-lines.ts'

/** What `list` takes. */
export interface ListOptions extends FilterOptions {
  limit: number
  after?: string
  json?: boolean
}

/** Prints jobs, newest first; unless told which, those that somebody has to look at, and then those that wait. */
export async function list(options: ListOptions) {
  const jobs = await withStores((stores) => find(stores, options))
  const screen = openScreen()
  if (options.json) await screen.print(harmlessJson(jobs.map(toShown), 2))
  else if (jobs.length === 0) note('Nothing is there.')
  else for (const job of jobs) await screen.print(...jobLines(job, screen))
  if (jobs.length === options.limit) note(`There may be more: add --after ${jobs.at(-1)!.id}`)
}

async function find(stores: OpenStores, { limit, after, ...filter }: ListOptions): Promise<StoredJob[]> {
  const behind = after === undefined ? {} : { after }
  if (filter.state) return stores.list({ ...toFilter(filter), limit, ...behind })
  const passed = after !== undefined && (await stores.find(after))?.state === 'waiting'
  const urgent = passed ? [] : await stores.list({ ...toFilter(filter, ['held', 'failed']), limit, ...behind })
  const rest = limit - urgent.length
  const waiting = rest > 0 ? await stores.list({ ...toFilter(filter, ['waiting']), limit: rest, ...(passed && behind) }) : []
  return [...urgent, ...waiting]
}
