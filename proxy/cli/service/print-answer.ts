import type { ZodType } from 'zod'
import type { Operation } from '../../upstream/operation.ts'
import { nextCursor } from '../../upstream/cursor.ts'
import { itemOf, propertiesOf, shapeOf } from '../io/fields.ts'
import { flagOf } from '../io/flags.ts'
import { recordLines } from '../io/record.ts'
import { note, type Screen } from '../io/screen.ts'
import { createTable, omittedFieldsLines, type Table } from '../io/table.ts'
import { escapeControls, toEscapedJson } from '../io/terminal-text.ts'

type Row = Record<string, unknown>

/** The name of the one list in a page, by its schema. */
export const listNameOf = (answer: ZodType) => Object.entries(propertiesOf(shapeOf(answer, 'output'))).find(([, shape]) => itemOf(shape))?.[0]

/** Prints the answer of an operation. Only the data go to standard output. */
export async function printAnswer(data: unknown, operation: Operation, schema: ZodType, { json }: { json: boolean }, screen: Screen) {
  if (json) return screen.print(toEscapedJson(data, 2))
  const { cursor } = operation
  const next = nextCursor(operation, data)
  const listName = cursor ? listNameOf(schema) : undefined
  if (Array.isArray(data)) await printRows(data as Row[], knownOf(schema), screen)
  else if (listName && cursor) {
    const { [listName]: rows, [cursor]: _, ...beside } = data as Row
    await printRows((rows ?? []) as Row[], knownOf(schema, listName), screen)
    if (Object.values(beside).some((value) => value != null)) await printLines(['', ...recordLines(beside, screen)], screen)
  } else if (typeof data === 'object' && data !== null && Object.keys(data).length > 0) await printLines(recordLines(data, screen), screen)
  else if (data !== undefined && data !== null && typeof data !== 'object') await screen.print(escapeControls(String(data)))
  else if (!operation.forwarded) note(operation.method === 'GET' ? 'The answer is empty.' : 'Done.')
  if (next) note(`There is more: add --all, or ${flagOf([cursor!])} '${escapeControls(next)}'.`)
}

/** Prints rows page by page: a table with the columns of the first page, or one JSON object per line. */
export function createRowPrinter(schema: ZodType, { json }: { json: boolean }, screen: Screen): (rows: readonly unknown[]) => Promise<void> {
  let table: Table | undefined
  const known = knownOf(schema, listNameOf(schema))
  return async (rows) => {
    if (rows.length === 0) return
    if (json)
      return printLines(
        rows.map((row) => toEscapedJson(row)),
        screen,
      )
    const first = table === undefined
    table ??= createTable(rows as Row[], known, screen)
    await printLines([...(first ? [table.header] : []), ...(rows as Row[]).map((row) => table!.line(row))], screen)
    if (first) note(...omittedFieldsLines(table))
  }
}

async function printRows(rows: Row[], known: readonly string[], screen: Screen) {
  if (rows.length === 0) return note('There are no entries.')
  const table = createTable(rows, known, screen)
  await printLines([table.header, ...rows.map((row) => table.line(row))], screen)
  note(...omittedFieldsLines(table))
}

/** The most lines of one write, because a call has a limit of arguments. */
const atOnce = 1000

async function printLines(lines: readonly string[], screen: Screen) {
  for (let at = 0; at < lines.length; at += atOnce) await screen.print(...lines.slice(at, at + atOnce))
}

/** The known fields of a list's items, in the order of the schema. */
function knownOf(schema: ZodType, listName?: string): string[] {
  const shape = shapeOf(schema, 'output')
  const item = itemOf(listName ? (propertiesOf(shape)[listName] ?? shape) : shape)
  return item ? Object.keys(propertiesOf(item)) : []
}
