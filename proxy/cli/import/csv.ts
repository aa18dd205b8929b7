import { pipeline, Readable } from 'node:stream'
import { CsvError, parse, type CsvErrorCode, type Info } from 'csv-parse'
import { Stop } from '../io/exit-codes.ts'

/** A record of a CSV file, and the line on which it begins. */
interface CsvRecord {
  line: number
  cells: string[]
}

/** The largest record, in bytes; a larger one means that a quote was never closed. */
const maxRecordSize = 1_000_000

const faults: Partial<Record<CsvErrorCode, string>> = {
  INVALID_OPENING_QUOTE: 'has a quote inside a value; put the value in quotes, and double that quote.',
  CSV_INVALID_CLOSING_QUOTE: 'goes on after a closing quote; a comma is missing.',
  CSV_QUOTE_NOT_CLOSED: 'ends inside quotes that were never closed.',
  CSV_MAX_RECORD_SIZE: `belongs to a record of more than ${maxRecordSize} bytes; a closing quote is missing.`,
}

/** Reads the records of CSV text (RFC 4180) one after another. Throws a {@link Stop} that names the line with the wrong quotes. */
export async function* readCsv(chunks: AsyncIterable<string>): AsyncGenerator<CsvRecord, void, void> {
  const parser = parse({ info: true, bom: true, relaxColumnCount: true, skipEmptyLines: true, recordDelimiter: ['\r\n', '\n', '\r'], maxRecordSize })
  // The loop below throws what goes wrong.
  pipeline(Readable.from(chunks), parser, () => {})
  // The parser counts a line break of two characters inside quotes as two lines.
  let countedTwice = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      countedTwice += count(record, /\r\n/g)
      yield { line: info.lines - countedTwice - count(record, /\r\n|\r|\n/g), cells: record }
    }
  } catch (error) {
    const fault = error instanceof CsvError ? faults[error.code] : undefined
    if (!fault) throw error
    throw new Stop('misused', [`Line ${Number((error as CsvError).lines) - countedTwice} ${fault}`], { cause: error })
  }
}

const count = (cells: readonly string[], pattern: RegExp) => cells.reduce((sum, cell) => sum + (cell.match(pattern)?.length ?? 0), 0)
