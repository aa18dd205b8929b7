import type { Page } from 'playwright'

/** A page of the demo on which one widget shows everything it has. */
export interface Screen {
  /** Opens the page. */
  open: (page: Page) => Promise<unknown>
  /** A selector that is on the screen once the widget is complete. */
  complete: string
  /** Matches the file of what stands below the first screen. It is requested at once, and the first screen does not wait for it. */
  below?: RegExp
  /** The first action of a shopper with the widget. */
  interact: (page: Page) => Promise<unknown>
}

const switchOn = (page: Page) => page.getByRole('switch', { name: 'Shipment protection' }).filter({ visible: true }).first().click()

const price = 'storefront-protection >> [part=price]:has-text("$")'

const fill = (page: Page) => page.request.post('/cart/add.js', { data: { items: [9800000101, 9800000102].map((id) => ({ id, quantity: 1 })) } })

/** Where each widget shows the most: the offer in a cart at the given address, the offer in the drawer, and the two other widgets. */
export const screens = {
  protection: (cart: string) => ({
    async open(page) {
      await fill(page)
      await page.goto(cart)
    },
    complete: price,
    interact: switchOn,
  }),
  drawer: {
    async open(page) {
      await fill(page)
      await page.goto('/')
      await page.getByRole('button', { name: 'Look into the cart' }).click()
    },
    complete: price,
    interact: switchOn,
  },
  loyalty: {
    async open(page) {
      await page.goto('/')
      await page.getByRole('button', { name: /Mira/ }).click()
      await page.goto('/account')
    },
    complete: 'storefront-loyalty >> text=Gold',
    below: /\/member-details-/,
    interact: (page) => page.getByRole('button', { name: 'Other amount' }).click(),
  },
  tracking: {
    open: (page) => page.goto('/track#order_number=K-1001&email=mira@example.com'),
    complete: 'storefront-tracking >> [part~=package]',
    interact: (page) => page.locator('storefront-tracking').getByText('More about this order', { exact: true }).click(),
  },
} satisfies Record<string, Screen | ((address: string) => Screen)>

/** Opens that page and waits until the widget is complete and the network is idle. */
export async function show(page: Page, { open, complete }: Screen) {
  await open(page)
  await page.locator(complete).first().waitFor()
  await page.waitForLoadState('networkidle')
}
