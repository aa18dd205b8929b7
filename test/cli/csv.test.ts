import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { readCsv } from '../../proxy/cli/import/csv.ts'

const read = (...chunks: string[]) => Readable.from(readCsv(Readable.from(chunks))).toArray()

describe('a CSV file', () => {
  test('can have any kind of line break, and each record has the number of its first line', async () => {
    const records = await read(...'\ufeffid,note\r\n1,"two\r\nlines"\r\n\r\n2,"three\nmore\rlines"\n3,last\r4,end')

    assert.deepEqual(records, [
      { line: 1, cells: ['id', 'note'] },
      { line: 2, cells: ['1', 'two\r\nlines'] },
      { line: 5, cells: ['2', 'three\nmore\rlines'] },
      { line: 8, cells: ['3', 'last'] },
      { line: 9, cells: ['4', 'end'] },
    ])
  })

  for (const [fault, text, line, words] of [
    ['a quote inside a value', 'a,b\r\n1,"x\r\ny"\r\n1,x"y\n', 4, 'inside a value'],
    ['text after a closing quote', 'a,b\n1,"x"y\n', 2, 'after a closing quote'],
    ['quotes that nobody closes', 'a,b\n1,"x\n\n', 3, 'never closed'],
    ['a record without end', `a,b\n1,"${'x'.repeat(1_000_001)}`, 2, 'more than 1000000 bytes'],
  ] as const)
    test(`is refused with its line for ${fault}`, async () => {
      await assert.rejects(read(text), new RegExp(`^Error: Line ${line} .*${words}`))
    })
})
