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

interface ReconcileOptions {
  day?: Day
  file?: string
  send?: boolean
  json?: boolean
  settings?: string
}

/** Holds a day's orders against what was reported of them, as its words say, and leaves its exit code. */
export const runReconcileCommand = (description: string, words: string[]) =>
  runCommand({ name: 'reconcile', description, words }, (command) => {
    command
      .option('--day <date>', 'orders that were placed or changed on this day, in UTC: 2026-11-20', readDay)
      .option(
        '--file <path>',
        "orders as the platform's API lists them, as a JSON list or one on each line (- reads standard input); else the platform is asked",
      )
      .option('--send', 'report what is not there, and try again what is held or has failed')
      .option('--json', 'print the findings as JSON')
      .option(...settingsOption)
      .addHelpText('after', `\nEnds with ${exitCodes.refused[0]} when something is missing.`)
      .action(async (options: ReconcileOptions) => reconcile(options))
  })

async function reconcile({ day, file, send = false, json = false }: ReconcileOptions) {
  if (!day && file === undefined) throw new Stop('misused', ['Say which orders: --day 2026-11-20, --file orders.json, or both.'])
  const [{ reconcileOrder }, { ordersIn, ordersOf, isOf, readQuotes }] = await Promise.all([
    import('../platforms/reconcile-order.ts'),
    import('./reconcile-orders.ts'),
  ])
  const quotes = readQuotes()
  const listed: ListedOrder[] = []
  for await (const order of file === undefined ? ordersOf(day!) : ordersIn(file)) if (isOf(order, day)) listed.push(order)

  const { found, sent } = await withStores(async (stores) => {
    const looks: Reconciliation[] = []
    for (const { platform, payload } of listed) looks.push(await reconcileOrder(platform, payload, stores, quotes))
    return { found: looks, sent: send ? await sendAgain(looks, stores) : 0 }
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
    if (sent > 0) note(`${sent} put into the queue; look again in a while.`)
    else if (wrong.length > 0) note('Add --send to report what is not there.')
  }
  if (wrong.length > sent) process.exitCode = exitCodes.lacking[0]
}

/** As if their webhooks had come; answers how many orders that was. */
async function sendAgain(looks: readonly Reconciliation[], stores: OpenStores): Promise<number> {
  const due = looks.filter(({ state }) => ['unreported', 'held', 'failed'].includes(state))
  for (const { jobs } of due) if (jobs.length > 0) await stores.enqueue(jobs)
  const stuck = looks.flatMap((look) => look.stuck)
  if (stuck.length > 0) await stores.retry(stuck)
  return due.length
}

function readDay(typed: string): Day {
  const from = new Date(`${typed}T00:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(typed) || Number.isNaN(from.getTime()) || !from.toISOString().startsWith(typed))
    throw new InvalidArgumentError('It takes a day such as 2026-11-20.')
  return { from, to: new Date(from.getTime() + 86_400_000) }
}
