// What a merchant does on the screen of an order, and on the settings page.
import type { Page } from '@playwright/test'
import { protection } from '../../src/contract/protection.ts'
import { until, type Stack } from '../stack.ts'
import { orderScreen, signIn } from './back-office.ts'
import { connectTo, expect, test } from './fixtures.ts'
import { parcelsOf } from './parcels.ts'
import { placeOrder } from './placing.ts'
import type { Site } from './site.ts'

const box = (page: Page) => page.locator('#storefront-order')
const save = (page: Page) => page.locator('button.save_order').first().click()

/** Whether the service knows these orders. */
const areKnown = (stack: Stack, ids: number[]) =>
  until(
    async () => {
      const { orders } = await stack.state<{ orders: { shop_order_id: string }[] }>('orders')
      return ids.every((id) => orders.some(({ shop_order_id }) => shop_order_id === String(id)))
    },
    Boolean,
    20,
  )

/** Places orders that wait, because the proxy did not answer when they were to be reported. */
async function placeWaiting(site: Site, count: number) {
  site.configure({ STOREFRONT_PROXY_URL: 'http://127.0.0.1:9' })
  const ids: number[] = []
  while (ids.length < count) ids.push((await placeOrder(site)).id)
  // Each is tried, so that each has a reason to wait.
  await site.run(`foreach ( array( ${ids.join(', ')} ) as $id ) { delete_option( 'storefront_outage' ); storefront_deliver( 8, array( $id ) ); }`)
  return ids
}

test.beforeEach(({ page, site }) => signIn(page.context(), site))

test('the box says what the quote is for in money of the order, and its fields are as high as those of WordPress', async ({ page, site, stack }) => {
  const { token } = await stack.browser(protection, { origin: site.url }).quoteProtection({ cents: 3400, currency: 'USD' })
  const { id } = await placeOrder(site, { token })

  await page.goto(await orderScreen(site, id))

  await expect(box(page)).toContainText(/Quote\s*Made by this proxy: \$\d+\.\d\d for goods of \$34\.00/)
  const heights = await box(page)
    .getByRole('textbox')
    .evaluateAll((fields) => fields.map((field) => field.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(30)
})

test("a tracking number that is entered on an order's screen reaches the service, and goes when it is cleared", async ({ page, site, stack }) => {
  const { id } = await placeOrder(site)
  await site.runQueue()
  const parcel = { number: 'S1', company: 'City Bikes', url: 'https://bikes.example/S1', goods: ['1 Mug'] }
  await page.goto(await orderScreen(site, id))

  await box(page).getByLabel('Tracking number').fill(' S1 ')
  await box(page).getByLabel('Carrier', { exact: true }).fill('City Bikes')
  await box(page).getByLabel('Tracking link').fill('https://bikes.example/S1')
  await save(page)

  await expect(box(page)).toContainText(/Tracking numbers\s*S1/)
  await site.runQueue()
  await expect.poll(() => parcelsOf(stack, id)).toEqual([parcel])

  // The fields of the next number stand below.
  await expect(box(page).getByLabel('Tracking number')).toHaveCount(2)
  await box(page).getByLabel('Tracking number').first().fill('')
  await save(page)

  await expect(box(page).getByLabel('Tracking number')).toHaveCount(1)
  await expect(box(page)).not.toContainText('Tracking numbers')
  await site.runQueue()
  await expect.poll(() => parcelsOf(stack, id)).toEqual([{ ...parcel, goods: [] }])
})

test('a tracking number stays the same parcel when the one before it is cleared', async ({ page, site, stack }) => {
  const { id } = await placeOrder(site)
  await site.run(
    `$order = wc_get_order( ${id} ); $order->update_meta_data( '_storefront_tracking', array( array( 'number' => 'S1', 'at' => time() ), array( 'number' => 'S2', 'at' => time() ) ) ); $order->save();`,
  )
  await site.runQueue()
  await expect.poll(async () => (await parcelsOf(stack, id)).map(({ number }) => number)).toEqual(['S1', 'S2'])
  await page.goto(await orderScreen(site, id))

  await box(page).getByLabel('Tracking number').first().fill('')
  await save(page)
  await expect(box(page)).toContainText(/Tracking numbers\s*S2/)
  await site.runQueue()

  await expect
    .poll(async () => (await parcelsOf(stack, id)).map(({ number, goods }) => [number, goods.length]))
    .toEqual([
      ['S1', 0],
      ['S2', 1],
    ])
})

test('a tracking link that is no address of the web is not stored', async ({ page, site, stack }) => {
  const { id } = await placeOrder(site)
  await page.goto(await orderScreen(site, id))

  await box(page).getByLabel('Tracking number').fill('S2')
  await box(page).getByLabel('Tracking link').fill('javascript:alert(1)')
  await save(page)

  await expect(box(page).getByLabel('Tracking link').first()).toHaveValue('')
  await site.runQueue()
  await expect.poll(() => parcelsOf(stack, id)).toEqual([{ number: 'S2', company: 'Other', url: '', goods: ['1 Mug'] }])
})

test('an order whose tracking numbers a plugin keeps has no fields for more, and saving it changes none', async ({ page, site }) => {
  const { id } = await placeOrder(site)
  await site.run(`$order = wc_get_order( ${id} ); $order->update_meta_data( '_wot_tracking_number', 'V1' ); $order->save();`)
  await page.goto(await orderScreen(site, id))

  await expect(box(page)).toContainText(/Tracking numbers\s*V1/)
  await expect(box(page).getByLabel('Tracking number')).toHaveCount(0)
  await save(page)

  await expect(box(page)).toContainText(/Tracking numbers\s*V1/)
})

test('an order whose quote was removed with the plugin still says that protection was paid', async ({ page, site }) => {
  const { id } = await placeOrder(site)
  for (const [name, says] of [
    ['Gift wrap', /Shipment protection\s*Not chosen/],
    ['Versandschutz', /Shipment protection\s*Paid: \$1\.50\. Its quote was removed/],
  ] as const) {
    await site.run(`
	$order = wc_get_order( ${id} );
	$fee = new WC_Order_Item_Fee();
	$fee->set_props( array( 'name' => '${name}', 'total' => '1.50', 'tax_status' => 'none' ) );
	$order->add_item( $fee );
	$order->save();`)
    await page.goto(await orderScreen(site, id))

    await expect(box(page)).toContainText(says)
  }
})

test('"Report again" reports an order at once, although the shop waits after failed attempts', async ({ page, site, stack }) => {
  const [id] = await placeWaiting(site, 1)
  await page.goto(await orderScreen(site, id!))
  await expect(box(page)).toContainText(/Reported\s*Waits since \d{4}-\d\d-\d\d \d\d:\d\d \(/)

  site.configure(connectTo(stack))
  await box(page).getByRole('link', { name: 'Report again' }).click()

  await expect(box(page)).toContainText(/Reported\s*\d{4}-\d\d-\d\d/)
  await areKnown(stack, [id!])
})

test('"Report again" reports a change that the plugin did not notice', async ({ page, site, stack }) => {
  const { id } = await placeOrder(site)
  await site.runQueue()
  await areKnown(stack, [id])
  await site.run(`
	remove_all_actions( 'woocommerce_update_order' );
	$order = wc_get_order( ${id} );
	$order->update_meta_data( '_storefront_tracking', array( array( 'number' => 'S3', 'company' => 'UPS', 'at' => time() ) ) );
	$order->save();`)
  await site.runQueue()
  expect(await parcelsOf(stack, id)).toEqual([])
  await page.goto(await orderScreen(site, id))

  await box(page).getByRole('link', { name: 'Report again' }).click()

  await expect.poll(() => parcelsOf(stack, id)).toEqual([{ number: 'S3', company: 'UPS', url: '', goods: ['1 Mug'] }])
})

test('"Report now" reports all that waits, and says why the rest waits', async ({ page, site, stack }) => {
  const ids = await placeWaiting(site, 2)
  const rows = page.locator('tr', { has: page.getByRole('link', { name: new RegExp(`^(${ids.join('|')})$`) }) })
  await page.goto(`${site.url}/wp-admin/admin.php?page=storefront-widgets`)

  await page.getByRole('link', { name: 'Report now' }).click()
  await expect(page.getByText(/Orders that wait to be reported: \d/).first()).toBeVisible()
  await expect(page.getByText(/The proxy has accepted nothing since \d{4}-\d\d-\d\d .*nothing is lost/).first()).toBeVisible()
  await expect(rows).toHaveCount(2)
  await expect(rows.first().getByRole('cell').last()).toHaveText(/./)

  site.configure(connectTo(stack))
  await page.getByRole('link', { name: 'Report now' }).click()

  await expect(page.getByText('Every order is reported.')).toBeVisible()
  await expect(rows).toHaveCount(0)
  await areKnown(stack, ids)
})

test.afterEach(({ site, stack }) => site.configure(connectTo(stack)))
