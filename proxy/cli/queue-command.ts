import { InvalidArgumentError, type Command } from 'commander'
import { readLimit, runSubcommands } from './command.ts'
import type { OpenStores } from '../background/stores.ts'
import { type StoredJob, jobStates, type JobState } from '../jobs/job.ts'
import { note, openScreen, type Screen } from './io/screen.ts'
import { toEscapedJson, truncate, escapeControls } from './io/terminal-text.ts'
import { accountOfMachine, withStores } from './stores.ts'
import { Stop } from './io/exit-codes.ts'
import { recordLines } from './io/record.ts'
import { askConfirmation } from './io/confirm.ts'
import type { JobFilter } from '../jobs/queue.ts'

/** Runs a subcommand of `queue`, and sets the exit code. */
export const runQueueCommand = (description: string, words: string[]) =>
  runSubcommands({ name: 'queue', description, words }, (add) => {
    addFilter(add('list', 'List jobs that are held, failed or waiting, with the reason and the remedy.'))
      .option('--limit <number>', 'most jobs to list', readLimit, 50)
      .option('--after <id>', 'list the jobs after this id')
      .action(async (options: ListOptions) => list(options))
    add('show', 'Show one job.')
      .argument('<id>')
      .option('--body', 'also show the body, which contains personal data; it is deleted when the job is delivered, superseded or dropped')
      .action(async (id: string, options: ShowOptions) => show(id, options))
    addFilter(add('retry', 'Retry jobs now: the named ones, or all held and failed ones that match.'))
      .argument('[ids...]')
      // A script may use the same flags for both commands.
      .option('-y, --yes', 'as for drop; retry asks for no confirmation')
      .action(async (ids: string[], options: RetryOptions) => retry(ids, options))
    addFilter(add('drop', 'Drop jobs: the named ones, or all held and failed ones that match.'))
      .argument('[ids...]')
      .option('-y, --yes', 'drop without asking for confirmation')
      .action(async (ids: string[], options: DropOptions) => drop(ids, options))
    add('stats', 'Count jobs by state, and waiting jobs by kind.').action(async (options: { json?: boolean }) => stats(options))
  })

/** The options of `list`. */
interface ListOptions extends FilterOptions {
  limit: number
  after?: string
  json?: boolean
}

/** Prints jobs, newest first; by default those that need a person, and then those that wait. */
async function list(options: ListOptions) {
  const jobs = await withStores((stores) => find(stores, options))
  const screen = openScreen()
  if (options.json) await screen.print(toEscapedJson(jobs.map(toShown), 2))
  else if (jobs.length === 0) note('There are no jobs.')
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

/** The options of `show`. */
interface ShowOptions {
  body?: boolean
  json?: boolean
}

/** Prints one job; its body only with `--body`. */
async function show(id: string, { body = false, json = false }: ShowOptions) {
  const job = await withStores((stores) => stores.find(id))
  if (!job) throw new Stop('refused', [`There is no job with the id ${id}. Delivered jobs are stored for 7 days, failed ones for 90.`])
  const shown = { ...toShown(job), ordering_key: job.orderingKey, ...(body && { body: JSON.parse(job.body) as unknown }) }
  const screen = openScreen()
  await screen.print(...(json ? [toEscapedJson(shown, 2)] : recordLines(shown, screen)))
}

/** Prints how many jobs there are, and how long the oldest has waited. */
async function stats({ json = false }: { json?: boolean }) {
  const { states, oldestWaiting, waiting } = await withStores((stores) => stores.stats())
  const screen = openScreen()
  const shown = { ...states, oldest_waiting_seconds: Math.round(oldestWaiting / 1000), waiting_by_kind: waiting }
  await screen.print(...(json ? [toEscapedJson(shown, 2)] : recordLines(shown, screen)))
}

/** The options of `retry`. */
interface RetryOptions extends FilterOptions {
  json?: boolean
}
/** The options of `drop`. */
interface DropOptions extends RetryOptions {
  yes?: boolean
}

/** The most jobs that are changed in one commit. */
const atOnce = 500

/** Retries jobs now, with a new deadline. */
async function retry(ids: readonly string[], options: RetryOptions) {
  const chosen = await withStores((stores) => choose(stores, ids, options))
  const due = await withStores((stores) => inParts(chosen, (some) => stores.retry(some, accountOfMachine())))
  await printChanges('due', chosen, due, options)
}

/** Drops jobs, after a confirmation. */
async function drop(ids: readonly string[], { yes = false, ...options }: DropOptions) {
  const chosen = await withStores((stores) => choose(stores, ids, options))
  const what = `${chosen.length} ${chosen.length === 1 ? 'job is' : 'jobs are'}`
  if (!yes && chosen.length > 0) {
    await askConfirmation({
      about: [`${what} dropped, and never done: ${chosen.slice(0, 5).join(', ')}${chosen.length > 5 ? ' …' : ''}`],
      withoutTerminal: [`Not confirmed, so nothing was dropped; ${chosen.length} would be.`],
      unchanged: 'nothing was dropped',
      signal: new AbortController().signal,
    })
  }
  const dropped = await withStores((stores) =>
    inParts(chosen, (some) => stores.drop(some, `dropped by hand on ${new Date().toISOString().slice(0, 10)}`, accountOfMachine())),
  )
  await printChanges('dropped', chosen, dropped, options)
}

/** The ids that were given, or the ids of all jobs that match the filter; by default held and failed ones. */
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

async function inParts(ids: readonly string[], change: (some: string[]) => Promise<string[]>): Promise<string[]> {
  const done: string[] = []
  for (let at = 0; at < ids.length; at += atOnce) done.push(...(await change(ids.slice(at, at + atOnce))))
  return done
}

async function printChanges(word: 'due' | 'dropped', chosen: readonly string[], changed: readonly string[], { json = false }: RetryOptions) {
  const left = chosen.filter((id) => !changed.includes(id))
  if (json) await openScreen().print(toEscapedJson({ [word]: changed, unchanged: left }, 2))
  else note(word === 'due' ? `${changed.length} retried now.` : `${changed.length} dropped.`)
  if (left.length > 0)
    throw new Stop('refused', [`Not found, or done already: ${left.slice(0, 10).join(', ')}${left.length > 10 ? ` and ${left.length - 10} more` : ''}`])
}

/** The options that select jobs. */
interface FilterOptions {
  state?: JobState[]
  kind?: string
  order?: string
}

/** Adds the options that select jobs. */
const addFilter = (command: Command) =>
  command
    .option('--state <states>', `jobs in these states, comma-separated: ${jobStates.join(', ')}`, readStates)
    .option('--kind <kind>', 'jobs of this kind: order, shipment-event, webhook …')
    .option('--order <id>', 'jobs of the order with this id at the shop')

/** The filter of the options; `states` if no state is given. */
const toFilter = ({ state, kind, order }: FilterOptions, states?: JobState[]): JobFilter => ({
  ...(state ? { states: state } : states && { states }),
  ...(kind !== undefined && { kind }),
  ...(order !== undefined && { businessKey: order }),
})

/** Whether any option selects jobs. */
const isNarrowed = ({ state, kind, order }: FilterOptions) => state !== undefined || kind !== undefined || order !== undefined

function readStates(typed: string): JobState[] {
  return typed.split(',').map((one) => {
    const state = jobStates.find((known) => known === one.trim())
    if (!state) throw new InvalidArgumentError(`The value must be a comma-separated list of ${jobStates.join(', ')}.`)
    return state
  })
}

/** A job as it is printed: without its body, which contains personal data, and with readable times. */
const toShown = ({ body: _, acceptedAt, dueAt, settledAt, state, ...job }: StoredJob) => ({
  id: job.id,
  state,
  kind: job.kind,
  order: job.businessKey,
  subject: job.subject,
  attempts: job.attempts,
  accepted_at: toTime(acceptedAt),
  next_try_at: state === 'waiting' ? toTime(dueAt) : null,
  settled_at: settledAt === null ? null : toTime(settledAt),
  notes: job.notes,
  result: job.result,
})

/** A job in lines for people: what it is, and below it the reason for its state. */
function jobLines({ id, state, kind, businessKey, attempts, acceptedAt, dueAt, notes }: StoredJob, { columns, bold }: Screen): string[] {
  const about = businessKey === null ? '' : `order ${escapeControls(businessKey)}, `
  const count = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`
  const next = state === 'waiting' ? `, next ${toTime(dueAt)}` : ''
  const reason = notes.at(-1)
  return [
    `${bold(state.padEnd(10))} ${kind.padEnd(18)} ${id}`,
    `           ${about}accepted ${toTime(acceptedAt)}, ${count}${next}`,
    ...(reason === undefined
      ? []
      : [`           → ${columns === undefined ? escapeControls(reason) : truncate(escapeControls(reason), Math.max(20, columns * 3))}`]),
  ]
}

const toTime = (time: number) => new Date(time).toISOString()
