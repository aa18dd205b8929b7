import { Stop } from '../exit-codes.ts'

/** A record of a CSV file, with the line on which it begins. */
export interface Cells {
  line: number
  cells: string[]
}

/** Characters that one record may have; more means that a quote was never closed. */
const longestRecord = 1_000_000

/** The records of CSV text (RFC 4180), as they come. Throws a {@link Stop} that names the line where the quotes do not fit. */
export async function* readCsv(chunks: AsyncIterable<string>): AsyncGenerator<Cells, void, void> {
  let cells: string[] = []
  let cell = ''
  let state: 'start' | 'plain' | 'quoted' | 'quote' = 'start'
  let [line, began, length] = [1, 1, 0]
  let afterReturn = false
  const fault = (what: string) => new Stop('misused', [`Line ${line} ${what}`])

  for await (const chunk of chunks) {
    for (const character of chunk) {
      const ends = character === '\n' || character === '\r'
      if (character === '\n' && afterReturn) {
        // The second half of a line break.
        afterReturn = false
        if (state === 'quoted') cell += character
        continue
      }
      afterReturn = character === '\r'
      if (++length > longestRecord)
        throw fault(`belongs to a record of more than ${longestRecord} characters, begun on line ${began}; a quote is missing there.`)
      if (state === 'quoted') {
        if (character === '"') state = 'quote'
        else cell += character
      } else if (character === '"' && state === 'quote') {
        cell += '"'
        state = 'quoted'
      } else if (character === '"' && state === 'start') state = 'quoted'
      else if (character === '"') throw fault('has a quote inside a value; put the value in quotes, and double that quote.')
      else if (character === ',' || ends) {
        cells.push(cell)
        cell = ''
        state = 'start'
        if (ends) {
          if (cells.length > 1 || cells[0] !== '') yield { line: began, cells }
          cells = []
          length = 0
          began = line + 1
        }
      } else if (state === 'quote') throw fault('goes on after a closing quote; a comma is missing.')
      else {
        cell += character
        state = 'plain'
      }
      if (ends) line += 1
    }
  }
  if (state === 'quoted') throw fault(`ends inside quotes that were opened in the record of line ${began}.`)
  if (cells.length > 0 || cell !== '' || state === 'quote') yield { line: began, cells: [...cells, cell] }
}
