import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cartWordOf } from '../../src/protection/cart-word.ts'
import { initialState, type OfferState } from '../../src/protection/offer-store.ts'

const cart = { empty: false, shippable: { cents: 4_900, currency: 'USD' }, lines: [] }

const word = (changes: Partial<OfferState>, kind: OfferState['kind'] = 'shopify') => cartWordOf({ ...initialState('', kind), cart, ...changes })

describe('the word about the cart', () => {
  test('is none while the cart is not known', () => {
    assert.equal(word({ cart: undefined }), undefined)
    assert.equal(word({ cart: undefined, checked: true, decided: true }), undefined)
  })

  test('says whether protection is in the cart', () => {
    assert.equal(word({}), 'notAdded')
    assert.equal(word({ checked: true }), 'added')
  })

  test('says that it changes until the cart shows the decision of the shopper', () => {
    for (const checked of [true, false]) {
      assert.equal(word({ checked, decided: true }), 'changing')
      assert.equal(word({ checked, writing: true }), 'changing')
      assert.equal(word({ checked, writing: true }, 'events'), 'changing')
    }
  })

  test('says that it changes while the price of the cart is requested again', () => {
    assert.equal(word({ checked: true, pending: true }), 'changing')
    assert.equal(word({ pending: true }), 'notAdded')
  })

  test('follows the choice at once in a form, whose fields are all that there is', () => {
    assert.equal(word({ checked: true, decided: true }, 'form'), 'added')
    assert.equal(word({ decided: true }, 'form'), 'notAdded')
  })
})
