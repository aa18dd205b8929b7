import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { consentSchema, type Consent } from '../../src/contract/protection.schema.ts'
import { consentIn, withConsent, withoutConsent } from '../../src/protection/consent.ts'
import { runs } from '../properties/runs.ts'

const seal = 'eyJhbGciOiJkaXIiLCJraWQiOiIxIn0..q9TPyz-_AA.0-_z.AbC'
const agreed: Consent = { at: '2026-03-04T05:06:07.089Z', wording: '1', lang: 'de-AT', price: { cents: 175, currency: 'EUR' } }

const price = fc.record({ cents: fc.integer({ min: 1, max: 1_000_000_000_000 }), currency: fc.constantFrom('USD', 'JPY', 'KWD') }, { noNullPrototype: true })
const at = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((date) => date.toISOString())
const wording = fc.oneof(fc.constant('1'), fc.stringMatching(/^own:[0-9a-f]{8}$/))
const consents = fc.record({ at, wording, lang: fc.constantFrom('en', 'pt-BR', 'zh-Hant-TW', 'ar'), price }, { noNullPrototype: true })

describe('the record of the consent', () => {
  test('follows the seal and leaves the seal unchanged', () => {
    const carried = withConsent(seal, agreed)

    assert.equal(withoutConsent(carried), seal)
    assert.deepEqual(consentIn(carried), agreed)
  })

  test('is read as it was written, has only characters that no form, header or URL changes, and fits the contract', () => {
    fc.assert(
      fc.property(consents, (consent) => {
        const carried = withConsent(seal, consent)
        assert.match(carried, /^[\w.~-]+$/)
        assert.deepEqual(consentIn(carried), consent)
        assert.deepEqual(consentSchema.parse(JSON.parse(Buffer.from(carried.split('~')[1]!, 'base64url').toString())), consent)
      }),
      runs(100),
    )
  })

  test('replaces an earlier record', () => {
    const again = withConsent(withConsent(seal, agreed), { ...agreed, wording: 'own:0badcafe' })

    assert.equal(again.split('~').length, 2)
    assert.equal(consentIn(again)?.wording, 'own:0badcafe')
  })

  test('is undefined if it is missing or damaged', () => {
    const odd = { ...agreed, price: { cents: Number.NaN, currency: 'USD' } }
    for (const token of [seal, `${seal}~`, `${seal}~%%%`, `${seal}~bm8`, `${seal}~e30`, `${seal}~${btoa('{"at":1,"price":{}}')}`, withConsent(seal, odd)]) {
      assert.equal(consentIn(token), undefined)
      assert.equal(withoutConsent(token), seal)
    }
  })

  test('is refused by the schema if the widget cannot have written it', () => {
    for (const odd of [{ at: 'today' }, { wording: 'x'.repeat(33) }, { wording: '<b>' }, { lang: 'klingon!' }, { price: { cents: -1, currency: 'USD' } }])
      assert.equal(consentSchema.safeParse({ ...agreed, ...odd }).success, false, JSON.stringify(odd))
  })
})
