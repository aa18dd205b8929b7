import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mug, openShop, poster, song } from './shopper.ts'

describe("the shop's cart", () => {
  test('adds to a line, changes it by its key, and takes it out', async () => {
    const shopper = (await openShop()).shopper()

    await shopper.ajax('/cart/add.js', { items: [{ id: mug, quantity: 2 }, { id: poster }] })
    await shopper.ajax('/cart/add.js', { id: mug })
    const { body: three } = await shopper.ajax('/cart.js')
    const line = three.items.find(({ variant_id }) => variant_id === mug)
    const { body: seven } = await shopper.ajax('/cart/change.js', { id: line?.key, quantity: 7 })
    const { body: none } = await shopper.ajax('/cart/change.js', { id: mug, quantity: 0 })

    assert.deepEqual([line?.quantity, line?.final_line_price, three.total_price], [3, 7200, 11_000])
    assert.deepEqual([seven.item_count, seven.total_price], [8, 20_600])
    assert.deepEqual(
      none.items.map(({ variant_id }) => variant_id),
      [poster],
    )
  })

  test('keeps lines apart whose properties differ, and replaces all properties of a line at once', async () => {
    const shopper = (await openShop()).shopper()

    await shopper.ajax('/cart/add.js', { id: mug, properties: { engraving: 'Ada', _note: 'a' } })
    await shopper.ajax('/cart/add.js', { id: mug, properties: { engraving: 'Grace' } })
    const { body } = await shopper.ajax('/cart/change.js', { line: 2, quantity: 1, properties: { engraving: 'Alan' } })

    assert.deepEqual(
      body.items.map(({ properties }) => properties),
      [{ engraving: 'Grace' }, { engraving: 'Alan' }],
    )
  })

  test('sells protection at the price that its variant counts, and at no other', async () => {
    const shopper = (await openShop()).shopper()

    await shopper.ajax('/cart/add.js', { id: 9900000275, properties: { _protection_quote: 'sealed' } })
    const refused = await shopper.ajax('/cart/add.js', { id: 9900000276 })
    const { body } = await shopper.ajax('/cart.js')

    assert.deepEqual(
      body.items.map(({ final_line_price, requires_shipping }) => [final_line_price, requires_shipping]),
      [[275, false]],
    )
    assert.equal(refused.status, 404)
  })

  test('ships mugs and posters, and no songs', async () => {
    const shopper = (await openShop()).shopper()

    const { body: nothing } = await shopper.ajax('/cart/update.js', { updates: { [song]: 1 } })
    const { body: something } = await shopper.ajax('/cart/update.js', { updates: { [poster]: 1 } })

    assert.deepEqual([nothing.requires_shipping, something.requires_shipping], [false, true])
  })

  test("refuses in the words of Shopify's", async () => {
    const shopper = (await openShop()).shopper()

    assert.equal((await shopper.ajax('/cart/add.js', {})).status, 400)
    assert.equal((await shopper.ajax('/cart/add.js', { items: [null] })).status, 400)
    assert.equal((await shopper.ajax('/cart/change.js', { id: 'nothing', quantity: 1 })).status, 400)
    assert.equal((await shopper.ajax('/cart/update.js', { updates: { 123: 1 } })).status, 404)
    const { status, body } = await shopper.ajax('/cart/add.js', { id: mug, quantity: 100 })
    assert.deepEqual([status, body.description], [422, 'You can only add 99 of Stoneware mug to the cart.'])
  })

  test('belongs to one visitor only', async () => {
    const { shopper } = await openShop()

    await shopper().ajax('/cart/add.js', { id: mug })

    assert.equal((await shopper().ajax('/cart.js')).body.item_count, 0)
  })

  test('works without any script', async () => {
    const shopper = (await openShop()).shopper()

    const added = await shopper.submit('/cart/add', { id: String(mug), quantity: '2' })
    const changed = await shopper.submit('/cart/change', { id: String(mug), quantity: '0' })

    assert.match(added.text, /Stoneware mug[\s\S]*\$48\.00/)
    assert.match(changed.text, /Your cart is empty/)
  })
})
