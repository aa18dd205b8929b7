// Everything that can happen to an offer on its page, by itself or by an action of the shopper, with all layout shift that the browser
// reports meanwhile.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'

/** The addresses of the parts of a running demo. */
export interface Servers {
  shop: string
  proxy: string
  services: string
}

/** A change of an offer that shows a price. */
export interface Transition {
  /** What happens, in the words of the page's owner. */
  name: string
  happen(offer: Offer): Promise<void>
}

/** An offer on a page that records layout shift. */
export interface Offer {
  page: Page
  /** Waits until that price is shown. */
  priced(price: string): Promise<void>
  /** Waits until the page's own words are shown instead. */
  aside(): Promise<void>
  /** Sets the amount of what ships, in cents; undefined: nothing ships. */
  ships(cents: number | undefined, currency?: string): Promise<void>
  /** Makes the service fail in this way; without an argument, makes it work again. */
  fault(fault?: object): Promise<void>
  /** Presses the switch as a shopper does. */
  press(): Promise<void>
}

const words = 'We pack with care.'
const dear = 12_345_00

/** Each begins while the offer shows the price for $49.00, $1.50. */
export const transitions: Transition[] = [
  {
    name: 'it is switched on and off in quick succession',
    async happen({ press }) {
      for (let times = 0; times < 10; times++) await press()
    },
  },
  {
    name: 'the cart grows until the price has more digits, and shrinks again',
    async happen({ ships, priced }) {
      await ships(400_000)
      await priced('$100.00')
      await ships(4_900)
      await priced('$1.50')
    },
  },
  {
    name: 'the price rises after the shopper has agreed',
    async happen({ press, ships, priced }) {
      await press()
      await ships(6_500)
      await priced('$1.75')
    },
  },
  {
    name: 'the price rises to many times what the shopper has agreed to',
    async happen({ press, ships, priced }) {
      await press()
      await ships(400_000)
      await priced('$100.00')
    },
  },
  {
    name: 'the currency changes',
    async happen({ ships, priced }) {
      await ships(4_900, 'JPY')
      await priced('¥150')
    },
  },
  {
    name: 'the service fails and comes back',
    async happen({ fault, ships, aside, priced }) {
      await fault({ status: 500 })
      await ships(5_000)
      await aside()
      await fault()
      await ships(4_900)
      await priced('$1.50')
    },
  },
  {
    name: 'the service fails after the shopper has agreed',
    async happen({ press, fault, ships, page }) {
      await press()
      await fault({ status: 500 })
      await ships(5_000)
      await page.locator('storefront-protection [role=status]', { hasText: /./ }).waitFor()
    },
  },
  {
    name: 'the service has no answer in time',
    async happen({ fault, ships, aside }) {
      await fault({ delay_ms: 4_000 })
      await ships(5_000)
      await aside()
    },
  },
  {
    name: 'the cart becomes dearer than what can be protected',
    async happen({ ships, aside }) {
      await ships(dear * 10)
      await aside()
    },
  },
  {
    name: 'nothing that ships is left, without any action of the shopper',
    async happen({ ships, page }) {
      await ships(undefined)
      await page.locator('storefront-protection [part=offer]').waitFor({ state: 'hidden' })
    },
  },
  {
    name: 'a theme renders the same element again',
    async happen({ page, priced }) {
      await page.evaluate(`document.querySelector('main').innerHTML = document.querySelector('main').innerHTML`)
      await priced('$1.50')
    },
  },
]

/** The style from the guide for HTML that reserves the space before any script runs. */
const room = /```css\n(storefront-protection[^`]*)```/.exec(readFileSync(new URL('../../docs/install/html.md', import.meta.url), 'utf8'))?.[1]

const counting = `
  globalThis.shift = 0
  const count = (entries) => entries.forEach(({ value }) => (shift += value))
  const observer = new PerformanceObserver((list) => count(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  globalThis.countedShift = () => {
    count(observer.takeRecords())
    return shift
  }`

/** Opens a page of the shop's origin with this content, which reserves the room of the widgets and records layout shift. */
async function openStill(page: Page, { shop, proxy }: Servers, content: string) {
  if (!room) throw new Error('The guide for HTML does not say how to reserve the space of the widgets')
  await page.context().grantPermissions(['local-network-access'])
  await page.addInitScript(counting)
  await page.route(`${shop}/still`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Still</title>
        <style>body { font: 1rem/1.5 sans-serif } ${room}</style><script async type="module" src="${proxy}/widgets.js"></script>
        ${content}</html>`,
    }),
  )
  await page.goto(`${shop}/still`)
}

/** Opens a page with tracking in a column of that width above a text, while the order is looked up. */
export async function openTracking(page: Page, servers: Servers, width: string): Promise<void> {
  await page.route('**/v1/orders/track', () => new Promise(() => undefined))
  const element = '<storefront-tracking order-number="K-1001" email="mira@example.com"></storefront-tracking>'
  await openStill(page, servers, `<main style="inline-size: ${width}">${element}</main><p>Thank you</p>`)
  await page.locator('storefront-tracking [part=root][data-empty]').waitFor()
}

/** Opens a page with an offer for $49.00 above a text, and waits for its price. */
export async function openOffer(page: Page, servers: Servers, attributes = ''): Promise<Offer> {
  const { services } = servers
  const offer: Offer = {
    page,
    // Two equal buttons name the price themselves.
    priced: (price) => page.locator('storefront-protection :is([part=price], [part=choice])', { hasText: price }).filter({ visible: true }).waitFor(),
    aside: () => page.locator('storefront-protection [part=offer]').waitFor({ state: 'hidden' }),
    ships: (cents, currency = 'USD') =>
      page.locator('storefront-protection').evaluate((element, next) => Object.assign(element, next), { amount: cents, currency }) as Promise<never>,
    async fault(fault) {
      const ordered = fault && JSON.stringify({ match: { path: '/protection' }, ...fault })
      const headers = ordered ? { 'Content-Type': 'application/json' } : undefined
      await page.request.fetch(`${services}/_control/faults`, { method: ordered ? 'POST' : 'DELETE', headers, data: ordered })
    },
    async press() {
      const control = page.locator('storefront-protection [part=switch]')
      const before = await control.isChecked()
      // The switch's own label covers it, so that the whole offer can be pressed.
      await control.click({ force: true })
      if ((await control.isChecked()) === before) throw new Error('Nothing was switched')
    },
  }
  const element = `<storefront-protection cart="events" amount="4900" currency="USD" ${attributes}>${words}</storefront-protection>`
  await openStill(page, servers, `<p>Subtotal</p><main>${element}</main><p>Check out</p>`)
  await offer.priced('$1.50')
  return offer
}

/** All layout shift since the page was opened, including that by the shopper's own input, once the screen has come to rest. */
export async function shiftOf(page: Page): Promise<number> {
  return page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(countedShift()))))')
}
