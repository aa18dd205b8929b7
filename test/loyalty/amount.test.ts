import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { parseAmount, typedAmount } from '../../src/loyalty/redemption/amount.ts'
import { sliderStep } from '../../src/loyalty/redemption/slider.ts'
import { runs } from '../properties/runs.ts'

const languages = ['en', ...readdirSync('src/i18n/translations'), 'ar-EG', 'de-CH']

describe('an amount that a shopper types', () => {
  const understood: [typed: string, currency: string, lang: string, cents: number][] = [
    ['12.34', 'USD', 'en', 1234],
    ['12,3', 'USD', 'de', 1230],
    ['.5', 'USD', 'en', 50],
    ['12.3400', 'USD', 'en', 1234],
    ['$ 12', 'USD', 'en', 1200],
    ['12 usd', 'USD', 'en', 1200],
    ['12 €', 'EUR', 'fr', 1200],
    ['1,234.50', 'USD', 'en', 123450],
    ['1.234,50', 'EUR', 'de', 123450],
    ['1.234', 'EUR', 'de', 123400],
    ['1 234,50', 'EUR', 'fr', 123450],
    ['1’234.50', 'EUR', 'de-CH', 123450],
    ['１２００', 'JPY', 'ja', 1200],
    ['￥1,200', 'JPY', 'ja', 1200],
    ['١٢٫٣٤', 'USD', 'ar', 1234],
    ['1.234', 'KWD', 'en', 1234],
  ]
  for (const [typed, currency, lang, cents] of understood) {
    test(`"${typed}" is ${cents} minor units of ${currency} in ${lang}`, () => assert.deepEqual(parseAmount(typed, currency, lang), { cents, currency }))
  }

  const faulty: [typed: string, currency: string, lang: string, fault: string][] = [
    ['', 'USD', 'en', 'notAmount'],
    ['.', 'USD', 'en', 'notAmount'],
    ['all', 'USD', 'en', 'notAmount'],
    ['1e3', 'USD', 'en', 'notAmount'],
    ['1.2.3', 'USD', 'en', 'notAmount'],
    ['9999999999999', 'USD', 'en', 'notAmount'],
    ['0', 'USD', 'en', 'tooLittle'],
    ['0.00', 'USD', 'en', 'tooLittle'],
    ['-5', 'USD', 'en', 'tooLittle'],
    ['−5 $', 'USD', 'de', 'tooLittle'],
    ['0.001', 'USD', 'en', 'tooFine'],
    ['10.5', 'JPY', 'ja', 'tooFine'],
    ['1.2345', 'KWD', 'en', 'tooFine'],
    ['€10', 'USD', 'en', 'otherCurrency'],
    ['10 EUR', 'USD', 'en', 'otherCurrency'],
    ['gbp 10', 'USD', 'en', 'otherCurrency'],
    ['10 $', 'EUR', 'de', 'otherCurrency'],
  ]
  for (const [typed, currency, lang, fault] of faulty) {
    test(`"${typed}" of ${currency} in ${lang} is refused as ${fault}`, () => assert.equal(parseAmount(typed, currency, lang), fault))
  }

  test('is parsed to the amount that the widget wrote, in every language and currency', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 ** 11 }),
        fc.constantFrom('USD', 'EUR', 'JPY', 'KWD', 'CAD', 'AED'),
        fc.constantFrom(...languages),
        (cents, currency, lang) => assert.deepEqual(parseAmount(typedAmount({ cents, currency }, lang), currency, lang), { cents, currency }),
      ),
      runs(100),
    )
  })
})

test('a slider has at most 100 steps, and at least 20 unless the amount has fewer minor units', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 11 }), (cents) => {
      const step = sliderStep({ cents, currency: 'USD' })
      const steps = Math.ceil(cents / step)
      assert.match(String(step), /^[125]0*$/)
      assert.ok(steps <= 100 && steps >= Math.min(cents, 20), `${steps} steps of ${step}`)
    }),
    runs(100),
  )
})
