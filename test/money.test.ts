import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decimals } from '../src/contract/money.ts'
import { formatMoney } from '../src/money.ts'

/** ISO 4217, list one, of what people pay in: all that have not two decimal places. */
const listed = {
  0: ['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'],
  3: ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'],
}

describe('the smallest unit of a currency', () => {
  test('is the one of ISO 4217 for every currency that this run-time knows, whatever it writes prices with', () => {
    const odd = new Map(Object.entries(listed).flatMap(([places, codes]) => codes.map((code) => [code, Number(places)] as const)))
    const known = new Set([...Intl.supportedValuesOf('currency'), ...odd.keys()])

    const wrong = [...known].filter((code) => decimals(code) !== (odd.get(code) ?? 2))

    assert.ok(known.size > 100)
    assert.deepEqual(wrong, [])
  })

  test('makes a price in forints or pesos the amount that people know', () => {
    assert.match(formatMoney({ cents: 499_000, currency: 'HUF' }, 'en'), /4,990/)
    assert.match(formatMoney({ cents: 1_250_000, currency: 'COP' }, 'en'), /12,500/)
    assert.match(formatMoney({ cents: 1250, currency: 'JPY' }, 'en'), /1,250/)
    assert.match(formatMoney({ cents: 1250, currency: 'KWD' }, 'en'), /1\.250/)
  })

  test('stands in Arabic with its sign behind the letters that it belongs to', () => {
    // A mark of left-to-right at its end, since a sign takes the direction of what is on both its sides.
    assert.match(formatMoney({ cents: 1800, currency: 'USD' }, 'ar'), /^\u200f18\.00\u00a0US\$\u200e$/)
    assert.match(formatMoney({ cents: -1800, currency: 'USD' }, 'ar'), /US\$\u200e$/)
    assert.match(formatMoney({ cents: 1800, currency: 'USD' }, 'en'), /^\$18\.00$/)
  })

  test('is never rounded away from what is charged, even where people write whole units', () => {
    assert.match(formatMoney({ cents: 14_949, currency: 'HUF' }, 'en'), /149\.49/)
    assert.match(formatMoney({ cents: 14_900, currency: 'HUF' }, 'en'), /149$/)
    assert.match(formatMoney({ cents: 149_005, currency: 'IQD' }, 'en'), /149\.005/)
  })
})
