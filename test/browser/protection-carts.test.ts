import { expect } from '@open-wc/testing'
import '../../src/protection/define.ts'
import { idsOf, replaceSections, sectionsOf } from '../../src/protection/carts/shopify-theme.ts'
import { StorefrontProtection } from '../../src/protection/protection.ts'
import { holdsProtection, lines, mend, mug, place, poster, proxy, put, send, shopify, show } from './shop-cart.ts'
import { control, offered, part } from './toggle.ts'
import { press } from './press.ts'
import { waitUntil } from './wait-until.ts'

interface ThemeLine {
  id?: string
  merchandiseId?: string
  quantity: number
  attributes?: { key: string; value: string }[]
}

StorefrontProtection.proxy = proxy

/** Waits until the offer shows this price. */
const priced = (element: Element, price: string) =>
  waitUntil(() => offered(element) && part(element, 'price').textContent === price && part(element, 'offer').ariaBusy !== 'true', `price is not ${price}`)
const toggles = () => [...document.querySelectorAll('storefront-protection')]
const own = (names: string[]) => names.filter((name) => name.includes('?storefront-protection')).map((name) => new URL(name).pathname)
const requests = () => performance.getEntriesByType('resource').map(({ name }) => name)

/** Changes the cart where this page cannot see it. */
async function elsewhere(change: () => Promise<unknown>) {
  await change()
  performance.clearResourceTimings()
}

describe('protection in a cart', () => {
  beforeEach(async () => {
    delete shopify.actions
    await mend()
    await send('/cart/clear.js')
    await send('/cart/update.js', { attributes: { 'Checkout-Method': '' } })
    const element = show()
    await waitUntil(() => !element.checked && element.shadowRoot?.querySelector('input')?.checked === false)
    place.innerHTML = ''
    performance.clearResourceTimings()
  })

  it('renders the sections that the theme names together with the change, and survives that', async () => {
    await put(mug, 2)
    place.innerHTML =
      '<storefront-protection></storefront-protection><div data-storefront-section="cart-drawer"><storefront-protection></storefront-protection></div>'
    const [kept, replaced] = toggles() as [StorefrontProtection, StorefrontProtection]
    await Promise.all([priced(kept, '$1.50'), priced(replaced, '$1.50')])
    replaced.focus()

    await press(control(replaced))
    await holdsProtection(150)

    await waitUntil(() => !replaced.isConnected, 'the section was not rendered')
    const [, fresh] = toggles()
    await priced(fresh!, '$1.50')
    expect(place.querySelector('[data-storefront-section]')!.textContent).to.contain('Stoneware mug × 2')
    expect(toggles().map(({ checked }) => checked)).to.deep.equal([true, true])
    expect(document.activeElement).to.equal(fresh)
    expect(own(requests())).to.deep.equal(['/cart/add.js'])
  })

  it('leaves out sections that a theme of the Dawn family renders itself when notified, and finds the others', () => {
    place.innerHTML = `
      <div id="shopify-section-template--1__main-cart-items"><cart-items><div class="js-contents">old items</div></cart-items></div>
      <div id="shopify-section-template--1__main-cart-footer"><div id="main-cart-footer"><div class="js-contents">old footer</div></div></div>
      <div id="shopify-section-cart-drawer"><cart-drawer><div id="CartDrawer"><div class="drawer__inner">old drawer</div></div></cart-drawer></div>
      <a id="cart-icon-bubble">old count</a>`

    const sections = sectionsOf(place, true)
    const untold = sectionsOf(place, false)
    replaceSections(untold, {
      'template--1__main-cart-items': '<div class="shopify-section"><cart-items><div class="js-contents">new items</div></cart-items></div>',
      'template--1__main-cart-footer': null,
      'cart-drawer': '<div class="shopify-section"><p>It has another shape now.</p></div>',
      'cart-icon-bubble': '<div id="shopify-section-cart-icon-bubble" class="shopify-section"><b>new count</b></div>',
    })

    expect(idsOf(sections)).to.deep.equal(['template--1__main-cart-footer', 'cart-icon-bubble'])
    expect(idsOf(untold)).to.have.members(['template--1__main-cart-items', 'template--1__main-cart-footer', 'cart-drawer', 'cart-icon-bubble'])
    expect(place.textContent.replace(/\s+/g, ' ').trim()).to.equal('new items old footer old drawer new count')
  })

  it('requests no more sections than the platform renders at once', () => {
    place.innerHTML = [1, 2, 3, 4, 5, 6, 7].map((number) => `<p data-storefront-section="part-${number}"></p>`).join('')

    expect(idsOf(sectionsOf(place, true))).to.have.length(5)
  })

  it('does not replace a section in which the shopper is typing', () => {
    place.innerHTML = '<div data-storefront-section="notes"><input value="1"></div>'
    const input = place.querySelector('input')!
    input.focus()
    input.value = '12'

    replaceSections(sectionsOf(place, true), { notes: '<div data-storefront-section="notes"><input value="1"></div>' })

    expect(place.querySelector('input')).to.equal(input)
  })

  it('lets the theme make the change by its own action, and recognises its event as our own change', async () => {
    await put(mug, 2)
    const element = show()
    await priced(element, '$1.50')
    const calls: ThemeLine[][] = []
    shopify.actions = themeActions(calls)

    await press(control(element))
    await holdsProtection(150)
    await press(control(element))
    await holdsProtection()

    expect(calls.map(([line]) => line!.merchandiseId ?? 'taken out')).to.deep.equal(['gid://shopify/ProductVariant/9900000150', 'taken out'])
    expect(own(requests()).filter((path) => path !== '/cart/update.js')).to.deep.equal([])
  })

  it('does not use the default action, which may reload the page', async () => {
    await put(mug, 2)
    const element = show()
    await priced(element, '$1.50')
    const calls: ThemeLine[][] = []
    shopify.actions = themeActions(calls, true)

    await press(control(element))
    await holdsProtection(150)

    expect(calls).to.deep.equal([])
  })

  for (const [what, promise] of [
    ['has changed the cart', () => Promise.resolve({ cart: null })],
    ['has failed to change it', () => Promise.reject(new Error('The cart refuses it'))],
  ] as const)
    it(`reads the cart after a theme ${what}`, async () => {
      await put(poster, 10)
      const element = show()
      await priced(element, '$9.50')
      await press(control(element))
      await holdsProtection(950)
      const frame = place.appendChild(document.createElement('iframe'))
      const there = frame.contentWindow as Window & typeof globalThis
      await elsewhere(async () =>
        (
          await there.fetch('/cart/update.js', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: `{"updates":{"${poster}":11}}` })
        ).text(),
      )

      document.dispatchEvent(Object.assign(new Event('shopify:cart:lines-update'), { promise: promise() }))

      await holdsProtection(1050)
    })

  it('is not offered for pickup, and removes its line', async () => {
    await put(poster, 3)
    const element = show()
    await priced(element, '$3.00')
    await press(control(element))
    await holdsProtection(300)

    element.pickup = true
    await holdsProtection()
    await waitUntil(() => !offered(element))

    element.pickup = false
    await holdsProtection(300)
    await send('/cart/update.js', { attributes: { 'Checkout-Method': 'pickup' } })
    await holdsProtection()
  })

  it('asks the shopper again if the price rises above max-rise', async () => {
    await put(poster, 4)
    const element = show('<storefront-protection max-rise="10"></storefront-protection>')
    await priced(element, '$4.00')
    await press(control(element))
    await holdsProtection(400)

    await send('/cart/update.js', { updates: { [poster]: 6 } })

    await priced(element, '$5.75')
    await waitUntil(() => !element.checked)
    await holdsProtection()
    expect(part(element, 'status').textContent).to.contain('$5.75')
    await press(control(element))
    await holdsProtection(575)
  })

  it('requests and writes once per change, and keeps its price, with a fixed discount on the whole cart', async () => {
    const { fetch: real } = window
    let reads = 0
    // As the platform reports a code for ten dollars off: spread over all lines, also ours, and in no line's price.
    window.fetch = async (url, init) => {
      const answer = await real(url, init)
      if (url !== '/cart.js') return answer
      reads++
      const discount = { type: 'discount_code', value: '10.0', value_type: 'fixed_amount', allocation_method: 'across', total_allocated_amount: 1000 }
      return Response.json({ ...((await answer.json()) as object), cart_level_discount_applications: [discount] })
    }
    // Filled only once the page reads it with the discount: a read that began before could see the goods without it, which cost another price.
    window.dispatchEvent(new Event('focus'))
    await waitUntil(() => reads)
    await put(poster, 9)
    const element = show()
    await priced(element, '$8.50')

    await press(control(element))
    await holdsProtection(850)
    window.dispatchEvent(new Event('focus'))
    await priced(element, '$8.50')
    await send('/cart/update.js', { updates: { [poster]: 10 } })
    await holdsProtection(925)

    window.fetch = real
    expect(own(requests())).to.deep.equal(['/cart/add.js', '/cart/update.js', '/cart/add.js'])
    expect(requests().filter((name) => name.includes('/v1/protection/quotes'))).to.have.length(2)
  })

  it('notes the token with the cart as well, and removes the note again', async () => {
    await put(poster, 7)
    const element = show()
    await priced(element, '$6.75')
    const bodies: Record<string, unknown>[] = []
    const { fetch: real } = window
    // The note is private, so the test reads it in the request.
    window.fetch = (url, init) => {
      if (String(url).includes('?storefront-protection')) bodies.push(JSON.parse(init!.body as string) as Record<string, unknown>)
      return real(url, init)
    }

    await press(control(element))
    await holdsProtection(675)
    await press(control(element))
    await holdsProtection()
    window.fetch = real

    const [token, none] = bodies.map(({ attributes }) => (attributes as Record<string, string>).__protection_quote)
    expect(token).to.match(/^[\w.-]+~[\w-]+$/)
    expect(none).to.equal('')
  })
})

/** A theme that has configured the standard actions, and reports its changes as they require. */
function themeActions(calls: ThemeLine[][], isDefault = false) {
  const held = async () =>
    (await lines()).map(({ key, variant_id, quantity, properties }) => ({
      id: `gid://shopify/CartLine/${key}`,
      quantity,
      merchandise: { id: `gid://shopify/ProductVariant/${variant_id}` },
      attributes: Object.entries(properties).map(([name, value]) => ({ key: name, value })),
    }))
  const write = async (changes: ThemeLine[]) => {
    for (const { id, merchandiseId, quantity, attributes = [] } of changes) {
      const properties = Object.fromEntries(attributes.map(({ key, value }) => [key, value]))
      if (id) await send('/cart/change.js', { id: id.split('/').at(-1), quantity })
      else await send('/cart/add.js', { items: [{ id: Number(merchandiseId!.split('/').at(-1)), quantity, properties }] })
    }
    return { cart: null, userErrors: [] }
  }
  const updateCart = (payload: { lines: ThemeLine[] }, { event }: { event: { detail: object } }) => {
    calls.push(payload.lines)
    const promise = write(payload.lines)
    document.dispatchEvent(Object.assign(new Event('shopify:cart:lines-update'), { promise, detail: event.detail, context: 'standard-action' }))
    return promise
  }
  return { getCart: async () => ({ cart: { lines: { nodes: await held() } } }), updateCart: Object.assign(updateCart, { isDefault: () => isDefault }) }
}
