import stringWidth from 'string-width'
import { isMoney, toMoneyText } from '../../upstream/money-text.ts'
import type { Screen } from './screen.ts'
import { truncate, escapeControls, isolateDirection } from './terminal-text.ts'

type Row = Readonly<Record<string, unknown>>

/** A table with fixed columns, so that more rows can be printed below. */
export interface Table {
  header: string
  line(row: Row): string
  /** Names of fields that are not shown: they do not fit, or have parts of their own. */
  omittedFields: readonly string[]
}

/** The text between columns. */
const gap = '  '
/** The most characters of a column on a terminal. */
const widest = 36

/** The most columns. A list may have as many fields as entries, and measuring all would take quadratic time. */
const maxColumns = 100

/** A value as one line of harmless text: empty if the value is absent, undefined if the value has parts of its own. */
export function toCell(value: unknown): string | undefined {
  if (value === null || value === undefined) return ''
  if (isMoney(value)) return escapeControls(toMoneyText(value))
  if (Array.isArray(value)) return value.every((one) => typeof one !== 'object') ? escapeControls(value.join(', ')) : undefined
  return typeof value === 'object' ? undefined : escapeControls(String(value))
}

/** Chooses the columns by these rows: first the known fields in their order, then the others. Omits fields that are empty in every row. */
export function createTable(rows: readonly Row[], known: readonly string[], { columns: available, bold }: Pick<Screen, 'columns' | 'bold'>): Table {
  const { filled, parted } = fieldsIn(rows, known)
  const settled = filled.slice(0, maxColumns).map((name) => {
    const longest = rows.reduce((width, row) => Math.max(width, stringWidth(toCell(row[name])!)), stringWidth(escapeControls(name)))
    return {
      name,
      width: available === undefined ? longest : Math.min(longest, widest),
      right: rows.every((row) => row[name] == null || typeof row[name] === 'number'),
    }
  })
  const shown: typeof settled = []
  let taken = -gap.length
  for (const column of settled) {
    if (available !== undefined && shown.length > 0 && taken + gap.length + column.width > available) break
    taken += gap.length + column.width
    shown.push(column)
  }
  const cut = available !== undefined
  const lineOf = (textOf: (name: string) => string) =>
    shown
      .map(({ name, width, right }, index) => {
        const text = cut ? truncate(textOf(name), Math.min(width, available)) : textOf(name)
        const fill = ' '.repeat(Math.max(0, width - stringWidth(text)))
        const cell = cut ? isolateDirection(text) : text
        return right ? fill + cell : index === shown.length - 1 ? cell : cell + fill
      })
      .join(gap)
  return {
    header: bold(lineOf(escapeControls)),
    line: (row) => lineOf((name) => toCell(row[name]) ?? '…'),
    omittedFields: [...filled.slice(shown.length), ...parted],
  }
}

/** The fields that some row fills, the known ones first, and those that have parts of their own. */
function fieldsIn(rows: readonly Row[], known: readonly string[]): { filled: string[]; parted: string[] } {
  const filled = new Set<string>()
  const parted = new Set<string>()
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      const cell = parted.has(name) ? undefined : toCell(value)
      if (cell === undefined) parted.add(name)
      else if (cell !== '') filled.add(name)
    }
  }
  const ordered = new Set([...known.filter((name) => filled.has(name)), ...filled])
  return { filled: [...ordered].filter((name) => !parted.has(name)), parted: [...parted] }
}

/** A line with the fields that a table does not show; no line if it shows all. */
export function omittedFieldsLines({ omittedFields }: Pick<Table, 'omittedFields'>): string[] {
  const named = omittedFields.slice(0, 10).map((name) => truncate(escapeControls(name), widest))
  const more = omittedFields.length - named.length
  return named.length === 0 ? [] : [`Not shown: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}; --json shows all.`]
}
