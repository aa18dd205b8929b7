import { expect, type Locator, type Page } from '@playwright/test'
import type { Shop, Site } from './site.ts'

/** How a shop builds cart and checkout: by its old templates, or by blocks that render themselves. */
export type Build = 'classic' | 'blocks'

/** A shopper in a browser, who does the same in both builds. */
export class Shopper {
  constructor(
    readonly page: Page,
    readonly site: Site,
    readonly build: Build,
  ) {}

  get offer(): Locator {
    return this.page.locator('storefront-protection')
  }

  /** The switch of the offer. */
  get toggle(): Locator {
    return this.offer.getByRole('switch')
  }

  /** The row of the fee among the totals. */
  get fee(): Locator {
    return this.page.locator(this.build === 'classic' ? 'tr.fee' : '.wc-block-components-totals-fees')
  }

  /** The total of the cart, as text. */
  get total(): Locator {
    return this.page.locator(this.build === 'classic' ? '.order-total .amount' : '.wc-block-components-totals-footer-item').first()
  }

  /** Adds a product without a notice: WooCommerce moves the focus to its notices. */
  async add(name: keyof Shop['products'], quantity = 1) {
    const form = { product_id: this.site.shop.products[name], quantity }
    await this.page.request.post(`${this.site.url}/?wc-ajax=add_to_cart`, { form })
  }

  async openCart() {
    const { pages } = this.site.shop
    await this.page.goto(this.build === 'classic' ? pages['cart-classic'] : pages.cart)
  }

  async openCheckout() {
    const { pages } = this.site.shop
    await this.page.goto(this.build === 'classic' ? pages['checkout-classic'] : pages.checkout)
  }

  /** Changes the quantity of the only line of the cart. */
  async changeQuantity(quantity: number) {
    if (this.build === 'classic') {
      await this.page.locator('input.qty').fill(String(quantity))
      await this.page.locator('[name=update_cart]').click()
    } else {
      await this.page.locator('.wc-block-components-quantity-selector__input').fill(String(quantity))
      await this.page.keyboard.press('Tab')
    }
  }

  /** Chooses a shipping method by its name. */
  async ship(name: 'Flat rate' | 'Local pickup') {
    const label = this.page.locator(this.build === 'classic' ? '#shipping_method label' : '.wc-block-components-radio-control__option')
    await label.filter({ hasText: name }).click()
  }

  /** Fills in the address. */
  async fillIn(email = 'bo@example.com') {
    const prefix = this.build === 'classic' ? '#billing_' : '#shipping-'
    const fields = { first_name: 'Bo', last_name: 'Berg', address_1: '2 Oak St', city: 'Oakland', postcode: '94607' }
    await this.page.locator(this.build === 'classic' ? '#billing_email' : '#email').fill(email)
    for (const [name, value] of Object.entries(fields)) await this.page.locator(prefix + name).fill(value)
    // The real blocks know no state until the shopper names one, and take no order while they send the address.
    const state = this.page.locator('select#shipping-state')
    if (!(await state.count())) return
    await state.selectOption('CA')
    await expect(async () => {
      const cart = await this.page.request.get(`${this.site.url}/wp-json/wc/store/v1/cart`)
      expect(((await cart.json()) as { shipping_address: unknown }).shipping_address).toMatchObject({ ...fields, state: 'CA' })
    }).toPass()
    await this.page.waitForLoadState('networkidle')
  }

  /** Presses the button, and does not wait. */
  async pressPay() {
    await this.page.locator(this.build === 'classic' ? '#place_order' : '.wc-block-components-checkout-place-order-button').click()
  }

  /** Places the order, and resolves to its id. */
  async placeOrder(): Promise<number> {
    await this.pressPay()
    await this.page.waitForURL(/order-received/)
    return Number(/order-received\/(\d+)/.exec(this.page.url())![1])
  }
}
