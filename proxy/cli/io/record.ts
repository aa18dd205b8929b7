import stringWidth from 'string-width'
import type { Screen } from './screen.ts'
import { createTable, omittedFieldsLines, toCell } from './table.ts'
import { escapeControls, isolateDirection } from './terminal-text.ts'

/** A record as lines of names and values, followed by its lists as tables. Never cuts a value, because some values are shown only once. */
export function recordLines(record: object, screen: Pick<Screen, 'columns' | 'bold'>): string[] {
  const values: [name: string, value: string][] = []
  const lists: [name: string, rows: object[]][] = []
  gather(record, '', values, lists)
  const width = values.reduce((most, [name]) => Math.max(most, stringWidth(name)), 0)
  return [
    ...values.map(([name, value]) =>
      `${screen.bold(name)}${' '.repeat(width - stringWidth(name))}  ${screen.columns === undefined ? value : isolateDirection(value)}`.trimEnd(),
    ),
    ...lists.flatMap(([name, rows]) => {
      const table = createTable(rows as Record<string, unknown>[], [], screen)
      return ['', `${name} (${rows.length})`, table.header, ...rows.map((row) => table.line(row as Record<string, unknown>)), ...omittedFieldsLines(table)]
    }),
  ]
}

function gather(record: object, prefix: string, values: [string, string][], lists: [string, object[]][]) {
  for (const [name, value] of Object.entries(record)) {
    const at = prefix + escapeControls(name)
    const cell = toCell(value)
    if (cell !== undefined) values.push([at, cell])
    else if (Array.isArray(value)) lists.push([at, value.map((one: unknown) => (typeof one === 'object' && one !== null ? one : { value: one }))])
    else gather(value as object, `${at}.`, values, lists)
  }
}
