// The tools of WordPress for personal data: Tools > Export Personal Data, and Erase Personal Data.
import type { Page } from '@playwright/test'
import { signIn } from './back-office.ts'
import { expect, test } from './fixtures.ts'
import { placeOrder } from './placing.ts'
import type { Site } from './site.ts'

/** Starts a tool of WordPress for an address, without a mail to the customer. */
async function request(page: Page, site: Site, tool: 'export' | 'erase', email: string) {
  await page.goto(`${site.url}/wp-admin/${tool}-personal-data.php`)
  await page.locator('#username_or_email_for_privacy_request').fill(email)
  await page.locator('#send_confirmation_email').uncheck()
  await page.locator('#submit').click()
  const row = page.locator('tr', { hasText: email })
  await expect(row).toBeVisible()
  // Its buttons do nothing before the scripts of the page have run.
  await page.waitForLoadState()
  return row
}

interface Step {
  data: { group_id: string; item_id: string; data: { name: string; value: string }[] }[]
}

/** What the plugin exports of an address: the values of each order, by their names. */
async function exportOf(page: Page, site: Site, email: string): Promise<Record<string, Record<string, string>>> {
  const steps: Promise<{ data?: Step }>[] = []
  page.on('response', (response) => {
    if (response.request().postData()?.includes('wp-privacy-export-personal-data')) steps.push(response.json() as Promise<{ data?: Step }>)
  })
  const row = await request(page, site, 'export', email)
  // The links of a row appear under the pointer.
  await row.hover()
  await row.getByRole('button', { name: 'Download personal data' }).click()
  await expect(row.locator('.export-personal-data-success:visible, .export-personal-data-failed:visible').first()).toBeVisible()
  const items = (await Promise.all(steps)).flatMap(({ data }) => data?.data ?? []).filter(({ group_id }) => group_id === 'storefront-widgets')
  page.removeAllListeners('response')
  return Object.fromEntries(items.map(({ item_id, data }) => [item_id, Object.fromEntries(data.map(({ name, value }) => [name, value]))]))
}

/** What the shop keeps of the order's report. */
const kept = (site: Site, id: number) =>
  site.sql(`select ifnull(order_key, ''), ifnull(shipments, '') from wordpress.wp_storefront_outbox where order_id = ${id}`)

/** Places an order with a tracking number, and reports it. */
async function placeTracked(site: Site, email: string) {
  const { id } = await placeOrder(site, { email })
  await site.run(`$order = wc_get_order( ${id} ); $order->update_meta_data( '_wot_tracking_number', 'T${id}' ); $order->save();`)
  await site.runQueue()
  return id
}

test.beforeEach(async ({ page, site }) => {
  await site.run('storefront_make_tracking_page();', { user: 1, admin: true })
  await signIn(page.context(), site)
})

test("an export has the reports, links and tracking numbers of the customer's orders, and of no other's", async ({ page, site }) => {
  const own = await placeTracked(site, 'ann@example.com')
  await placeTracked(site, 'other@example.com')
  const key = await site.run<string>(`return storefront_key( wc_get_order( ${own} ) );`)

  const exported = await exportOf(page, site, 'ann@example.com')

  expect(exported).toEqual({
    [`storefront-order-${own}`]: {
      Reported: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      'Tracking page of this order': expect.stringContaining(`#key=${encodeURIComponent(key)}`),
      'Tracking numbers': `T${own}`,
    },
  })
})

test('an export has all orders of a customer who has many', async ({ page, site }) => {
  await site.run(`
	for ( $place = 0; $place < 21; $place++ ) {
		$order = wc_create_order( array( 'status' => 'processing' ) );
		$order->set_billing_email( 'many@example.com' );
		$order->save();
	}`)

  expect(Object.keys(await exportOf(page, site, 'many@example.com'))).toHaveLength(21)
})

test("erasing takes the links and tracking numbers of the customer's orders, of no other's, and says that the proxy has reports", async ({ page, site }) => {
  const own = await placeTracked(site, 'eve@example.com')
  const other = await placeTracked(site, 'else@example.com')
  const before = kept(site, other)
  expect(kept(site, own)).toContain(`T${own}`)

  const row = await request(page, site, 'erase', 'eve@example.com')
  await row.locator('.remove-personal-data-handle:visible').first().click()

  await expect(page.getByText('The proxy holds reports of these orders. Erase them there, too')).toBeVisible({ timeout: 60_000 })
  expect(kept(site, own)).toBe('')
  expect(kept(site, other)).toBe(before)
})

test('erasing the data of a customer without orders says nothing of the proxy', async ({ page, site }) => {
  const row = await request(page, site, 'erase', 'nobody@example.com')
  await row.locator('.remove-personal-data-handle:visible').first().click()

  await expect(row).toContainText('Erasure completed.', { timeout: 60_000, useInnerText: true })
  await expect(page.getByText('The proxy holds reports')).toHaveCount(0)
})

test('an order that WooCommerce makes anonymous loses its link and its tracking numbers', async ({ site }) => {
  const id = await placeTracked(site, 'old@example.com')
  expect(kept(site, id)).toContain(`T${id}`)

  // In WooCommerce's queue: outside of the back office.
  await site.run(`WC_Privacy_Erasers::remove_order_personal_data( wc_get_order( ${id} ) );`)

  expect(kept(site, id)).toBe('')
})

test('WordPress suggests a text for the privacy policy', async ({ page, site }) => {
  await page.goto(`${site.url}/wp-admin/options-privacy.php?tab=policyguide`)

  await expect(page.locator('body')).toContainText('We send orders and their shipments to the services that protect shipments')
})
