import type { OpenStores } from '../../background/stores.ts'
import { ask } from '../confirm.ts'
import { Stop } from '../exit-codes.ts'
import { note, openScreen } from '../screen.ts'
import { harmlessJson } from '../terminal-text.ts'
import { withStores } from './stores.ts'
import { isNarrowed, toFilter, type FilterOptions } from './filter.ts'

/** What `retry` takes. */
export interface RetryOptions extends FilterOptions {
  json?: boolean
}
/** What `drop` takes. */
export interface DropOptions extends RetryOptions {
  yes?: boolean
}

/** Jobs that are changed in one commit. */
const atOnce = 500

/** Has jobs tried again at once, with a new deadline. */
export async function retry(ids: readonly string[], options: RetryOptions) {
  const chosen = await withStores((stores) => choose(stores, ids, options))
  const due = await withStores((stores) => inParts(chosen, (some) => stores.retry(some)))
  await tell('due', chosen, due, options)
}

/** Gives jobs up, once somebody has confirmed it. */
export async function drop(ids: readonly string[], { yes = false, ...options }: DropOptions) {
  const chosen = await withStores((stores) => choose(stores, ids, options))
  const what = `${chosen.length} ${chosen.length === 1 ? 'job is' : 'jobs are'}`
  if (!yes && chosen.length > 0) {
    await ask({
      about: [`${what} given up, and never done: ${chosen.slice(0, 5).join(', ')}${chosen.length > 5 ? ' …' : ''}`],
      unasked: [`Not confirmed, so nothing was given up; it would be ${chosen.length}.`],
      unchanged: 'nothing was given up',
      signal: new AbortController().signal,
    })
  }
  const dropped = await withStores((stores) => inParts(chosen, (some) => stores.drop(some, `given up by hand on ${new Date().toISOString().slice(0, 10)}`)))
  await tell('dropped', chosen, dropped, options)
}

/** The ids that were typed, or those of all that fit a filter; unless told otherwise, of what somebody has to look at. */
async function choose(stores: OpenStores, ids: readonly string[], options: FilterOptions): Promise<string[]> {
  if (ids.length > 0 && isNarrowed(options)) throw new Stop('misused', ['Name jobs by their ids, or by --state, --kind and --order, not by both.'])
  if (ids.length > 0) return [...new Set(ids)]
  if (!isNarrowed(options)) throw new Stop('misused', ['Name jobs by their ids, or by --state, --kind and --order: "--state failed", for example.'])
  const found: string[] = []
  for (let after: string | undefined; ;) {
    const page = await stores.list({ ...toFilter(options, ['held', 'failed']), limit: atOnce, ...(after !== undefined && { after }) })
    found.push(...page.map(({ id }) => id))
    if (page.length < atOnce) return found
    after = page.at(-1)!.id
  }
}

async function inParts(ids: readonly string[], act: (some: string[]) => Promise<string[]>): Promise<string[]> {
  const done: string[] = []
  for (let at = 0; at < ids.length; at += atOnce) done.push(...(await act(ids.slice(at, at + atOnce))))
  return done
}

async function tell(word: 'due' | 'dropped', chosen: readonly string[], changed: readonly string[], { json = false }: RetryOptions) {
  const left = chosen.filter((id) => !changed.includes(id))
  if (json) await openScreen().print(harmlessJson({ [word]: changed, unchanged: left }, 2))
  else note(word === 'due' ? `${changed.length} tried again at once.` : `${changed.length} given up.`)
  if (left.length > 0)
    throw new Stop('refused', [`Not there, or done already: ${left.slice(0, 10).join(', ')}${left.length > 10 ? ` and ${left.length - 10} more` : ''}`])
}
