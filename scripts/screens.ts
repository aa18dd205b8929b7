import type { Page } from 'playwright'

/** A page of the demo on which one widget has everything to show. */
export interface Screen {
  /** Brings the shop there. */
  open: (page: Page) => Promise<unknown>
  /** What stands on the screen once the widget is complete. */
  complete: string
}

/** Where each widget is seen at its fullest. */
export const screens = {
  protection: {
    async open(page) {
      await page.request.post('/cart/add.js', { data: { items: [9800000101, 9800000102].map((id) => ({ id, quantity: 1 })) } })
      await page.goto('/cart')
    },
    complete: 'storefront-protection >> [part=price]:has-text("$")',
  },
  loyalty: {
    async open(page) {
      await page.goto('/')
      await page.getByRole('button', { name: /Mira/ }).click()
      await page.goto('/account')
    },
    complete: 'storefront-loyalty >> text=Gold',
  },
  tracking: {
    open: (page) => page.goto('/track#order_number=K-1001&email=mira@example.com'),
    complete: 'storefront-tracking >> [part~=package]',
  },
} satisfies Record<string, Screen>

/** Opens that page and waits until nothing more comes. */
export async function show(page: Page, { open, complete }: Screen) {
  await open(page)
  await page.locator(complete).first().waitFor()
  await page.waitForLoadState('networkidle')
}
