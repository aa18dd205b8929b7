import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packWooCommerce } from '../../scripts/build/woocommerce.ts'
import { until } from '../until.ts'
import { connectTo, expect, test } from './fixtures.ts'
import { Shopper } from './shopper.ts'

const source = fileURLToPath(new URL('../../shops/woocommerce/storefront-widgets', import.meta.url))
const pictures = process.env.WORDPRESS_PICTURES

test('from the zip to a protected order, by the steps of the documentation', async ({ page, site, stack, browser }) => {
  const installed = join(site.folder, 'site/wp-content/plugins/storefront-widgets')
  const settings = connectTo(stack)
  const show = async (name: string) => {
    if (pictures) await page.screenshot({ path: join(pictures, `install-${name}.png`), fullPage: true })
  }
  await site.deactivate()
  await site.run(`delete_option( 'storefront_settings' ); delete_option( 'storefront_tracking_page' ); delete_option( 'storefront_made_page' );`)
  rmSync(installed)
  site.configure(Object.fromEntries(Object.keys(settings).map((name) => [name, undefined])))
  try {
    await page.goto('/wp-login.php')
    await page.locator('#user_login').fill('admin')
    await page.locator('#user_pass').fill('admin-pass-1')
    await page.locator('#wp-submit').click()

    await page.goto('/wp-admin/plugin-install.php?tab=upload')
    await page.locator('#pluginzip').setInputFiles({ name: 'storefront-widgets.zip', mimeType: 'application/zip', buffer: Buffer.from(packWooCommerce()) })
    await page.getByRole('button', { name: 'Install Now' }).click()
    await show('installed')
    await page.getByRole('link', { name: 'Activate Plugin' }).click()
    await expect(page.locator('.notice', { hasText: 'connect the shop with your proxy' })).toBeVisible()
    await show('activated')

    await page.locator('.notice').getByRole('link', { name: 'Storefront widgets' }).click()
    await page.locator('#storefront-proxy_url').fill(settings.STOREFRONT_PROXY_URL)
    await page.locator('#storefront-merchant_key').fill(settings.STOREFRONT_MERCHANT_KEY!)
    await page.locator('#storefront-webhook_secret').fill(settings.STOREFRONT_WEBHOOK_SECRET)
    await page.locator('#storefront-assertion_key').fill(settings.STOREFRONT_ASSERTION_KEY!)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await show('saved')
    await page.getByRole('link', { name: 'Test the connection' }).click()
    await expect(page.locator('#storefront-findings li').first()).toBeVisible()
    await show('tested')
    expect(await page.locator('#storefront-findings li:not(.storefront-good)').allTextContents()).toEqual([])

    const guest = await browser.newPage({ baseURL: site.url })
    const shopper = new Shopper(guest, site, 'classic')
    await shopper.add('mug')
    await shopper.openCheckout()
    await shopper.toggle.click()
    await expect(shopper.fee).toContainText('Shipment protection')
    await shopper.fillIn()
    const id = await shopper.placeOrder()
    await guest.close()

    await until(
      async () => (await stack.state<{ orders: { shop_order_id: string; is_protected: boolean }[] }>('orders')).orders,
      (orders) => orders.some(({ shop_order_id, is_protected }) => shop_order_id === String(id) && is_protected),
    )
    const facts = await site.run<Record<string, string>>(`return storefront_order_facts( wc_get_order( ${id} ) );`, { user: 1, admin: true })
    expect(facts).toMatchObject({ 'Shipment protection': expect.stringMatching(/^Paid: \$1\.50/), Reported: expect.stringMatching(/^\d{4}-/) })
    await page.goto(await site.run<string>(`return wc_get_order( ${id} )->get_edit_order_url();`))
    await show('order')
  } finally {
    rmSync(installed, { recursive: true, force: true })
    symlinkSync(source, installed)
    site.configure(settings)
    await site.activate()
  }
})
