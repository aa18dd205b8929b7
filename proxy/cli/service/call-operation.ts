import type { CallOptions } from '../../../src/contract/client.ts'
import { nextCursor } from '../../upstream/cursor.ts'
import { createRowPrinter, listNameOf, printAnswer } from './print-answer.ts'
import { createConnectWithRetryAfter, openCaller, type Caller } from './callers.ts'
import { confirm } from '../io/confirm.ts'
import { connectNowhere, describeRequest } from './dry-run.ts'
import { Stop } from '../io/exit-codes.ts'
import { toFault } from './faults.ts'
import { createSignIn, memberOf, type AsMember } from './sign-in.ts'
import { retryAfterLines } from './retry-delay.ts'
import { startProgress } from '../io/progress.ts'
import { note, openScreen, type Screen } from '../io/screen.ts'
import { escapeControls } from '../io/terminal-text.ts'
import { needsMember, type Verb } from './verbs.ts'
import { continueHint, walk } from './pages.ts'
import { invocation } from '../io/invocation.ts'

/** The options of every verb. */
export interface RunOptions extends AsMember {
  json?: boolean
  dryRun?: boolean
  yes?: boolean
  all?: boolean
  claimsUrl?: string
}

type Input = Record<string, unknown>

/** Entries of a page with `--all`: the most that the service returns at once (A4). */
const pageLength = 100

/** Seconds from which the time of an answer is worth a line. */
const slow = 1

/** Calls one operation with a checked input, and prints the answer. */
export async function run(verb: Verb, input: Input, options: RunOptions) {
  const screen = openScreen()
  const { connect, retryAfter } = createConnectWithRetryAfter()
  const caller = openCaller(verb.family, invocation().env, { ...options, connect: options.dryRun ? connectNowhere : connect })
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort()
  process.once('SIGINT', interrupt)
  try {
    if (options.dryRun) return await show(verb, input, options, caller, screen)
    await confirm(verb.operation, input, { yes: options.yes ?? false, where: caller.baseUrl, signal: interrupted.signal })
    const beside = needsMember(verb) ? await createSignIn(caller, options)(verb.operation, input) : {}
    if (interrupted.signal.aborted) throw new Stop('interrupted', ['Nothing was sent.'])
    const request = (changed: Input) => caller.operations[verb.name]!(changed, { ...beside, signal: interrupted.signal })
    if (options.all) await showAll(verb, input, options, { request, screen, signal: interrupted.signal, retryAfter })
    else {
      const begun = performance.now()
      const answer = await request(input)
      const seconds = (performance.now() - begun) / 1_000
      await printAnswer(answer, verb.operation, verb.answer, { json: options.json ?? false }, screen)
      if (verb.operation.forwarded) note('Accepted; it takes effect later.')
      if (seconds >= slow) note(`The service took ${seconds.toFixed(1)} s to answer.`)
    }
  } catch (error) {
    throw toEnd(error, verb, { signal: interrupted.signal, retryAfter })
  } finally {
    process.off('SIGINT', interrupt)
    await caller.close()
  }
}

async function show({ name, operation, family }: Verb, input: Input, options: RunOptions, caller: Caller, screen: Screen) {
  const call = caller.operations[name]!
  const member = needsMember({ family, name })
  if (member && !options.token) note(`Signs in first, as ${escapeControls(options.as ?? memberOf(operation, input))}.`)
  const beside: CallOptions = member ? caller.asMember('…') : {}
  await screen.print(...(await describeRequest(() => call(input, beside), caller.secrets)))
}

interface PageRequests {
  request: (input: Input) => Promise<unknown>
  screen: Screen
  signal: AbortSignal
  retryAfter: () => number | undefined
}

async function showAll({ family, operation, answer }: Verb, input: Input, { json = false }: RunOptions, { screen, ...requests }: PageRequests) {
  const print = createRowPrinter(answer, { json }, screen)
  const listName = listNameOf(answer)
  // On a terminal the rows themselves show the progress.
  const progress = startProgress('entries', undefined, { bar: screen.columns === undefined })
  let [entries, pages] = [0, 0]
  let at: string | undefined
  try {
    for await (const page of walk({ family, operation, input: { limit: pageLength, ...input }, ...requests })) {
      const rows = listName ? ((page as Record<string, unknown[]>)[listName] ?? []) : []
      await print(rows)
      entries += rows.length
      pages += 1
      at = nextCursor(operation, page)
      progress.step(rows.length)
    }
  } catch (error) {
    progress.end()
    note(...continueHint(operation, at))
    throw error
  }
  progress.end()
  note(`${entries} entries in ${pages} ${pages === 1 ? 'page' : 'pages'}.`)
}

function toEnd(error: unknown, { family, operation: { method }, check }: Verb, { signal, retryAfter }: Pick<PageRequests, 'signal' | 'retryAfter'>): unknown {
  if (error instanceof Stop) return error
  if (signal.aborted && method === 'GET') return new Stop('interrupted', ['Stopped.'], { cause: error })
  const { ending, uncertain, passing, lines } = toFault(error, { family, method })
  const unknown = uncertain
    ? [`The request may have taken effect. ${check ? `Check before you repeat it: ${check}` : 'Check at the service before you repeat it.'}`]
    : []
  if (signal.aborted) return new Stop('interrupted', ['Stopped.', ...unknown], { cause: error })
  return new Stop(ending, [...lines, ...(passing ? retryAfterLines(retryAfter()) : []), ...unknown], { cause: error })
}
