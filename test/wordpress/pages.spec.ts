import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { realWooCommerce } from './machine.ts'
import { placeOrder } from './placing.ts'
import { Shopper } from './shopper.ts'
import { until } from '../until.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const ours = 'storefront-protection, storefront-tracking, storefront-loyalty'
/** A folder for pictures and findings of every page; there are none without it. */
const pictures = process.env.WORDPRESS_PICTURES

/** The layout shift and the accessibility faults of a page in one state. */
export interface PageFinding {
  name: string
  /** The layout shift of the page. */
  moved: number
  /** The layout shift of the page without the offer, where the page moves by itself. */
  without?: number
  /** The rules of axe that our elements break; undefined if none of ours is on the page. */
  breaches?: string[]
}

declare global {
  interface Window {
    /** What has moved so far, from where to where. */
    movements: string[]
  }
}

/**
 * Adds up the layout shift of a page, in `window.moved`, and shows the page once all of it is parsed. A browser paints what it has parsed so far, on a busy
 * machine in several steps, and the theme's menu and footer move with each item that is added to them.
 */
const watch = () => {
  const unparsed = new CSSStyleSheet()
  unparsed.replaceSync(':root { display: none !important }')
  document.adoptedStyleSheets = [unparsed]
  document.addEventListener('readystatechange', () => (document.adoptedStyleSheets = []), { once: true })
  type Shift = PerformanceEntry & { value: number; sources: { node?: Node | null; previousRect: DOMRect; currentRect: DOMRect }[] }
  const at = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
  const describe = (node?: Node | null) => (node instanceof Element ? (node.cloneNode() as Element).outerHTML : node?.textContent)
  window.moved = 0
  window.movements = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[]) {
      window.moved += value
      for (const { node, previousRect, currentRect } of sources) window.movements.push(`${describe(node)} from ${at(previousRect)} to ${at(currentRect)}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The layout shift of the page so far. What WooCommerce's own scripts move comes late, and over some time. */
async function movedOf(page: Page, isRestless: boolean): Promise<number> {
  if (isRestless) await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  return page.evaluate(() => Number(window.moved.toFixed(3)))
}

/** Runs axe on our visible elements and returns the rules that they break; undefined if none is visible. */
const breaches = (page: Page) =>
  page.evaluate(async (selector) => {
    const shown = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
    if (!shown.length) return undefined
    const { violations } = await window.axe.run(shown)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)
  }, ours)

for (const theme of ['block', 'classic'] as const) {
  test(`${theme} theme: nothing moves, all is accessible, and no element is where it can do nothing`, async ({ page, browser, site }) => {
    test.setTimeout(300_000)
    await page.addInitScript(watch)
    // The fonts of the theme move the page, too.
    await page.route(/\.woff2/, (route) => route.abort())
    // Our code comes after the first paint, as on a slow link.
    await page.route(/127\.0\.0\.1:\d+\/.*\.js/, async (route) => {
      const isPainted = () => page.evaluate(() => performance.getEntriesByName('first-paint').length > 0).catch(() => false)
      await until(isPainted, Boolean)
      await route.continue()
    })
    const initialTheme = await site.run<string>('return get_stylesheet();')
    if (theme === 'classic') await site.run(`switch_theme( 'classic' );`)
    const { pages } = site.shop
    const tracking = await site.run<string>('return get_permalink( storefront_make_tracking_page() );', { user: 1, admin: true })
    const shopper = new Shopper(page, site, 'classic')

    let themeMoves = 0
    const findings: PageFinding[] = []
    const setOffer = (is: 'yes' | 'no') =>
      site.run(
        `update_option( 'storefront_settings', array_merge( get_option( 'storefront_settings', array() ), array( 'in_cart' => '${is}', 'in_checkout' => '${is}' ) ) );`,
      )
    /**
     * The layout shift of a page without the offer, for a new visitor with a cart, or for the shopper whose cart is empty: the most of two loads, because
     * WooCommerce moves its pages now more, now less.
     */
    const withoutOffer = async (address: string, isEmpty: boolean) => {
      await setOffer('no')
      const context = isEmpty ? page.context() : await browser.newContext({ baseURL: site.url })
      const other = await context.newPage()
      await other.addInitScript(watch)
      await other.route(/\.woff2/, (route) => route.abort())
      if (!isEmpty) await new Shopper(other, site, 'classic').add('mug')
      let most = 0
      for (const _ of [1, 2]) {
        await other.goto(address)
        most = Math.max(most, await movedOf(other, true))
      }
      await (isEmpty ? other : context).close()
      await setOffer('yes')
      return most
    }
    /** Opens a page, waits until it shows what it should, and checks it. */
    const look = async (name: string, address: string, shows: () => Promise<unknown>) =>
      test.step(name, async () => {
        await page.goto(address)
        await shows()
        // Blocks render themselves after the page, and the real classic checkout replaces its ways to pay: both move it.
        const restless = realWooCommerce ? [pages.cart, pages.checkout, pages['checkout-classic']] : [pages.cart, pages.checkout]
        const isRestless = restless.includes(address)
        const isCompared = isRestless && Boolean(realWooCommerce ?? pictures)
        const moved = await movedOf(page, isCompared)
        const movements = await page.evaluate(() => window.movements.join('\n'))
        // The empty cart has nothing of ours: what moves there is the theme, on most pages. Ours does not move.
        if (name === 'cart-empty' && process.env.CLASSIC_THEME_DIR) themeMoves = moved
        // The real one moves other pages, too, now and then.
        const isMoved = Boolean(realWooCommerce) && moved > themeMoves
        const without = isCompared || isMoved ? await withoutOffer(address, name.endsWith('empty')) : undefined
        if (!isRestless && !isMoved) expect.soft(moved, `layout shift of ${name}\n${movements}`).toBeLessThanOrEqual(themeMoves)
        else if (without !== undefined)
          expect.soft(moved, `layout shift of ${name}, ${without} without the offer\n${movements}`).toBeLessThanOrEqual(without + 0.005)
        await page.evaluate(axe)
        const breaks = await breaches(page)
        expect.soft(breaks ?? [], name).toEqual([])
        findings.push({ name, moved, ...(without !== undefined && { without }), ...(breaks && { breaches: breaks }) })
        if (pictures) await page.screenshot({ path: join(pictures, `${theme}-${name}.png`), fullPage: true })
      })
    const offered = () => expect(shopper.toggle).toBeEnabled()
    const notOffered = () => expect(shopper.offer.and(page.locator(':visible'))).toHaveCount(0)
    /** The order is there, and has the whole line for itself. */
    const shipped = async () => {
      const order = page.locator('storefront-tracking')
      await expect(order).toContainText('Mug')
      const widths = await order.evaluate((element) => [element.clientWidth, element.shadowRoot!.querySelector('[part=root]')!.clientWidth])
      expect.soft(widths[1], 'width of the order').toBe(widths[0])
    }

    try {
      await look('cart-empty', pages['cart-classic'], notOffered)
      await look('cart-blocks-empty', pages.cart, notOffered)
      await shopper.add('course')
      await look('cart-virtual', pages['cart-classic'], notOffered)
      await shopper.add('mug')
      await look('cart', pages['cart-classic'], offered)
      await look('cart-arabic', `${pages['cart-classic']}?test-locale=ar`, offered)
      await look('cart-blocks', pages.cart, offered)
      await look('checkout', pages['checkout-classic'], offered)
      await look('checkout-blocks', pages.checkout, offered)
      await shopper.toggle.click()
      await expect(page.locator('.wc-block-components-totals-fees')).toContainText('Shipment protection')
      await look('checkout-protected', pages['checkout-classic'], () => expect(shopper.toggle).toBeChecked())
      await look('checkout-blocks-protected', pages.checkout, () => expect(shopper.toggle).toBeChecked())
      await page.goto(pages['checkout-classic'])
      await shopper.ship('Local pickup')
      await expect(shopper.offer).toBeHidden()
      await look('cart-pickup', pages['cart-classic'], notOffered)

      const { id, received } = await placeOrder(site)
      await look('thank-you', received, shipped)
      const key = await site.run<string>(`return storefront_key( wc_get_order( ${id} ) );`)
      await look('tracking', `${tracking}#key=${key}`, shipped)
      await look('tracking-form', `${tracking}?form`, () => expect(page.locator('storefront-tracking').getByRole('textbox').first()).toBeVisible())
      const pay = await site.run<string>(
        `$order = wc_create_order(); $order->set_billing_email( 'bo@example.com' ); $order->set_total( 39 ); $order->save(); return $order->get_checkout_payment_url();`,
        { admin: true },
      )
      await look('order-pay', pay, () => expect(page.locator('#place_order')).toBeVisible())

      await page.goto(pages.myaccount)
      await page.locator('#username').fill('mira')
      await page.locator('#password').fill('mira-pass-1')
      await page.locator('button[name=login]').click()
      await look('account', pages.myaccount, () => expect(page.locator('storefront-loyalty').getByRole('heading').first()).toBeVisible())
      const view = await site.run<string>(
        `$order = wc_get_order( ${id} ); $order->set_customer_id( get_user_by( 'login', 'mira' )->ID ); $order->save(); return $order->get_view_order_url();`,
      )
      await look('account-order', view, shipped)
    } finally {
      if (pictures) writeFileSync(join(pictures, `${theme}.json`), JSON.stringify(findings))
      await site.run(`switch_theme( '${initialTheme}' );`)
    }
  })
}
