import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import stringWidth from 'string-width'
import { readMoney, toMoneyText } from '../../proxy/upstream/money-text.ts'
import { recordLines } from '../../proxy/cli/io/record.ts'
import { createTable, omittedFieldsLines } from '../../proxy/cli/io/table.ts'
import { truncate, escapeControls, toEscapedJson } from '../../proxy/cli/io/terminal-text.ts'

const terminal = (columns: number) => ({ columns, bold: (text: string) => text })

describe('text on a terminal', () => {
  test('has its control characters escaped, in lines and in JSON', () => {
    const name = 'Eve\u001b[2J\u001b]52;c;cm0=\u0007\u009b31m\u202etxt\r\n'

    const line = escapeControls(name)
    const json = toEscapedJson({ name }, 2)

    assert.equal(line, 'Eve\\u001b[2J\\u001b]52;c;cm0=\\u0007\\u009b31m\\u202etxt\\r\\n')
    assert.doesNotMatch(json.replaceAll('\n', ''), /[\p{Cc}\u202e]/u)
    assert.deepEqual(JSON.parse(json), { name })
  })

  test('has two columns for wide characters and emoji, and none for combining characters', () => {
    const columns = ['Ann', '小红', 'e\u0301', '👩‍👩‍👧', '한글', 'ａ', ''].map((text) => stringWidth(text))

    assert.deepEqual(columns, [3, 4, 1, 2, 4, 2, 0])
  })

  test('is never cut inside a character', () => {
    const cut = ['abcdef', '小红花', 'cafe\u0301s', 'ab'].map((text) => truncate(text, 4))

    assert.deepEqual(cut, ['abc…', '小…', 'caf…', 'ab'])
  })

  test('is aligned in columns, with numbers at the right, and fits the terminal', () => {
    const rows = [
      { id: '1', name: '小红', credit: 5, notes: null, city: 'Reykjavík' },
      { id: '2', name: 'Ann', credit: -12.5, notes: null, city: 'Ürümqi' },
    ]

    const table = createTable(rows, ['id', 'name', 'credit'], terminal(18))

    assert.deepEqual([table.header, ...rows.map((row) => table.line(row))], ['id  name  credit', '1   小红       5', '2   Ann    -12.5'])
    assert.deepEqual(table.omittedFields, ['city'])
  })

  test('is a table of limited width even if every entry has other fields, and names the omitted fields', () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({ id: index, [`field${index}`]: 'x', parts: { of: 'it' } }))

    const table = createTable(rows, ['id'], { columns: undefined, bold: (text) => text })
    const lines = rows.map((row) => table.line(row))

    assert.match(table.header, /^ *id +field0 +field1 /)
    assert.equal(lines.length, 20_000)
    assert.match(omittedFieldsLines(table)[0]!, /^Not shown: field99, .* and 19892 more; --json shows all\.$/)
  })

  test('isolates the direction of a name that is written from right to left', () => {
    const rows = [{ name: 'ליאור', id: 1 }]

    const table = createTable(rows, [], terminal(80))

    assert.equal(table.line(rows[0]!), '\u2068ליאור\u2069   1')
  })

  test('shows a record with complete values, readable money, and lists below', () => {
    const lines = recordLines({ token: 'x'.repeat(200), price: { cents: 1234, currency: 'USD' }, at: { city: 'Reno' }, lines: [{ id: 1 }] }, terminal(40))

    assert.deepEqual(lines, [`token    ${'x'.repeat(200)}`, 'price    12.34 USD', 'at.city  Reno', '', 'lines (1)', 'id', ' 1'])
  })
})

describe('money on a command line', () => {
  test('has the decimal places of its currency', () => {
    const read = ['12.34 USD', '12.3 USD', '12 USD', '1200 JPY', '1.234 KWD', '-0.05 USD', '0 USD'].map(readMoney)

    assert.deepEqual(
      read,
      [
        [1234, 'USD'],
        [1230, 'USD'],
        [1200, 'USD'],
        [1200, 'JPY'],
        [1234, 'KWD'],
        [-5, 'USD'],
        [0, 'USD'],
      ].map(([cents, currency]) => ({ cents, currency })),
    )
  })

  test('is printed as it is typed', () => {
    for (const text of ['12.34 USD', '0.05 USD', '-0.05 USD', '1200 JPY', '1.234 KWD', '90071992547409.91 USD']) {
      const money = readMoney(text)

      assert.equal(typeof money === 'string' ? money : toMoneyText(money), text)
    }
  })

  test('is refused if it is not exact', () => {
    for (const text of ['12.345 USD', '1.5 JPY', '12,34 USD', '12.34', 'USD', '1e3 USD', '99999999999999999.99 USD', '12.34 usd']) {
      assert.equal(typeof readMoney(text), 'string', text)
    }
  })
})
