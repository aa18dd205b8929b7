// docs/install/woocommerce.md, followed step by step as a merchant does.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startStack, until, type Stack } from '../stack.ts'
import { connectTo, expect, test } from './fixtures.ts'
import { Shopper } from './shopper.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const steps = [...readFileSync(join(root, 'docs/install/woocommerce.md'), 'utf8').matchAll(/^\d+\. \*\*(.+?)\*\*/gm)].map(([, title]) => title!)

/** As `openssl rand -base64 32 | tr '+/' '-_' | tr -d '='` writes it. */
const secret = () => randomBytes(32).toString('base64url')

test('the installation page leads from the zip to the first protected order in at most ten steps', async ({ site, stack, page, browser }) => {
  test.setTimeout(300_000)
  const folder = join(site.folder, 'site/wp-content/plugins/storefront-widgets')
  await site.deactivate()
  rmSync(folder)
  const connection = connectTo(stack)
  site.configure(Object.fromEntries(Object.keys(connection).map((name) => [name, undefined])))
  const secrets = { merchant: secret(), reports: secret(), signIn: `2026-11:${secret()}` }
  let proxy: Stack | undefined
  let order = 0

  const follow: Record<string, () => Promise<unknown>> = {
    async 'Get the plugin.'() {
      expect(spawnSync('npm', ['run', '-s', 'build:woocommerce'], { cwd: root }).status).toBe(0)
    },
    async 'Install it.'() {
      await page.goto(`${site.url}/wp-login.php`)
      await page.locator('#user_login').fill('admin')
      await page.locator('#user_pass').fill('admin-pass-1')
      await page.locator('#wp-submit').click()
      await page.goto(`${site.url}/wp-admin/plugin-install.php?tab=upload`)
      await page.locator('input[name=pluginzip]').setInputFiles(join(root, 'dist/woocommerce/storefront-widgets.zip'))
      await page.getByRole('button', { name: 'Install Now' }).click()
      await page.getByRole('link', { name: 'Activate Plugin' }).click()
      await expect(page.getByText('Storefront widgets: connect the shop with your proxy.')).toBeVisible()
    },
    async 'Make three secrets'() {},
    async 'Configure the proxy.'() {
      const { MERCHANT_API_KEYS, ASSERTION_KEYS } = stack.settings
      proxy = await startStack({
        origins: [new URL(site.url).origin],
        settings: {
          MERCHANT_API_KEYS: `${MERCHANT_API_KEYS},${secrets.merchant}`,
          WOOCOMMERCE_SECRETS: secrets.reports,
          ASSERTION_KEYS: `${ASSERTION_KEYS},${secrets.signIn}`,
        },
      })
    },
    async 'Connect the shop.'() {
      await page.goto(`${site.url}/wp-admin/admin.php?page=storefront-widgets`)
      await page.getByLabel('Address of the proxy').fill(proxy!.settings.PUBLIC_URL!)
      await page.getByLabel('Merchant key').fill(secrets.merchant)
      await page.getByLabel('Secret for reports').fill(secrets.reports)
      await page.getByLabel('Key for sign-in').fill(secrets.signIn)
      await page.getByRole('button', { name: 'Save Changes' }).click()
    },
    async 'Press *Test the connection*.'() {
      await page.getByRole('link', { name: 'Test the connection' }).click()
      await expect(page.locator('#storefront-findings li')).toHaveCount(8)
      await expect(page.locator('#storefront-findings li:not(.storefront-good)')).toHaveCount(0)
    },
    async 'Place a test order.'() {
      const context = await browser.newContext()
      const shopper = new Shopper(await context.newPage(), site, 'classic')
      await shopper.add('mug')
      await shopper.openCheckout()
      await shopper.fillIn()
      await shopper.toggle.click()
      await expect(shopper.fee).toContainText('Shipment protection')
      order = await shopper.placeOrder()
      await context.close()
      const isProtected = async () => {
        const { orders } = await proxy!.state<{ orders: { shop_order_id: string; is_protected: boolean }[] }>('orders')
        return orders.find(({ shop_order_id }) => shop_order_id === String(order))?.is_protected
      }
      expect(await until(isProtected, (found) => found !== undefined, 30)).toBe(true)
    },
    async 'Look at the order'() {
      await page.goto(await site.run<string>(`return wc_get_order( ${order} )->get_edit_order_url();`, { admin: true }))
      const box = page.locator('#storefront-order')
      await expect(box).toContainText(/Paid: \$\d/)
      await expect(box).toContainText(/Reported\s*\d{4}-\d\d-\d\d/)
    },
  }

  try {
    expect(steps).toEqual(Object.keys(follow))
    expect(steps.length).toBeLessThanOrEqual(10)
    for (const [title, act] of Object.entries(follow)) await test.step(title, act)
  } finally {
    await site.deactivate().catch(() => {})
    // Its order is at a proxy of its own: the one that the tests share would miss it.
    if (order) await site.run(`wc_get_order( ${order} )->delete( true );`, { user: 1, admin: true })
    rmSync(folder, { recursive: true, force: true })
    symlinkSync(join(root, 'shops/woocommerce/storefront-widgets'), folder)
    await site.run(
      `wp_delete_post( (int) get_option( 'storefront_tracking_page' ), true ); delete_option( 'storefront_tracking_page' ); delete_option( 'storefront_settings' );`,
      { user: 1, admin: true },
    )
    site.configure(connection)
    await site.activate()
    await proxy?.stop()
  }
})
