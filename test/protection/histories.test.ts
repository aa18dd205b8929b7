import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
// Lit looks for a document when it is loaded, so it is loaded before the tests create an empty one.
import 'lit'
import type { Offer, OfferHost } from '../../src/protection/offer.ts'
import { runs } from '../properties/runs.ts'
import { createBrowserWorld, Tab } from './browser-world.ts'
import { Clock } from './clock.ts'
import { histories, once, poster, type History, type Step } from './history.ts'
import { isProtection, proxy, ShopWorld, toText, type Fate, type Line } from './shop-world.ts'

/** The variant id of protection at price zero; the price is added to it. */
const firstVariant = 9900000000

const clock = new Clock()
let shop: ShopWorld
const browser = createBrowserWorld(clock, (url, init) => shop.send(url, init))
after(() => browser.end())
const { createOffer } = await import('../../src/protection/offer.ts')
const { shownQuote } = await import('../../src/protection/offer-store.ts')
const cartModule = await import('../../src/protection/follow-cart.ts')
const { consentIn, withoutConsent } = await import('../../src/protection/consent.ts')
const { answers } = await import('../../src/protection/quote.ts')

/** One tab with the page's code in it. */
interface Page {
  tab: Tab
  offer: Offer
  proxy: string
}

let count = 0

/** Plays one history, from an empty cart until nothing happens any more; rejects with what went wrong. */
async function live({ steps, luck, fast, currency }: History): Promise<void> {
  // Closes the pages of the previous history.
  clock.stop()
  const random = createRandom(luck)
  let [outage, trouble] = [false, false]
  const fateOf = (url: string): Fate => {
    const service = !url.startsWith('/')
    const there = fast ? 20 : random() * (service ? 2_500 : 1_500)
    const fate: Fate = { there, back: fast ? 20 : random() * (service ? 2_500 : 1_500) }
    if (service && outage) return { ...fate, status: 503 }
    if (!trouble || random() > 0.3) return fate
    // Platforms are assumed to answer too many requests like this (RFC 6585, section 4); the proxy does.
    if (random() < 0.3) return { ...fate, status: 429 }
    return random() < 0.3 ? { ...fate, status: 500 } : { ...fate, lost: random() < 0.5 ? 'before' : 'after' }
  }
  shop = new ShopWorld(clock, fateOf, currency)
  await shop.lines()
  const name = `${proxy}/${++count}`
  const pages: Page[] = []
  /** Prices that the shopper saw when they switched protection on, and prices of lines that they added themselves. */
  const agreed: number[] = []
  /** The shopper's choice; undefined while it is in doubt. */
  let sure: { on: boolean; price: number } | undefined
  /** The time of the last action in each tab, by index, and to our line, at -1. */
  const lastActions = new Map<number, number>()
  let goods = ''
  /** The service's price for the present cart; undefined if the service sells no protection for it. */
  let dues: number | undefined
  const wrongs: string[] = []
  /** Quotes that are in an order. */
  const spent = new Set<string>()
  /** Pages that have not read the cart since the last order. */
  const unaware = new Set<Page>()

  const reach = shop.reach.bind(shop)
  // Checks the cart after each request that arrives: the invariants hold at every moment, not only in the end.
  shop.reach = async (url, init = {}) => {
    const answer = await reach(url, init)
    if (init.method !== 'POST') return answer
    const { path, own, body } = shop.seen.at(-1)!
    const after = await reach('/cart.js')
    const lines = (after.body as { items: { variant_id: number; quantity: number; final_line_price: number }[] }).items
    const others = toText(lines.filter((line) => !isProtection(line as never)).map(({ variant_id, quantity }) => [variant_id, quantity]))
    if (own && others !== goods) wrongs.push(`${path} of our own made "${others}" of "${goods}"`)
    goods = others
    if (own && path.endsWith('/add.js') && answer.status === 200) {
      const { id, properties } = body as { id: number; properties: { _protection_quote: string } }
      const price = id - firstVariant
      const consent = consentIn(properties._protection_quote)
      if (!agreed.some((seen) => price <= seen * 1.2)) wrongs.push(`bought at ${price}, agreed to ${agreed.join()}`)
      if (consent && !agreed.includes(shop.hundredths(consent.price))) wrongs.push(`a consent to ${consent.price.cents} that the shopper did not give`)
    }
    const { ships, empty } = await shop.protection()
    dues = empty ? undefined : ships ? priceOf(ships) : undefined
    if (dues === undefined || (sure && dues > sure.price * 1.2)) sure = undefined
    return answer
  }

  const open = (at = pages.length) => {
    const tab = new Tab()
    browser.enter(tab, () => {
      const offer = createOffer(`${name}/${at}`, 'shopify')
      let { refused } = offer.store.state
      offer.store.subscribe(() => {
        const { state } = offer.store
        // A line that was lost comes back by itself only at an agreed price.
        if (state.failed || state.refused !== refused || (state.address && !state.pending && !state.quote)) sure = undefined
        refused = state.refused
      })
      offer.hosts.add(Object.assign(new EventTarget(), { requestUpdate() {} }) as OfferHost)
      pages[at] = { tab, offer, proxy: `${name}/${at}` }
      offer.follow(cartModule)
    })
  }
  /** Opens another page in the tab, which knows only what the tab remembers. */
  const reload = (page: Page) => {
    page.tab.left = true
    unaware.delete(page)
    for (const address of Object.keys(answers)) if (address.startsWith(page.proxy)) delete answers[address]
    open(pages.indexOf(page))
    sure = undefined
  }
  /** Orders what the cart holds. */
  const spend = (lines: Line[]) => {
    // A request in flight may arrive after the order. Only the report of the order can tell, not the page.
    const certain = !shop.underway
    for (const { properties } of lines) {
      const token = withoutConsent(properties._protection_quote ?? '')
      if (spent.has(token)) wrongs.push(`${token} is in two orders`)
      if (certain && shop.promises.has(token)) spent.add(token)
    }
    // The consent to protect one order does not cover the next order.
    if (certain) agreed.length = 0
  }
  const ask = async (page: Page, path: string, body: unknown) => {
    if (trouble) sure = undefined
    await shop.send(path, { method: 'POST', body: JSON.stringify(body) }).catch(() => {})
    page.tab.report(`https://shop.example${path}`)
  }
  const priceOf = (cents: number): number | undefined => {
    try {
      return shop.hundredths(shop.priceFor(cents).price)
    } catch {
      return undefined
    }
  }

  /** Marks a change to our line. Right after the shopper's choice, the change may overtake the choice. */
  const tamper = () => {
    if ([...lastActions.values()].some((at) => clock.now - at < 30_000)) sure = undefined
    lastActions.set(-1, clock.now)
  }

  const actions: Record<Step['do'], (page: Page, step: Step) => unknown> = {
    switch(page) {
      const { offer } = page
      const { state } = offer.store
      const quote = shownQuote(state)
      // Only a visible offer can be switched.
      if (!quote) return
      const on = !state.checked
      const price = shop.hundredths(quote.price)
      if (on) agreed.push(price)
      const here = pages.findIndex((page) => page.offer === offer)
      const elsewhere = [...lastActions].some(([tab, at]) => tab !== here && clock.now - at < 30_000)
      const doubtful = unaware.has(page) || elsewhere || outage || trouble || dues === undefined || dues > price * 1.2
      sure = doubtful ? undefined : { on, price }
      offer.act({ type: 'switched', checked: on, agreement: on ? { at: new Date(clock.now).toISOString(), price: quote.price, lang: 'en' } : undefined })
    },
    focus(page) {
      if (unaware.delete(page)) lastActions.set(-1, clock.now)
      page.tab.tell('focus')
    },
    open: () => pages.length < 3 && open(),
    reload,
    /** Places an order. The tab then shows a new page or goes back to its old one, and the shopper adds the same goods again. */
    async order(page, step) {
      const { lines, goods: bought, empty } = await shop.protection()
      if (empty) return
      spend(lines)
      await shop.startAnew()
      goods = ''
      dues = sure = undefined
      for (const each of pages) unaware.add(each)
      if ('back' in step && step.back) actions.focus(page, step)
      else reload(page)
      const updates = Object.fromEntries(bought.split(' ').map((line) => line.split(',') as [string, string]))
      void ask(pages[step.tab]!, '/cart/update.js', { updates })
    },
    set: (page, step) => 'quantity' in step && void ask(page, '/cart/update.js', { updates: { [step.variant]: step.quantity } }),
    clear: (page) => void ask(page, '/cart/clear.js', {}),
    async 'take out'(page) {
      const [line] = (await shop.protection()).lines
      if (!line) return
      sure = undefined
      void ask(page, '/cart/change.js', { id: line.key, quantity: 0 })
    },
    async double(page) {
      const [line] = (await shop.protection()).lines
      tamper()
      if (line) void ask(page, '/cart/add.js', { items: [{ id: line.variant_id, quantity: 2, properties: { _protection_quote: 'another' } }] })
    },
    async thrice(page) {
      const [line] = (await shop.protection()).lines
      tamper()
      if (line) void ask(page, '/cart/change.js', { id: line.key, quantity: 3 })
    },
    async strip(page) {
      const [line] = (await shop.protection()).lines
      tamper()
      sure = undefined
      if (line) void ask(page, '/cart/change.js', { id: line.key, quantity: 1, properties: { _protection_quote: 'lost' } })
    },
    stray(page) {
      tamper()
      sure = undefined
      // 200 is a possible price in each currency; the lowest price, 150, is not.
      agreed.push(200)
      void ask(page, '/cart/add.js', { items: [{ id: firstVariant + 200, quantity: 1, properties: { _protection_quote: 'stray' } }] })
    },
    mend: () => ([outage, trouble] = [false, false]),
    outage() {
      outage = true
      sure = undefined
    },
    trouble() {
      trouble = true
      sure = undefined
    },
    level(_, step) {
      if ('level' in step) shop.level = step.level
      sure = undefined
    },
  }

  open()
  open()
  void ask(pages[0]!, '/cart/update.js', { updates: { [poster]: 2 } })
  for (const step of steps) {
    await clock.pass(step.wait)
    await actions[step.do](pages[step.tab]!, step)
    if (step.do === 'switch' || step.do === 'set') lastActions.set(step.tab, clock.now)
  }

  // Everything works again, and the shopper looks at each of their tabs.
  actions.mend(pages[0]!, steps[0]!)
  await clock.pass(600_000)
  for (let round = 0; round < 3; round++)
    for (const { tab } of pages) {
      tab.tell('focus')
      await clock.pass(30_000)
    }
  const before = shop.seen.length
  for (const { tab } of pages) tab.tell('focus')
  await clock.pass(600_000)

  assert.equal(shop.seen.length, before, 'the cart is changed although it is right')
  assert.ok(shop.seen.filter(({ own }) => own).length <= (steps.length + 2) * pages.length * 4, 'the cart is changed more often than anything happens')
  const { lines, ships } = await shop.protection()
  spend(lines)
  assert.deepEqual(wrongs, [])
  const switches = pages.map(({ offer }) => offer.store.state.checked)
  const held = lines.map(({ quantity, final_line_price }) => [quantity, final_line_price])
  // A bought line stays even if the service has become dearer and would not sell it any more.
  const sold = ships ? (priceOf(ships) ?? (lines[0] && shop.promiseOf(lines[0], ships))) : undefined
  // If there is nothing to protect, a tab keeps the choice that was made in it for later.
  assert.ok(sold === undefined || new Set(switches).size === 1, `tabs differ: ${switches.join()}`)
  const quotes = pages.map(({ offer }) => shownQuote(offer.store.state))
  const [quote] = quotes
  if (ships && priceOf(ships)) assert.ok(!quotes.includes(undefined), 'protection can be sold but is not offered')
  if (switches[0] && sold !== undefined && quote) {
    assert.deepEqual(held, [[1, shop.hundredths(quote.price)]], 'not the one right line')
    assert.equal(shop.hundredths(quote.amount), ships, 'not for what ships')
    for (const { offer } of pages) assert.equal(offer.store.state.quote?.price.cents, quote.price.cents, 'tabs show other prices')
  } else assert.deepEqual(held, [], 'a line that is not wanted, or that protects nothing')
  if (sure) assert.equal(switches[0], sure.on, 'the last choice of the shopper is lost')
}

test('whatever the shopper, the theme and the network do, the cart ends right, at an agreed price, and is not changed any more', async () => {
  const kept = runs(150)
  await fc.assert(fc.asyncProperty(histories, live), { ...kept, examples: once.map((history) => [history]), includeErrorInReport: true })
})

/** Returns a generator of numbers between 0 and 1, the same numbers for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
