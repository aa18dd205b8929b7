import { isMoney, toMoneyText } from './money-text.ts'
import type { Screen } from './screen.ts'
import { columnsOf, cutTo, harmless, isolated } from './terminal-text.ts'

type Row = Readonly<Record<string, unknown>>

/** A table whose columns are settled, so that more rows can be printed below. */
export interface Table {
  header: string
  line(row: Row): string
  /** Names of fields for which there was no room. */
  leftOut: readonly string[]
}

/** Between columns. */
const gap = '  '
/** More than this no column takes on a terminal, as long as others have something to say. */
const widest = 36

/** A value in one line of harmless text: nothing for what is not there, undefined for what has parts of its own. */
export function toCell(value: unknown): string | undefined {
  if (value === null || value === undefined) return ''
  if (isMoney(value)) return harmless(toMoneyText(value))
  if (Array.isArray(value)) return value.every((one) => typeof one !== 'object') ? harmless(value.join(', ')) : undefined
  return typeof value === 'object' ? undefined : harmless(String(value))
}

/** Settles columns by these rows: the known fields first, in their order, then others as they come; those that no row fills are left out. */
export function createTable(rows: readonly Row[], known: readonly string[], { columns: room, bold }: Pick<Screen, 'columns' | 'bold'>): Table {
  const names = [...new Set([...known, ...rows.flatMap((row) => Object.keys(row))])]
  const filled = names.flatMap((name) => {
    const cells = rows.map((row) => toCell(row[name]))
    if (cells.includes(undefined) || cells.every((cell) => cell === '')) return []
    const longest = [harmless(name), ...cells].reduce<number>((most, cell) => Math.max(most, columnsOf(cell!)), 0)
    return [
      { name, width: room === undefined ? longest : Math.min(longest, widest), right: rows.every((row) => row[name] == null || typeof row[name] === 'number') },
    ]
  })
  const shown: typeof filled = []
  let taken = -gap.length
  for (const column of filled) {
    if (room !== undefined && shown.length > 0 && taken + gap.length + column.width > room) break
    taken += gap.length + column.width
    shown.push(column)
  }
  const cut = room !== undefined
  const lineOf = (textOf: (name: string) => string) =>
    shown
      .map(({ name, width, right }, index) => {
        const text = cut ? cutTo(textOf(name), Math.min(width, room)) : textOf(name)
        const fill = ' '.repeat(Math.max(0, width - columnsOf(text)))
        const kept = cut ? isolated(text) : text
        return right ? fill + kept : index === shown.length - 1 ? kept : kept + fill
      })
      .join(gap)
  return {
    header: bold(lineOf(harmless)),
    line: (row) => lineOf((name) => toCell(row[name]) ?? '…'),
    leftOut: filled.slice(shown.length).map(({ name }) => name),
  }
}
