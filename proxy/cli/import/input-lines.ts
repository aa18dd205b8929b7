import { toInsuredName } from '../../upstream/naming.ts'
import { maxDepth, fieldAt, place, readValue, type Path, type Shape } from '../io/fields.ts'
import { Stop } from '../io/exit-codes.ts'
import { toPath } from '../io/input.ts'
import { readCsv } from './csv.ts'

/** One input of an import, with where it stands; or why it cannot be read. */
export type Line = { line: number; text: string } & ({ input: Record<string, unknown> } | { faults: string[] })

/** How a file is written: one JSON object per line, or CSV under a line of field names. */
export type Format = 'jsonl' | 'csv'

/** The lines of an import, read as they are asked for. */
export const readLines = (chunks: AsyncIterable<string>, format: Format, shape: Shape): AsyncGenerator<Line, void, void> =>
  format === 'csv' ? readCsvLines(chunks, shape) : readJsonLines(chunks)

async function* readJsonLines(chunks: AsyncIterable<string>): AsyncGenerator<Line, void, void> {
  for await (const { line, text: whole, tooLong } of splitLines(chunks)) {
    const text = whole.replace(/\r$/, '')
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
      // Nothing between two commas is nothing at all.
      if (cell === undefined || cell === '') continue
      const read = readValue(cell, { kind })
      if ('fault' in read) faults.push(`${name} ${read.fault}`)
      else place(input, path, read.value)
    }
    const text = JSON.stringify(Object.fromEntries(columns.map(({ name }, index) => [name, cells[index]])))
    yield faults.length > 0 ? { line, text, faults } : { line, text, input }
  }
}

/** Characters that a line may have. */
const maxLineLength = 1_000_000
/** Characters that are kept of a longer one, to find it by. */
const shown = 200

/** A line as it stands in a text; of one that is too long, the beginning. */
interface RawLine {
  line: number
  text: string
  tooLong: boolean
}

/** Lines as they come, none of which takes more memory than a line may have. */
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
