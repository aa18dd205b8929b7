import { InvalidArgumentError } from 'commander'
import type { Reconciliation, Reconciled } from '../platforms/reconcile-order.ts'
import type { OpenStores } from '../background/stores.ts'
import { exitCodes, Stop } from './io/exit-codes.ts'
import { runCommand } from './command.ts'
import { withStores } from './stores.ts'
import { note, openScreen } from './io/screen.ts'
import { settingsOption } from './io/settings-file.ts'
import { escapeControls, toEscapedJson } from './io/terminal-text.ts'
import type { Day, ListedOrder } from './reconcile-orders.ts'
import { invocation } from './io/invocation.ts'

interface ReconcileOptions {
  day?: Day
  file?: string
  send?: boolean
  json?: boolean
  settings?: string
}

/** Compares a day's orders with their reports, and sets the exit code. */
export const runReconcileCommand = (description: string, words: string[]) =>
  runCommand({ name: 'reconcile', description, words }, (command) => {
    command
      .option('--day <date>', 'orders that were placed or changed on this day, in UTC: 2026-11-20', readDay)
      .option('--file <path>', "orders from the platform's API, as a JSON list or one per line (- reads standard input); absent: requested from the platform")
      .option('--send', 'report missing orders, and retry held and failed jobs')
      .option('--json', 'print the findings as JSON')
      .option(...settingsOption)
      .addHelpText('after', `\nThe exit code is ${exitCodes.lacking[0]} if orders are missing or stuck.`)
      .action(async (options: ReconcileOptions) => reconcile(options))
  })

async function reconcile({ day, file, send = false, json = false }: ReconcileOptions) {
  if (!day && file === undefined) throw new Stop('misused', ['Name the orders: --day 2026-11-20, --file orders.json, or both.'])
  const [{ reconcileOrder }, { ordersIn, ordersOf, isOf, readQuotes }] = await Promise.all([
    import('../platforms/reconcile-order.ts'),
    import('./reconcile-orders.ts'),
  ])
  const quotes = readQuotes()
  const listed: ListedOrder[] = []
  for await (const order of file === undefined ? ordersOf(day!) : ordersIn(file)) if (isOf(order, day)) listed.push(order)

  const { found, sent } = await withStores(async (stores) => {
    const results: Reconciliation[] = []
    for (const { platform, payload } of listed) results.push(await reconcileOrder(platform, payload, stores, quotes))
    return { found: results, sent: send ? await sendAgain(results, stores) : 0 }
  })
  const wrong = found.filter(({ state }) => !['fine', 'waiting'].includes(state))
  const counts: Partial<Record<Reconciled['state'], number>> = {}
  for (const { state } of found) counts[state] = (counts[state] ?? 0) + 1

  const screen = openScreen()
  const shown = found.filter(({ state }) => state !== 'fine').map(({ order, number, state, says }) => ({ order, number, state, says }))
  if (json) await screen.print(toEscapedJson({ orders: found.length, counts, sent, findings: shown }, 2))
  else {
    for (const { order, number, state, says } of shown) {
      await screen.print(
        escapeControls(`${state.padEnd(10)}  ${number ?? '-'}  (${order ?? 'no id'})`),
        ...says.map((line) => `            ${escapeControls(line)}`),
      )
    }
    const summary = Object.entries(counts).map(([state, count]) => `${count} ${state}`)
    note(found.length === 0 ? 'There were no orders.' : `${found.length} ${found.length === 1 ? 'order' : 'orders'}: ${summary.join(', ')}.`)
    if (sent > 0) note(`${sent} enqueued. Run the command again later to see the result.`)
    else if (wrong.length > 0) note('Add --send to report the missing orders.')
  }
  if (wrong.length > sent) invocation().exitCode = exitCodes.lacking[0]
}

/** Enqueues the same jobs as the lost webhooks would. Returns the number of orders. */
async function sendAgain(results: readonly Reconciliation[], stores: OpenStores): Promise<number> {
  const due = results.filter(({ state }) => ['unreported', 'held', 'failed'].includes(state))
  for (const { jobs } of due) if (jobs.length > 0) await stores.enqueue(jobs)
  const stuck = results.flatMap(({ stuck }) => stuck)
  if (stuck.length > 0) await stores.retry(stuck)
  return due.length
}

function readDay(typed: string): Day {
  const from = new Date(`${typed}T00:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(typed) || Number.isNaN(from.getTime()) || !from.toISOString().startsWith(typed))
    throw new InvalidArgumentError('The value must be a day such as 2026-11-20.')
  return { from, to: new Date(from.getTime() + 86_400_000) }
}
