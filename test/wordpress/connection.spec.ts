// The connection test, and what saving the settings page does: what an owner reads, and to whom the keys go.
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { startStack, type Stack } from '../stack.ts'
import { until } from '../until.ts'
import { nonceOf, orderScreen, signIn } from './back-office.ts'
import { connectTo, expect, test, webhookSecret } from './fixtures.ts'
import { placeOrder } from './placing.ts'
import type { Site } from './site.ts'
import { startLocalServer } from './local-server.ts'

interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string
}

/** A server that is no proxy, and remembers all that is sent to it. */
async function startStranger(answer: (request: IncomingMessage, body: string) => Answer) {
  const received: string[] = []
  const server = await startLocalServer(async (request, reply) => {
    const body = await text(request)
    received.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${body}`)
    const { status = 200, headers = {}, body: said = '' } = answer(request, body)
    reply.writeHead(status, headers).end(said)
  })
  return { ...server, received }
}

const findingsOf = (site: Site) => site.run<[string, string, string?][]>('return storefront_test_connection();', { user: 1, admin: true })
const settingsPage = (site: Site) => `${site.url}/wp-admin/admin.php?page=storefront-widgets`
const storedOf = (site: Site) => site.run<Record<string, string>>("return (array) get_option( 'storefront_settings', array() );")
const noConstants = Object.fromEntries(Object.keys(connectTo({ proxy: '', settings: {} })).map((name) => [name, undefined]))

/** Takes the constants away, and stores the same values as the settings page does. */
async function storeSettings(site: Site, { proxy, settings }: Pick<Stack, 'proxy' | 'settings'>) {
  site.configure(noConstants)
  const stored = {
    proxy_url: proxy,
    merchant_key: settings.MERCHANT_API_KEYS,
    assertion_key: settings.ASSERTION_KEYS,
    webhook_secret: webhookSecret,
  }
  await site.run(`update_option( 'storefront_settings', json_decode( '${JSON.stringify(stored)}', true ) );`)
  return stored
}

const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click()

test.afterEach(async ({ site, stack }) => {
  site.configure(connectTo(stack))
  await site.run(`delete_option( 'storefront_settings' ); delete_option( 'storefront_outage' );`)
})

test('a proxy without a phone number to fill in is a fault, unless the checkout requires one', async ({ site, stack }) => {
  const aboutPhone = async () => (await findingsOf(site)).filter(([, found]) => found.includes('phone number'))
  const requires = (value: string) => site.run(`update_option( 'woocommerce_checkout_phone_field', '${value}' );`)
  const lacking = await startStack({ origins: [site.url], settings: { WOOCOMMERCE_SECRETS: webhookSecret, FALLBACK_PHONE: undefined } })
  try {
    await requires('optional')
    expect(await aboutPhone(), 'the proxy has one').toEqual([['good', expect.any(String)]])

    site.configure(connectTo(lacking))
    expect(await aboutPhone()).toEqual([['bad', expect.stringContaining('does not require a phone number'), expect.stringContaining('FALLBACK_PHONE')]])
    await requires('hidden')
    expect((await aboutPhone())[0]![0]).toBe('bad')
    await requires('required')
    expect(await aboutPhone()).toEqual([['good', expect.stringContaining('requires a phone number')]])
  } finally {
    await site.run(`delete_option( 'woocommerce_checkout_phone_field' );`)
    site.configure(connectTo(stack))
    await lacking.stop()
  }
})

test('an order that the proxy holds is not called reported: the box, the list and a notice say why, until it goes through', async ({ site, stack, page }) => {
  const lacking = await startStack({ origins: [site.url], settings: { WOOCOMMERCE_SECRETS: webhookSecret, FALLBACK_PHONE: undefined } })
  await signIn(page.context(), site)
  let id = 0
  try {
    site.configure(connectTo(lacking))
    ;({ id } = await placeOrder(site, { phone: '' }))
    await site.runQueue()
    await until(
      () => lacking.backend.compareOrders({ orders: [{ shop_order_id: String(id), changed_at: 0 }] }),
      ({ held }) => held.length > 0,
    )

    // The plugin looks by itself some minutes after a report.
    await site.runQueue(600)
    const row = page.locator('#storefront-waiting tr', { hasText: String(id) })
    await page.goto(settingsPage(site))
    await expect(row).toContainText('FALLBACK_PHONE')
    await expect(page.getByText('Every order is reported.')).toHaveCount(0)
    await page.goto(`${site.url}/wp-admin/plugins.php`)
    await expect(page.locator('.notice-error')).toContainText(/Storefront widgets: Orders that the proxy holds.*: 1/)

    // The screen of the order asks at once.
    site.sql(`update wordpress.wp_storefront_outbox set held = ''`)
    await page.goto(await orderScreen(site, id))
    await expect(page.locator('#storefront-order')).toContainText(/Reported\s*\d{4}-\d\d-\d\d \d\d:\d\d, but the proxy holds it: .*FALLBACK_PHONE/)

    await site.run(`$order = wc_get_order( ${id} ); $order->set_billing_phone( '+15105550100' ); $order->save();`)
    await page.locator('#storefront-order').getByRole('link', { name: 'Report again' }).click()
    await until(
      () => lacking.backend.compareOrders({ orders: [{ shop_order_id: String(id), changed_at: 0 }] }),
      ({ held }) => held.length === 0,
    )
    await page.goto(settingsPage(site))
    await expect(page.getByText('Every order is reported.')).toBeVisible()
    await expect(row).toHaveCount(0)
  } finally {
    // Its order is at a proxy of its own.
    if (id) await site.run(`wc_get_order( ${id} )->delete( true );`, { user: 1, admin: true })
    site.configure(connectTo(stack))
    await lacking.stop()
  }
})

test('a server that answers everything is not taken for the proxy, and gets no key', async ({ site }) => {
  const bodies: [string, Answer, RegExp][] = [
    ['a page for everything', { headers: { 'Content-Type': 'text/html' }, body: '<h1>Welcome</h1>' }, /Something else answers/],
    ['a health check, and nothing else', { headers: { 'Content-Type': 'application/json' }, body: '{"status":"alive"}' }, /not the PUBLIC_URL/],
  ]
  for (const [what, answer, found] of bodies) {
    const stranger = await startStranger(() => answer)
    site.configure({ STOREFRONT_PROXY_URL: stranger.address })
    const findings = await findingsOf(site)
    await stranger.stop()

    expect(findings, what).toEqual([['bad', expect.stringMatching(found), expect.stringContaining('PUBLIC_URL')]])
    expect(stranger.received.join('\n').toLowerCase(), what).not.toMatch(/authorization|signature|assertion/)
  }
})

test('each answer is checked by its content, not by its status alone', async ({ site }) => {
  // Refuses requests without a key as the proxy does, and knows no other answer than a page.
  const stranger = await startStranger(({ url, headers }) =>
    url === '/livez'
      ? { body: '{"status":"alive"}' }
      : url?.includes('comparison') && !headers.authorization
        ? { status: 401, body: '{"code":"key-required"}' }
        : { body: '<h1>Welcome</h1>' },
  )
  site.configure({ STOREFRONT_PROXY_URL: stranger.address })
  const findings = await findingsOf(site)
  await stranger.stop()

  expect(findings.map(([kind]) => kind).slice(0, 5)).toEqual(['good', 'bad', 'bad', 'bad', 'bad'])
})

test('the port of the operator is recognised before any key is sent', async ({ site, stack }) => {
  site.configure({ STOREFRONT_PROXY_URL: stack.operator })

  expect(await findingsOf(site)).toEqual([['bad', expect.stringContaining('not the PUBLIC_URL'), expect.stringContaining('OPERATOR_PORT')]])
})

test('keys follow no redirect, and the page names the address that the proxy redirects to', async ({ site }) => {
  const elsewhere = await startStranger(() => ({ body: '{"status":"alive","missing":[],"token":"t"}' }))
  const always = await startStranger(({ url }) => ({ status: 301, headers: { Location: `${elsewhere.address}${url}` } }))
  // Redirects nothing but what has a key.
  const later = await startStranger(({ url, headers }) =>
    url === '/livez'
      ? { body: '{"status":"alive"}' }
      : url?.includes('comparison') && !headers.authorization
        ? { status: 401, body: '{"code":"key-required"}' }
        : { status: 307, headers: { Location: `${elsewhere.address}${url}` } },
  )
  try {
    site.configure({ STOREFRONT_PROXY_URL: always.address })
    expect(await findingsOf(site)).toEqual([['bad', `The proxy redirects to ${elsewhere.address}.`, 'Enter that address.']])

    site.configure({ STOREFRONT_PROXY_URL: later.address })
    expect((await findingsOf(site)).slice(1, 5)).toEqual(
      Array.from({ length: 4 }, () => ['bad', expect.stringContaining(`redirects to ${elsewhere.address}`), expect.any(String)]),
    )

    expect(elsewhere.received).toEqual([])
  } finally {
    for (const one of [elsewhere, always, later]) await one.stop()
  }
})

test('another address of the proxy takes the stored keys away, so that nobody sends them to a server of their own', async ({ site, stack, page }) => {
  const stranger = await startStranger(() => ({ body: '{"status":"alive","code":"x"}' }))
  await site.run(`wp_insert_user( array( 'user_login' => 'manager', 'user_pass' => 'manager-pass-1', 'role' => 'shop_manager' ) );`)
  try {
    const stored = await storeSettings(site, stack)
    await signIn(page.context(), site, 'manager', 'manager-pass-1')
    await page.goto(settingsPage(site))

    // A longer path is the same server.
    await page.getByLabel('Address of the proxy').fill(`${stack.proxy}/widgets`)
    await save(page)
    expect(await storedOf(site)).toMatchObject({ ...stored, proxy_url: `${stack.proxy}/widgets` })

    await page.getByLabel('Address of the proxy').fill(stranger.address)
    await page.getByLabel('Secret for reports').fill('entered-with-the-address')
    await save(page)
    await expect(page.getByText(/The address of the proxy has changed, so the stored keys were removed/)).toHaveCount(1)
    expect(await storedOf(site)).toMatchObject({
      proxy_url: stranger.address,
      merchant_key: '',
      assertion_key: '',
      webhook_secret: 'entered-with-the-address',
    })

    await page.goto(`${settingsPage(site)}&test=1&_wpnonce=${await nonceOf(page.context(), site, 'storefront_test')}`)
    expect(stranger.received.join('\n')).not.toContain(stored.merchant_key)
  } finally {
    await site.run(`require_once ABSPATH . 'wp-admin/includes/user.php'; wp_delete_user( get_user_by( 'login', 'manager' )->ID );`, { user: 1, admin: true })
    await stranger.stop()
  }
})

test('while wp-config.php has the keys, the page does not choose who gets them', async ({ site, stack, page }) => {
  await storeSettings(site, stack)
  site.configure({ STOREFRONT_MERCHANT_KEY: stack.settings.MERCHANT_API_KEYS })
  await signIn(page.context(), site)
  await page.goto(settingsPage(site))

  await expect(page.getByLabel('Address of the proxy')).toBeDisabled()
  await expect(page.getByText('STOREFRONT_PROXY_URL', { exact: false }).first()).toBeVisible()
  const form = { option_page: 'storefront-widgets', action: 'update', _wpnonce: await nonceOf(page.context(), site, 'storefront-widgets-options') }
  await page.request.post(`${site.url}/wp-admin/options.php`, { form: { ...form, 'storefront_settings[proxy_url]': 'https://elsewhere.example' } })

  expect((await storedOf(site)).proxy_url).toBe(stack.proxy)
})

test('"Save Changes" confirms, and says each fault, once', async ({ site, stack, page }) => {
  const stored = await storeSettings(site, stack)
  await signIn(page.context(), site)
  await page.goto(settingsPage(site))

  await save(page)
  await expect(page.getByText('Settings saved.')).toHaveCount(1)

  await page.getByLabel('Key for sign-in').fill('too-short')
  await save(page)
  await expect(page.locator('.notice-error', { hasText: 'a name, a colon' })).toHaveCount(1)
  await expect(page.locator('.notice-error', { hasText: 'the one that is stored stays' })).toHaveCount(1)
  expect((await storedOf(site)).assertion_key).toBe(stored.assertion_key)
})

test('the button below "Save Changes" says that it tests what is saved', async ({ site, page }) => {
  await signIn(page.context(), site)
  await page.goto(settingsPage(site))
  const button = page.getByRole('link', { name: 'Test the connection' })
  const isBelow = await button.evaluate((link) => Boolean(document.querySelector('#submit')!.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING))

  expect(isBelow).toBe(true)
  await expect(page.getByText('This tests the settings as they are saved.')).toBeVisible()

  await button.click()
  await expect(page.locator('#storefront-findings')).toBeInViewport()
})

test('a wrong key for sign-in is explained in words of the shop', async ({ site }) => {
  site.configure({ STOREFRONT_ASSERTION_KEY: `summer:${Buffer.from('x'.repeat(32)).toString('base64url')}` })

  const refused = (await findingsOf(site)).filter(([kind, found]) => kind === 'bad' && !found.includes('order tracking'))
  expect(refused).toEqual([['bad', 'The proxy does not accept the key for sign-in.', expect.stringMatching(/ASSERTION_KEYS.*summer/)]])
  expect(refused.join()).not.toMatch(/JWT|proof/)
})
