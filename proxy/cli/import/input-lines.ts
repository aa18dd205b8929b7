import { toInsuredName } from '../../upstream/naming.ts'
import { maxDepth, fieldAt, place, readValue, type Path, type Shape } from '../io/fields.ts'
import { Stop } from '../io/exit-codes.ts'
import { toPath } from '../io/input.ts'
import { readCsv } from './csv.ts'

/** One line of an import: its input, or the faults for which it cannot be read. */
export type Line = { line: number; text: string } & ({ input: Record<string, unknown> } | { faults: string[] })

/** The format of a file: one JSON object per line, or CSV with a header of field names. */
export type Format = 'jsonl' | 'csv'

/** Reads the lines of an import one by one. */
export const readLines = (chunks: AsyncIterable<string>, format: Format, shape: Shape): AsyncGenerator<Line, void, void> =>
  format === 'csv' ? readCsvLines(chunks, shape) : readJsonLines(chunks)

async function* readJsonLines(chunks: AsyncIterable<string>): AsyncGenerator<Line, void, void> {
  for await (const { line, text: raw, tooLong } of splitLines(chunks)) {
    const text = raw.replace(/\r$/, '')
    if (tooLong) {
      yield { line, text, faults: [`the line has more than ${maxLineLength} characters`] }
      continue
    }
    const json = line === 1 ? text.replace(/^\ufeff/, '') : text
    if (json.trim() === '') continue
    const read = readValue(json, { kind: 'json' })
    if ('fault' in read) yield { line, text, faults: [`the line ${read.fault}`] }
    else if (typeof read.value !== 'object' || read.value === null || Array.isArray(read.value))
      yield { line, text, faults: ['the line has to be a JSON object'] }
    else yield { line, text, input: read.value as Record<string, unknown> }
  }
}

/** Columns may be in either naming of the protection service (A72). */
const inTables = (step: string | number) => (typeof step === 'number' ? step : toInsuredName(step))

async function* readCsvLines(chunks: AsyncIterable<string>, shape: Shape): AsyncGenerator<Line, void, void> {
  let columns: { name: string; path: Path; kind: NonNullable<ReturnType<typeof fieldAt>>['kind'] }[] | undefined
  for await (const { line, cells } of readCsv(chunks)) {
    if (!columns) {
      columns = cells
        .map((cell) => cell.replace(/^\ufeff/, '').trim())
        .map((name) => ({ name, path: toPath(name), kind: fieldAt(shape, toPath(name).map(inTables))?.kind ?? 'text' }))
      const twice = columns.find(({ name }, index) => name === '' || columns!.findIndex((other) => other.name === name) < index)
      if (twice) throw new Stop('misused', [twice.name === '' ? 'The first line has a column without a name.' : `The first line names ${twice.name} twice.`])
      const deep = columns.findIndex(({ path }) => path.length > maxDepth)
      if (deep >= 0) throw new Stop('misused', [`The first line's column ${deep + 1} is nested deeper than ${maxDepth} levels.`])
      continue
    }
    const input: Record<string, unknown> = {}
    const faults: string[] = cells.length === columns.length ? [] : [`the line has ${cells.length} values, and the first line names ${columns.length}`]
    for (const [index, { name, path, kind }] of columns.entries()) {
      const cell = cells[index]
      // An empty cell sets no field.
      if (cell === undefined || cell === '') continue
      const read = readValue(cell, { kind })
      if ('fault' in read) faults.push(`${name} ${read.fault}`)
      else place(input, path, read.value)
    }
    const text = JSON.stringify(Object.fromEntries(columns.map(({ name }, index) => [name, cells[index]])))
    yield faults.length > 0 ? { line, text, faults } : { line, text, input }
  }
}

/** The most characters of a line. */
const maxLineLength = 1_000_000
/** The characters of a longer line that are shown, so that a person can find the line. */
const shown = 200

/** A line of a text; only its beginning if it is too long. */
interface RawLine {
  line: number
  text: string
  tooLong: boolean
}

/** Splits text into lines, and never holds more characters than the limit of a line. */
async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<RawLine, void, void> {
  let [line, text, length] = [1, '', 0]
  const end = (): RawLine => (length > maxLineLength ? { line, text: `${text}… (${length} characters)`, tooLong: true } : { line, text, tooLong: false })
  for await (const chunk of chunks) {
    for (const [index, part] of chunk.split('\n').entries()) {
      if (index > 0) {
        yield end()
        ;[line, text, length] = [line + 1, '', 0]
      }
      length += part.length
      text = length > maxLineLength ? (text + part).slice(0, shown) : text + part
    }
  }
  if (length > 0) yield end()
}
