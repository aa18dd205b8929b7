import { expect } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import '../../src/protection/define.ts'
import { StorefrontProtection } from '../../src/protection/protection.ts'
import { fault, holdsProtection, lines, mend, mug, place, poster, protectionLines, proxy, put, send, show as showMarkup, song, type Line } from './shop-cart.ts'
import { control, offered, part } from './toggle.ts'
import { press } from './press.ts'
import { waitUntil } from './wait-until.ts'
import { timed } from '../timed.ts'
import { expectAccessible } from './accessible.ts'

StorefrontProtection.proxy = proxy

const setQuantity = async (id: number, quantity: number) =>
  send('/cart/change.js', { id: (await lines()).find((line) => line.variant_id === id)!.key, quantity })
const lookAgain = () => window.dispatchEvent(new Event('focus'))

const show = (markup = '<storefront-protection>We pack with care.</storefront-protection>') => showMarkup(markup)

const price = (element: Element) => (offered(element) ? part(element, 'price').textContent : undefined)
// A slot has no box of its own; slotted content inherits from it.
const slotIsShown = (element: Element) => getComputedStyle(element.shadowRoot!.querySelector('slot')!).visibility === 'visible'
const statusIs = (element: Element, expected: string) => waitUntil(() => part(element, 'status').textContent === expected, `status is not "${expected}"`)
const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true })
/** The visible text under the offer's label. */
const description = (element: Element) =>
  [...part(element, 'description').children]
    .filter(isVisible)
    .map((text) => text.textContent)
    .join('')
const settled = (element: Element) => part(element, 'offer')?.getAttribute('aria-busy') === 'false'

/** Waits until the offer shows this price and no request is open. */
const priced = (element: Element, expected: string) => waitUntil(() => price(element) === expected && settled(element), `price is not ${expected}`)

/** The amounts for which a price was requested, in cents. */
const questions = () =>
  performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.includes('/v1/protection/quotes'))
    .map(({ name }) => Number(new URL(name).searchParams.get('cents')))

describe('storefront-protection', () => {
  beforeEach(async () => {
    await mend()
    await send('/cart/clear.js')
    // The page's offer outlives its elements: only an empty cart ends a choice.
    const element = show()
    await waitUntil(() => !element.checked && element.shadowRoot?.querySelector('input')?.checked === false && settled(element))
    await new Promise((resolve) => ('requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve)))
    place.innerHTML = ''
    performance.clearResourceTimings()
  })

  after(mend)

  it('offers protection at the price for what ships, switched off', async () => {
    await Promise.all([put(mug), put(song)])
    await put(poster)

    const element = show()

    await priced(element, '$1.75')
    expect(control(element).checked).to.equal(false)
    expect(element.hasAttribute('checked')).to.equal(false)
    expect(await protectionLines()).to.have.length(0)
  })

  it('starts off even if the markup says checked', async () => {
    await put(mug, 3)

    const element = show('<storefront-protection checked></storefront-protection>')

    await priced(element, '$2.00')
    expect(control(element).checked).to.equal(false)
    expect(element.hasAttribute('checked')).to.equal(false)
    expect(await protectionLines()).to.have.length(0)
  })

  it('adds exactly one line to the cart at the price shown, and removes it again', async () => {
    await put(poster, 4)
    const element = show()
    await priced(element, '$4.00')

    await press(control(element))
    await holdsProtection(400)
    expect(element.hasAttribute('checked')).to.equal(true)

    await press(control(element))
    await holdsProtection()
    expect(element.hasAttribute('checked')).to.equal(false)
  })

  it('is switched by keyboard', async () => {
    await put(mug, 2)
    const element = show()
    await priced(element, '$1.50')

    element.focus()
    await sendKeys({ press: 'Space' })

    await holdsProtection(150)
  })

  it('fires the events of a native control, and an event with the choice', async () => {
    await put(mug, 5)
    const element = show()
    await priced(element, '$3.00')
    const heard: string[] = []
    for (const name of ['input', 'change', 'storefront-chosen']) {
      place.addEventListener(name, (event) => heard.push(`page ${event.type}`), { once: true })
      element.addEventListener(name, (event) => heard.push(`element ${event.type}`), { once: true })
    }
    const chosen = new Promise<{ checked: boolean; price: number | undefined }>((resolve) =>
      element.addEventListener('storefront-chosen', ({ checked, quote }) => resolve({ checked, price: quote?.price.cents }), { once: true }),
    )

    await press(control(element))

    expect(await chosen).to.deep.equal({ checked: true, price: 300 })
    expect(heard).to.deep.equal(['element change', 'element storefront-chosen', 'page storefront-chosen'])
    await holdsProtection(300)
  })

  it('follows a changed quantity and lets the newest answer win', async () => {
    await put(poster, 20)
    const element = show()
    await priced(element, '$19.00')
    await press(control(element))
    await holdsProtection(1900)

    await fault({ hold: true, times: 1 })
    await setQuantity(poster, 21)
    await waitUntil(() => !settled(element))
    expect(price(element)).to.equal('$19.00')
    await setQuantity(poster, 22)

    await priced(element, '$21.00')
    await mend()
    await holdsProtection(2100)
    await waitUntil(() => part(element, 'status').textContent.includes('$21.00'))
  })

  it('disappears together with its line when nothing ships any more', async () => {
    await Promise.all([put(mug), put(song)])
    const element = show()
    await priced(element, '$1.50')
    await press(control(element))
    await holdsProtection(150)

    await setQuantity(mug, 0)

    await holdsProtection()
    await waitUntil(() => price(element) === undefined)
    expect((await lines()).map((line) => line.variant_id)).to.deep.equal([song])
  })

  it('ends in the state of the last press, however fast the switch is moved', async () => {
    await put(poster, 15)
    const element = show()
    await priced(element, '$14.25')

    for (let move = 0; move < 5; move++) await press(control(element))
    await waitUntil(() => control(element).checked, 'the fifth press has no effect')
    await holdsProtection(1425)
    for (let move = 0; move < 6; move++) await press(control(element))
    await press(control(element))
    // The browser may report a key as pressed before the page receives the event.
    await waitUntil(() => !control(element).checked, 'the last press has no effect')
    await holdsProtection()

    expect(control(element).checked).to.equal(false)
  })

  it('notifies the theme of its own changes, and reads the cart when the theme reports a change', async () => {
    await put(mug, 15)
    const element = show()
    await priced(element, '$9.00')
    const news: [string, number][] = []
    const theme = { publish: (name: string, { cartData }: { cartData: { items: Line[] } }) => news.push([name, cartData.items.length]) }
    Object.assign(window, theme)

    await press(control(element))
    await holdsProtection(900)
    await waitUntil(() => news.length > 0)
    expect(news).to.deep.equal([['cart-update', 2]])

    // From another tab, so that this page sees no request.
    const frame = place.appendChild(document.createElement('iframe'))
    const elsewhere = frame.contentWindow as Window & typeof globalThis
    const change = await elsewhere.fetch('/cart/change.js', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ id: (await lines()).find((line) => line.variant_id === mug)!.key, quantity: 16 }),
    })
    await change.text()
    document.dispatchEvent(Object.assign(new Event('shopify:cart:lines-update'), { promise: Promise.resolve() }))

    await priced(element, '$9.75')
    await holdsProtection(975)
    Object.assign(window, { publish: undefined })
  })

  it('is on when the cart already holds its line', async () => {
    await put(mug, 6)
    const first = show()
    await priced(first, '$3.75')
    await press(control(first))
    await holdsProtection(375)
    const [line] = await protectionLines()

    const element = show()

    await priced(element, '$3.75')
    expect(control(element).checked).to.equal(true)
    expect((await protectionLines())[0]!.key).to.equal(line!.key)
  })

  it('is off when the shopper takes the line out of the cart', async () => {
    await put(mug, 7)
    const element = show()
    await priced(element, '$4.25')
    await press(control(element))
    await holdsProtection(425)

    await send('/cart/change.js', { id: (await protectionLines())[0]!.key, quantity: 0 })

    await waitUntil(() => !element.checked)
    await holdsProtection()
  })

  it('repairs doubled lines and doubled quantities', async () => {
    await put(mug, 8)
    const element = show()
    await priced(element, '$5.00')
    await press(control(element))
    await holdsProtection(500)
    const [line] = await protectionLines()

    await put(line!.variant_id, 2, { _protection_quote: 'another' })
    await send('/cart/change.js', { id: line!.key, quantity: 3 })

    await waitUntil(async () => (await protectionLines()).length === 1)
    await holdsProtection(500)
    expect((await protectionLines())[0]!.quantity).to.equal(1)
  })

  it('shows the shop’s own words during an outage if nothing was chosen, and comes back with the service', async () => {
    await fault({ status: 503 })
    await put(poster, 8)
    const element = show()

    await waitUntil(() => part(element, 'status') && slotIsShown(element))
    expect(offered(element)).to.equal(false)
    expect(part(element, 'status').textContent).to.equal('')

    await mend()
    lookAgain()
    await priced(element, '$7.75')
    expect(slotIsShown(element)).to.equal(false)
  })

  it('removes the line while there is no price, says so, and adds it again by itself at a lower price', async () => {
    await put(poster, 17)
    const element = show()
    await priced(element, '$16.25')
    await press(control(element))
    await holdsProtection(1625)

    await fault({ status: 503 })
    const unavailable = new Promise<string | undefined>((resolve) =>
      element.addEventListener('storefront-unavailable', ({ problem }) => resolve(problem.code), { once: true }),
    )
    await setQuantity(poster, 16)
    expect(await unavailable).to.equal('upstream-unavailable')
    await holdsProtection()
    await statusIs(element, 'Shipment protection – Unavailable right now')
    expect(isVisible(part(element, 'status'))).to.equal(true)
    expect(slotIsShown(element)).to.equal(false)

    await mend()
    lookAgain()
    await priced(element, '$15.25')
    await holdsProtection(1525)
    await statusIs(element, 'Shipment protection – Back on: $15.25')
    expect(description(element)).to.equal('Back on: $15.25')
  })

  it('says that it is on again at the agreed price', async () => {
    await put(mug, 17)
    const element = show()
    await priced(element, '$10.25')
    await press(control(element))
    await holdsProtection(1025)

    await fault({ status: 500 })
    await setQuantity(mug, 18)
    await holdsProtection()
    await setQuantity(mug, 17)

    await holdsProtection(1025)
    await statusIs(element, 'Shipment protection – Back on: $10.25')
  })

  it('stays off, and says so, if it comes back at a higher price than the agreed one', async () => {
    await put(mug)
    const element = show()
    await priced(element, '$1.50')
    await press(control(element))
    await holdsProtection(150)
    await fault({ status: 500 })
    await setQuantity(mug, 25)
    await holdsProtection()
    await statusIs(element, 'Shipment protection – Unavailable right now')
    const chosen: boolean[] = []
    element.addEventListener('storefront-chosen', ({ checked }) => chosen.push(checked))

    await mend()
    lookAgain()

    await priced(element, '$15.00')
    await statusIs(element, 'Shipment protection – Off: now $15.00, was $1.50')
    expect(description(element)).to.equal('Off: now $15.00, was $1.50')
    expect(control(element).checked).to.equal(false)
    expect(await protectionLines()).to.have.length(0)
    expect(chosen).to.deep.equal([false])

    await press(control(element))
    await holdsProtection(1500)
    await statusIs(element, '')
    expect(description(element)).to.equal('Covers loss, theft and damage')
  })

  it('says that protection is off when another tab has lost it', async () => {
    await put(mug, 20)
    const element = show()
    await priced(element, '$12.00')
    await press(control(element))
    await holdsProtection(1200)

    await fault({ status: 500 })
    // The other tab has more mugs, and no price for them. One request changes both lines, so that this page never sees one change without the other.
    const elsewhere = place.appendChild(document.createElement('iframe')).contentWindow as Window & typeof globalThis
    const [protection] = await protectionLines()
    const updates = { [mug]: 21, [protection!.key]: 0 }
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ updates }) }
    await (await elsewhere.fetch('/cart/update.js', init)).text()
    lookAgain()

    await statusIs(element, 'Shipment protection – Removed from your cart')
    expect(isVisible(part(element, 'status'))).to.equal(true)
    expect(element.checked).to.equal(false)

    await mend()
    lookAgain()
    await priced(element, '$12.75')
    expect(description(element)).to.equal('Removed from your cart')
    expect(control(element).checked).to.equal(false)
    expect(await protectionLines()).to.have.length(0)
  })

  it('keeps the focus while there is no offer, and gives it back to the switch', async () => {
    await put(mug, 24)
    const element = show()
    await priced(element, '$14.50')
    control(element).focus()
    await sendKeys({ press: 'Space' })
    await holdsProtection(1450)

    await fault({ status: 500 })
    await setQuantity(mug, 23)
    await statusIs(element, 'Shipment protection – Unavailable right now')
    await new Promise(requestAnimationFrame)
    expect(element.shadowRoot!.activeElement?.getAttribute('part')).to.equal('status')

    await mend()
    lookAgain()
    await priced(element, '$14.00')
    expect(element.shadowRoot!.activeElement?.getAttribute('part')).to.equal('switch')
    expect(part(element, 'status').hasAttribute('tabindex')).to.equal(false)
  })

  it('removes the line if the shop sells it at another price than shown', async () => {
    await put(poster, 13)
    const dearer = { id: 'quote', token: 'dearer', price: { cents: 175, currency: 'USD' }, variant: { id: 9900000200, sku: 'PROTECT-200' } }
    await fault({ body: dearer, times: 1 })
    const element = show()
    await priced(element, '$1.75')
    const unavailable = new Promise((resolve) => element.addEventListener('storefront-unavailable', resolve, { once: true }))

    await press(control(element))

    await unavailable
    await holdsProtection()
    await statusIs(element, 'Shipment protection – Unavailable right now')
    expect(offered(element)).to.equal(false)
  })

  it('leaves the cart unchanged if the shop does not sell the quoted variant', async () => {
    await put(poster, 14)
    const unsold = { id: 'quote', token: 'unsold', price: { cents: 175, currency: 'USD' }, variant: { id: 1 } }
    await fault({ body: unsold, times: 1 })
    const element = show()
    await priced(element, '$1.75')

    await press(control(element))

    await statusIs(element, 'Shipment protection – Unavailable right now')
    expect(offered(element)).to.equal(false)
    expect((await lines()).map(({ variant_id, quantity }) => [variant_id, quantity])).to.deep.equal([[poster, 14]])
  })

  it('stops waiting for an answer after three seconds', async () => {
    await put(poster, 10)
    await fault({ hold: true })
    const element = show()

    const { passed, counted } = await timed(() => new Promise((resolve) => element.addEventListener('storefront-unavailable', resolve, { once: true })))

    expect(passed).to.be.at.least(2_900)
    expect(counted).to.be.at.most(4_500)
    await waitUntil(() => slotIsShown(element))
  })

  it('is not offered for a cart above the highest amount', async () => {
    await put(poster, 99)
    await put(mug, 99)
    await put(9800000103, 99)
    const all = (await lines()).reduce((sum, line) => sum + line.final_line_price, 0)
    const element = show()

    await waitUntil(() => questions().at(-1) === all && settled(element), 'the price of all goods is not requested')
    await waitUntil(() => slotIsShown(element))
    expect(price(element)).to.equal(undefined)
  })

  it('drops the open request when the cart is emptied', async () => {
    await put(mug, 30)
    const element = show()
    await priced(element, '$18.00')
    const heard: string[] = []
    for (const name of ['storefront-quoted', 'storefront-unavailable'] as const) element.addEventListener(name, ({ type }) => heard.push(type))
    await fault({ hold: true, times: 1 })
    await setQuantity(mug, 31)
    await waitUntil(() => !settled(element), 'nothing is requested')

    await send('/cart/clear.js')

    await waitUntil(() => !offered(element) && settled(element), 'the request is still open')
    expect(heard).to.deep.equal([])
  })

  it('sends one request for any number of elements, which all show the same', async () => {
    await put(mug, 9)

    show('<storefront-protection></storefront-protection><storefront-protection></storefront-protection>')
    const [one, other] = place.querySelectorAll('storefront-protection')
    await Promise.all([priced(one!, '$5.50'), priced(other!, '$5.50')])
    await press(control(other!))

    await holdsProtection(550)
    expect(control(one!).checked).to.equal(true)
    expect(questions()).to.deep.equal([21_600])
  })

  it('sends only one request if the markup gives the amount', async () => {
    await put(mug, 10)

    const element = show('<storefront-protection amount="24000" currency="USD"></storefront-protection>')

    await priced(element, '$6.00')
    expect(questions()).to.deep.equal([24_000])
  })

  it('keeps the choice and the open request when the theme renders its surroundings again', async () => {
    await put(poster, 11)
    const first = show()
    await priced(first, '$10.50')
    await press(control(first))
    await fault({ delay_ms: 500, times: 1 })
    await setQuantity(poster, 12)
    await waitUntil(() => !settled(first))

    const element = show()

    await priced(element, '$11.50')
    expect(control(element).checked).to.equal(true)
    await holdsProtection(1150)
  })

  it('moves nothing on the page in any state', async () => {
    let shift = 0
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value
    })
    observer.observe({ type: 'layout-shift' })
    await put(mug, 12)
    show('<storefront-protection>We pack with care.</storefront-protection><p>Below</p>')
    const element = place.querySelector('storefront-protection')!
    const below = place.querySelector('p')!
    await element.updateComplete
    const tops = new Set([below.offsetTop])

    await priced(element, '$7.25')
    tops.add(below.offsetTop)
    await press(control(element))
    await holdsProtection(725)
    tops.add(below.offsetTop)
    await fault({ status: 503, times: 1 })
    await setQuantity(mug, 13)
    await waitUntil(() => !offered(element))
    tops.add(below.offsetTop)
    lookAgain()
    await priced(element, '$8.00')
    tops.add(below.offsetTop)

    expect([...tops]).to.have.length(1)
    await new Promise(requestAnimationFrame)
    for (const entry of observer.takeRecords()) shift += (entry as PerformanceEntry & { value: number }).value
    expect(shift).to.equal(0)
  })

  it('has no accessibility fault, on or off', async () => {
    await put(mug, 14)
    const element = show()
    await priced(element, '$8.50')
    await expectAccessible(element)

    await press(control(element))
    await holdsProtection(850)
    await expectAccessible(element)
  })

  it('reports the choice to a page that keeps its own cart', async () => {
    const element = show('<storefront-protection cart="events" amount="100000" currency="JPY"></storefront-protection>')
    await waitUntil(() => price(element)?.startsWith('¥'))
    const chosen = new Promise<string | undefined>((resolve) =>
      element.addEventListener('storefront-chosen', ({ quote }) => resolve(quote?.token), { once: true }),
    )

    await press(control(element))
    expect(await chosen).to.be.a('string')

    element.line = { held: true }
    await element.updateComplete
    element.line = undefined
    await waitUntil(() => !element.checked)
  })

  it('is sent with a form', async () => {
    place.innerHTML = '<form><storefront-protection cart="form" amount="5000" currency="USD"></storefront-protection></form>'
    const element = place.querySelector('storefront-protection')!
    await priced(element, '$1.50')
    expect([...new FormData(place.querySelector('form')!).keys()]).to.deep.equal([])

    await press(control(element))

    await waitUntil(() => new FormData(place.querySelector('form')!).has('protection_quote'))
    const { protection_quote, ...rest } = Object.fromEntries(new FormData(place.querySelector('form')!))
    expect(protection_quote).to.be.a('string')
    expect(rest).to.deep.equal({ protection_quote_price_cents: '150', protection_quote_amount_cents: '5000', protection_quote_currency: 'USD' })
  })
})
