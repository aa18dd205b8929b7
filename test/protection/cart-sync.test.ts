import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
// Lit looks for a document when it is loaded, so it is loaded before the tests create an empty one.
import 'lit'
import type { Offer, OfferHost } from '../../src/protection/offer.ts'
import { createBrowserWorld, Tab } from './browser-world.ts'
import { Clock } from './clock.ts'
import { proxy, ShopWorld, type Fate } from './shop-world.ts'

const [mug, poster] = [9800000101, 9800000102]
const quick: Fate = { there: 20, back: 20 }

const clock = new Clock()
let shop: ShopWorld
let fate: (url: string) => Fate
const browser = createBrowserWorld(clock, (url, init) => shop.send(url, init))
after(() => browser.end())
const { createOffer, offerOf } = await import('../../src/protection/offer.ts')
const { shownQuote } = await import('../../src/protection/offer-store.ts')
const cartModule = await import('../../src/protection/follow-cart.ts')

let count = 0

/** Opens a page that shows the cart, with that many elements. */
function open(hosts = 1): { tab: Tab; offer: Offer } {
  const tab = new Tab()
  const offer = browser.enter(tab, () => createOffer(`${proxy}/sync/${++count}`, 'shopify'))
  for (let host = 0; host < hosts; host++) offer.hosts.add(Object.assign(new EventTarget(), { requestUpdate() {} }) as OfferHost)
  browser.enter(tab, () => offer.follow(cartModule))
  return { tab, offer }
}

function choose({ offer }: { offer: Offer }, checked = true) {
  const { price } = offer.store.state.quote!
  offer.act({ type: 'switched', checked: checked, agreement: checked ? { at: new Date(clock.now).toISOString(), price, lang: 'en' } : undefined })
}

/** Changes the cart as the theme does, and reports the request to the page as browsers do. */
async function change(tab: Tab, path: string, body: unknown) {
  await shop.reach(path, { method: 'POST', body: JSON.stringify(body) })
  tab.report(`https://shop.example${path}`)
}

const set = (tab: Tab, variant: number, quantity: number) => change(tab, '/cart/update.js', { updates: { [variant]: quantity } })
/** Opens a page whose cart holds so many posters, with protection switched on if `chosen`. */
async function openWith(posters: number, { chosen = false } = {}) {
  const page = open()
  await set(page.tab, poster, posters)
  await clock.pass(1_000)
  if (chosen) {
    choose(page)
    await clock.pass(1_000)
  }
  return page
}

const held = async () => (await shop.protection()).lines.map(({ quantity, final_line_price }) => [quantity, final_line_price])
const ours = () =>
  shop.seen.filter(({ own }) => own).map(({ path, body }) => [path, (body.attributes as Record<string, string> | undefined)?.__protection_quote])

describe('the sync of cart and offer', () => {
  beforeEach(async () => {
    clock.stop()
    fate = () => quick
    shop = new ShopWorld(clock, (url) => fate(url))
    await shop.lines()
  })

  test('applies a choice to one cart only', async () => {
    const page = await openWith(2, { chosen: true })
    assert.deepEqual(await held(), [[1, 200]])
    // The choice outlives the loss of the service, but not the cart that it was made for.
    fate = (url) => ({ ...quick, ...(!url.startsWith('/') && { status: 503 }) })
    await set(page.tab, poster, 1)
    await clock.pass(1_000)
    assert.deepEqual([page.offer.store.state.checked, await held()], [true, []])

    shop = new ShopWorld(clock, (url) => fate(url))
    await shop.lines()
    fate = () => quick
    await set(page.tab, poster, 1)
    await clock.pass(60_000)

    assert.equal(page.offer.store.state.checked, false)
    assert.deepEqual(await held(), [])
  })

  test('uses no quote for two orders', async () => {
    const [page, other] = [open(), open()]
    const buy = async () => {
      await set(page.tab, poster, 2)
      for (const { tab } of [page, other]) tab.tell('focus')
      await clock.pass(1_000)
      if (page.offer.store.state.checked) assert.fail('switched on without the shopper')
      choose(page)
      await clock.pass(1_000)
      const [line] = (await shop.protection()).lines
      return line!.properties._protection_quote!.split('~')[0]!
    }
    const tokens = [await buy()]
    // The order is paid for in another tab: this page then finds an empty cart or a new one.
    await shop.reach('/cart/clear.js', { method: 'POST', body: '{}' })
    for (const { tab } of [page, other]) tab.tell('focus')
    await clock.pass(1_000)
    tokens.push(await buy())
    shop = Object.assign(new ShopWorld(clock, (url) => fate(url)), { quoted: shop.quoted })
    await shop.lines()
    tokens.push(await buy())

    assert.equal(new Set(tokens).size, 3, tokens.join())
  })

  test('uses no quote for two orders in a duplicated tab that remembers the quote of the other tab', async () => {
    const page = await openWith(2)
    const bought = page.offer.store.state.quote!.token
    const memory = { ...sessionStorage }
    await shop.reach('/cart/clear.js', { method: 'POST', body: '{}' })
    Object.assign(sessionStorage, memory)
    page.tab.tell('focus')
    await clock.pass(1_000)

    await set(page.tab, poster, 2)
    await clock.pass(1_000)

    assert.notEqual(page.offer.store.state.quote!.token, bought)
  })

  test('brings the offer back after the cart was too busy', async () => {
    const page = await openWith(2)
    let busy = true
    fate = (url) => ({ ...quick, ...(busy && url.startsWith('/cart/add.js') && { status: 429 }) })

    choose(page)
    await clock.pass(1_000)
    const whileBusy = !!shownQuote(page.offer.store.state)
    busy = false
    await clock.pass(10_000)

    assert.deepEqual([whileBusy, !!shownQuote(page.offer.store.state)], [false, true])
    assert.deepEqual(await held(), [[1, 200]])
  })

  test('shows no quote by a clock that is two days ahead, and asks fewer than 20 times in ten minutes', async () => {
    const { now } = Date
    Date.now = () => now() + 48 * 3_600_000
    try {
      const page = open()
      await set(page.tab, poster, 2)
      await clock.pass(600_000)

      assert.equal(page.offer.store.state.quote, undefined)
      assert.ok(shop.asked > 1 && shop.asked < 20, `asked ${shop.asked} times in ten minutes`)
    } finally {
      Date.now = now
    }
  })

  test('applies the usual limit if max-rise is not a valid number', async () => {
    for (const maxRise of [Number.NaN, Infinity, -1]) {
      await shop.reach('/cart/clear.js', { method: 'POST', body: '{}' })
      const page = open()
      page.offer.take({ maxRise })
      await set(page.tab, poster, 10)
      await clock.pass(1_000)
      choose(page)
      await clock.pass(1_000)
      assert.deepEqual(await held(), [[1, 950]])

      await set(page.tab, poster, 13)
      await clock.pass(1_000)

      assert.deepEqual([page.offer.store.state.checked, await held()], [false, []], String(maxRise))
    }
  })

  test('measures the rise from the price of the line that it found, if the agreed price is unknown', async () => {
    const page = await openWith(20)
    const { variant, amount, price, expires_at } = page.offer.store.state.quote!
    const properties = { _protection_quote: 'an app’s', _protection_terms: [amount.cents, amount.currency, expires_at, price.cents].join(' ') }
    await change(page.tab, '/cart/add.js', { items: [{ id: variant!.id, quantity: 1, properties }] })
    const steps: unknown[] = []
    for (const quantity of [20, 21, 22, 23, 24]) {
      await set(page.tab, poster, quantity)
      await clock.pass(1_000)
      steps.push(page.offer.store.state.checked)
    }

    assert.deepEqual(steps, [true, true, true, true, false])
    assert.deepEqual(await held(), [])
  })

  test('has one offer per proxy address, with or without a slash at its end', () => {
    const [one, same, other] = browser.enter(new Tab(), () => [offerOf('/pp', 'form'), offerOf('/pp/', 'form'), offerOf('/pp', 'events')])

    assert.equal(one, same)
    assert.notEqual(one, other)
  })

  test('clears the noted token when its line is taken out', async () => {
    const page = await openWith(2, { chosen: true })

    const [line] = (await shop.protection()).lines
    await change(page.tab, '/cart/change.js', { id: line!.key, quantity: 0 })
    await clock.pass(1_000)
    page.tab.tell('focus')
    await clock.pass(1_000)

    const [[, token], ...rest] = ours() as [[string, string], ...[string, string][]]
    assert.match(token, /^sealed-\d+~/)
    assert.deepEqual(rest, [['/cart/update.js', '']])
  })

  test('leaves the offer unchanged while the network is down, and reads the cart once the network is back', async () => {
    const page = await openWith(2, { chosen: true })
    const unavailable: unknown[] = []
    const [host] = page.offer.hosts
    host!.addEventListener('storefront-unavailable', (event) => unavailable.push(event))

    fate = () => ({ ...quick, lost: 'before' })
    Object.assign(navigator, { onLine: false })
    page.tab.tell('focus')
    await clock.pass(60_000)
    const whileGone = [page.offer.store.state.checked, !!shownQuote(page.offer.store.state)]
    await shop.reach('/cart/update.js', { method: 'POST', body: JSON.stringify({ updates: { [mug]: 0, [poster]: 10 } }) })
    fate = () => quick
    Object.assign(navigator, { onLine: true })
    page.tab.tell('online')
    await clock.pass(60_000)

    assert.deepEqual(whileGone, [true, true])
    assert.deepEqual(unavailable, [])
    assert.deepEqual([page.offer.store.state.checked, await held()], [false, []], 'four times the price was not agreed to')
  })

  test('stops writing to a cart that an app changes back each time', async () => {
    const page = await openWith(2)
    const reach = shop.reach.bind(shop)
    // An app takes out every line that it does not know, before any page can read the cart.
    shop.reach = async (url, init = {}) => {
      const answer = await reach(url, init)
      if (url.startsWith('/cart/add.js'))
        for (const { key } of (await shop.protection()).lines)
          await reach('/cart/change.js', { method: 'POST', body: JSON.stringify({ id: key, quantity: 0 }) })
      return answer
    }

    choose(page)
    await clock.pass(3_600_000)

    assert.ok(ours().length <= 6, `wrote ${ours().length} times`)
  })

  test('asks at most four times for a hundred elements, and ends with the right cart, whatever the service does', async () => {
    for (let seed = 0; seed < 20; seed++) {
      clock.stop()
      let state = seed + 1
      const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
      fate = (url) => (url.startsWith('/') ? quick : { there: random() * 2_500, back: random() * 2_500, ...(random() < 0.2 && { status: 503 }) })
      shop = new ShopWorld(clock, (url) => fate(url))
      await shop.lines()
      await shop.reach('/cart/update.js', { method: 'POST', body: JSON.stringify({ updates: { [poster]: 40 } }) })
      const page = open(100)
      while (!page.offer.store.state.quote) await clock.pass(1_000)
      const { asked } = shop
      choose(page)
      await clock.pass(random() * 2_000)

      // The quantity only falls, so a lost line may come back by itself.
      for (const quantity of [39, 38, 37, 36, 35, 34]) {
        await set(page.tab, poster, quantity)
        await clock.pass(random() * 3_000)
      }
      await clock.pass(600_000)

      assert.ok(asked <= 4, `asked ${asked} times before anything was chosen`)
      assert.equal(page.offer.store.state.checked, true, `seed ${seed}`)
      assert.deepEqual(await held(), [[1, 3250]], `seed ${seed}`)
    }
  })
})
