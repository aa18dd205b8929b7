import { InvalidArgumentError, type Command } from 'commander'
import { readLimit, runSubcommands } from './command.ts'
import type { OpenStores } from '../background/stores.ts'
import { type StoredJob, jobStates, type JobState } from '../jobs/job.ts'
import { note, openScreen, type Screen } from './io/screen.ts'
import { toEscapedJson, truncate, escapeControls } from './io/terminal-text.ts'
import { withStores } from './stores.ts'
import { Stop } from './io/exit-codes.ts'
import { recordLines } from './io/record.ts'
import { ask } from './io/confirm.ts'
import type { JobFilter } from '../jobs/queue.ts'

/** Runs a command about what was reported, as its words say, and leaves its exit code. */
export const runQueueCommand = (description: string, words: string[]) =>
  runSubcommands({ name: 'queue', description, words }, (add) => {
    addFilter(add('list', 'List what is held, has failed or waits, with the reason and what to do.'))
      .option('--limit <number>', 'at most so many', readLimit, 50)
      .option('--after <id>', 'go on behind this one')
      .action(async (options: ListOptions) => list(options))
    add('show', 'Show all that is known of one.')
      .argument('<id>')
      .option('--body', 'what was reported too, which holds personal data; it is not kept once the job is delivered, superseded or dropped')
      .action(async (id: string, options: ShowOptions) => show(id, options))
    addFilter(add('retry', 'Have some tried again at once: those named, or all that are held or have failed and fit.'))
      .argument('[ids...]')
      .action(async (ids: string[], options: RetryOptions) => retry(ids, options))
    addFilter(add('drop', 'Give some up: those named, or all that are held or have failed and fit.'))
      .argument('[ids...]')
      .option('-y, --yes', 'do not ask before they are given up')
      .action(async (ids: string[], options: DropOptions) => drop(ids, options))
    add('stats', 'Count what there is by state, and by kind what waits.').action(async (options: { json?: boolean }) => stats(options))
  })

/** What `list` takes. */
interface ListOptions extends FilterOptions {
  limit: number
  after?: string
  json?: boolean
}

/** Prints jobs, newest first; unless told which, those that somebody has to look at, and then those that wait. */
async function list(options: ListOptions) {
  const jobs = await withStores((stores) => find(stores, options))
  const screen = openScreen()
  if (options.json) await screen.print(toEscapedJson(jobs.map(toShown), 2))
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

/** What `show` takes. */
interface ShowOptions {
  body?: boolean
  json?: boolean
}

/** Prints all that is known of a job; its body only when asked for. */
async function show(id: string, { body = false, json = false }: ShowOptions) {
  const job = await withStores((stores) => stores.find(id))
  if (!job) throw new Stop('refused', [`There is no job with the id ${id}. What was delivered is kept for 7 days, what has failed for 90.`])
  const shown = { ...toShown(job), lane: job.orderingKey, ...(body && { body: JSON.parse(job.body) as unknown }) }
  const screen = openScreen()
  await screen.print(...(json ? [toEscapedJson(shown, 2)] : recordLines(shown, screen)))
}

/** Prints how much there is to do, and how long the oldest has waited. */
async function stats({ json = false }: { json?: boolean }) {
  const { states, oldestWaiting, waiting } = await withStores((stores) => stores.stats())
  const screen = openScreen()
  const shown = { ...states, oldest_waiting_seconds: Math.round(oldestWaiting / 1000), waiting_by_kind: waiting }
  await screen.print(...(json ? [toEscapedJson(shown, 2)] : recordLines(shown, screen)))
}

/** What `retry` takes. */
interface RetryOptions extends FilterOptions {
  json?: boolean
}
/** What `drop` takes. */
interface DropOptions extends RetryOptions {
  yes?: boolean
}

/** Jobs that are changed in one commit. */
const atOnce = 500

/** Has jobs tried again at once, with a new deadline. */
async function retry(ids: readonly string[], options: RetryOptions) {
  const chosen = await withStores((stores) => choose(stores, ids, options))
  const due = await withStores((stores) => inParts(chosen, (some) => stores.retry(some)))
  await tell('due', chosen, due, options)
}

/** Gives jobs up, once somebody has confirmed it. */
async function drop(ids: readonly string[], { yes = false, ...options }: DropOptions) {
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
  if (json) await openScreen().print(toEscapedJson({ [word]: changed, unchanged: left }, 2))
  else note(word === 'due' ? `${changed.length} tried again at once.` : `${changed.length} given up.`)
  if (left.length > 0)
    throw new Stop('refused', [`Not there, or done already: ${left.slice(0, 10).join(', ')}${left.length > 10 ? ` and ${left.length - 10} more` : ''}`])
}

/** Which jobs a command is about, as it was typed. */
interface FilterOptions {
  state?: JobState[]
  kind?: string
  order?: string
}

/** Lets a command be told which jobs it is about. */
const addFilter = (command: Command) =>
  command
    .option('--state <states>', `those in these states, comma-separated: ${jobStates.join(', ')}`, readStates)
    .option('--kind <kind>', 'those of this kind: order, shipment-event, webhook …')
    .option('--order <id>', 'those of the order that the shop knows by this id')

/** The filter that was typed; `states` where none was. */
const toFilter = ({ state, kind, order }: FilterOptions, states?: JobState[]): JobFilter => ({
  ...(state ? { states: state } : states && { states }),
  ...(kind !== undefined && { kind }),
  ...(order !== undefined && { order }),
})

/** Whether anything was typed that says which. */
const isNarrowed = ({ state, kind, order }: FilterOptions) => state !== undefined || kind !== undefined || order !== undefined

function readStates(typed: string): JobState[] {
  return typed.split(',').map((one) => {
    const state = jobStates.find((known) => known === one.trim())
    if (!state) throw new InvalidArgumentError(`It takes some of ${jobStates.join(', ')}.`)
    return state
  })
}

/** A job as it is printed: without its body, which holds personal data, and with times as people write them. */
const toShown = ({ body: _, acceptedAt, dueAt, settledAt, state, ...job }: StoredJob) => ({
  id: job.id,
  state,
  kind: job.kind,
  order: job.order,
  subject: job.subject,
  attempts: job.attempts,
  accepted_at: toTime(acceptedAt),
  next_try_at: state === 'waiting' ? toTime(dueAt) : null,
  settled_at: settledAt === null ? null : toTime(settledAt),
  notes: job.notes,
  result: job.result,
})

/** A job in lines for people: what it is, and beneath it why it stands as it does. */
function jobLines({ id, state, kind, order, attempts, acceptedAt, dueAt, notes }: StoredJob, { columns, bold }: Screen): string[] {
  const about = order === null ? '' : `order ${escapeControls(order)}, `
  const tries = `${attempts} ${attempts === 1 ? 'try' : 'tries'}`
  const next = state === 'waiting' ? `, next ${toTime(dueAt)}` : ''
  const reason = notes.at(-1)
  return [
    `${bold(state.padEnd(10))} ${kind.padEnd(18)} ${id}`,
    `           ${about}accepted ${toTime(acceptedAt)}, ${tries}${next}`,
    ...(reason === undefined
      ? []
      : [`           → ${columns === undefined ? escapeControls(reason) : truncate(escapeControls(reason), Math.max(20, columns * 3))}`]),
  ]
}

const toTime = (time: number) => new Date(time).toISOString()
