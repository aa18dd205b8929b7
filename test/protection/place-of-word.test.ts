import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { initialState, type OfferState } from '../../src/protection/offer-store.ts'
import { placeOfWord } from '../../src/protection/place-of-word.ts'

const [notAdded, added, changing] = [0, 1, 2]

const cart = { empty: false, shippable: { cents: 4_900, currency: 'USD' }, lines: [] }

const place = (changes: Partial<OfferState>, kind: OfferState['kind'] = 'shopify') => placeOfWord({ ...initialState('', kind), cart, ...changes })

describe('the word about the cart', () => {
  test('is none while the cart is not known', () => {
    assert.equal(place({ cart: undefined }), undefined)
    assert.equal(place({ cart: undefined, checked: true, decided: true }), undefined)
  })

  test('says whether protection is in the cart', () => {
    assert.equal(place({}), notAdded)
    assert.equal(place({ checked: true }), added)
  })

  test('says neither while the cart does not show yet what the shopper decided', () => {
    for (const checked of [true, false]) {
      assert.equal(place({ checked, decided: true }), changing)
      assert.equal(place({ checked, writing: true }), changing)
      assert.equal(place({ checked, writing: true }, 'events'), changing)
    }
  })

  test('says neither while the price of what is in the cart is requested again', () => {
    assert.equal(place({ checked: true, pending: true }), changing)
    assert.equal(place({ pending: true }), notAdded)
  })

  test('follows the choice at once in a form, whose fields are all that there is', () => {
    assert.equal(place({ checked: true, decided: true }, 'form'), added)
    assert.equal(place({ decided: true }, 'form'), notAdded)
  })
})
