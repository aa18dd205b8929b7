import type { AuditEntry } from '../audit/audit-entry.ts'
import { InvalidArgumentError } from 'commander'
import { readLimit, runSubcommands } from './command.ts'
import { Stop } from './io/exit-codes.ts'
import { note, openScreen } from './io/screen.ts'
import { createTable, omittedFieldsLines } from './io/table.ts'
import { toEscapedJson } from './io/terminal-text.ts'
import { withStores } from './stores.ts'

/** Runs a subcommand of `audit`, and sets the exit code. */
export const runAuditCommand = (description: string, words: string[]) =>
  runSubcommands({ name: 'audit', description, words }, (add) => {
    add('list', 'List what people did, newest first.')
      .option('--limit <number>', 'most entries to list', readLimit, 50)
      .option('--before <number>', 'list the entries before the one with this number', readNumber)
      .action(async (options: ListOptions) => list(options))
    add('verify', 'Check that every entry is as it was written, and print the last hash. Exits with 1 if one is not.').action(
      async ({ json = false }: { json?: boolean }) => verify(json),
    )
  })

/** The options of `list`. */
interface ListOptions {
  limit: number
  before?: number
  json?: boolean
}

function readNumber(typed: string): number {
  if (!/^[1-9]\d{0,14}$/.test(typed)) throw new InvalidArgumentError('The value must be the number of an entry.')
  return Number(typed)
}

/** Prints entries of the audit log. */
async function list({ limit, before, json }: ListOptions) {
  const entries = (await withStores((stores) => stores.auditEntries({ before, limit }))).map(toView)
  const screen = openScreen()
  if (json) return screen.print(toEscapedJson(entries, 2))
  if (entries.length === 0) return note('There is no entry.')
  const table = createTable(entries, ['number', 'at', 'who', 'via', 'action', 'subject', 'reason'], screen)
  await screen.print(table.header, ...entries.map((entry) => table.line(entry)))
  note(...omittedFieldsLines(table))
  if (entries.length === limit) note(`There may be more: add --before ${entries.at(-1)!.number}`)
}

/** Checks the whole log. */
async function verify(json: boolean) {
  const verdict = await withStores((stores) => stores.verifyAudit())
  const { entries, head, broken } = verdict
  await openScreen().print(
    json ? toEscapedJson(verdict, 2) : `${entries === 1 ? '1 entry is as it was' : `${entries} entries are as they were`} written. Last hash: ${head}`,
  )
  if (broken !== null)
    throw new Stop('refused', [
      `Entry ${broken} is not as it was written, or an entry before it is missing.`,
      'Somebody changed the database itself. Compare it with a backup.',
    ])
}

/** An entry as commands print it. */
const toView = ({ seq, at, reason, prev: _, ...entry }: AuditEntry) => ({ number: seq, at: new Date(at).toISOString(), reason: reason ?? null, ...entry })
