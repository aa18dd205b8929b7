// What journeys and pictures of Shopify’s pages share.
import type { Page } from 'playwright'

/** The extensions of the page. */
export const block = (page: Page) => page.locator('.extension')
/** The element around a dialog. What the extension put into it stands outside of the dialog’s own tree. */
export const modal = (page: Page) => block(page).locator('s-modal')
export const button = (page: Page, name: string | RegExp) => block(page).getByRole('button', { name })

/** Signs a customer in, or nobody as `Guest`. */
export async function signIn(page: Page, name: string) {
  await page.goto('/shopify')
  await page.getByRole('form', { name: 'Demo, signed in as' }).getByRole('button', { name }).click()
}

/** Places a sample order; ends on the page that Shopify shows then. Resolves to the number of the order. */
export async function placeSample(page: Page, sample: 'placed' | 'late' | 'sent'): Promise<string> {
  await page.goto('/shopify')
  await page.locator(`button[value=${sample}]`).click()
  await page.waitForURL(/K-\d+/)
  return /K-\d+/.exec(page.url())![0]
}

/** Buys a protected mug in the shop; ends on Shopify’s thank-you page. Resolves to the number of the order. */
export async function buyProtected(page: Page): Promise<string> {
  await page.goto('/products/stoneware-mug')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByRole('status').filter({ hasText: 'Stoneware mug' }).waitFor()
  await page.goto('/cart')
  await page.locator('main storefront-protection [part~=price]', { hasText: '$' }).waitFor()
  await page.locator('main [role=switch]').focus()
  await page.keyboard.press('Space')
  await page.locator('#cart-totals').filter({ hasText: 'Shipment protection' }).waitFor()
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.waitForURL(/thank-you/)
  await page.getByRole('link', { name: 'see it there' }).click()
  await page.waitForURL(/shopify\/thank-you/)
  return /K-\d+/.exec(page.url())![0]
}

/** The order status page of the thank-you page that is open, by the link of an e-mail. */
export const statusOf = (page: Page) => page.url().replace('/thank-you/', '/orders/')

/** Presses the Tab key until an element with that name has the focus. */
export async function goTo(page: Page, name: string) {
  for (let stops = 0; stops < 60; stops++) {
    await page.keyboard.press('Tab')
    if ((await focusedName(page)) === name) return
  }
  throw new Error(`Nothing is named ${name}`)
}

/** The name of the element with the focus, in any tree of the page. */
export const focusedName = (page: Page) =>
  page.evaluate(() => {
    let element = document.activeElement
    const path: Element[] = []
    while (element) {
      path.push(element)
      element = element.shadowRoot?.activeElement ?? null
    }
    const own = path.at(-1)?.getAttribute('aria-label')
    // The words of a button stand in the element, whose shadow holds the native button.
    return (own ?? path.map((each) => each.textContent?.trim()).findLast((text) => text) ?? '').replace(/\s+/g, ' ')
  })
