// What waits to be reported, when something is in the way of a report.
import type { Stack } from '../stack.ts'
import { until } from '../until.ts'
import { startFirewall } from './firewall.ts'
import { connectTo, expect, test } from './fixtures.ts'
import { placeOrder } from './placing.ts'
import type { Site } from './site.ts'

const nobody = 'http://127.0.0.1:9'

/** The service's status of an order; undefined while the service does not know it. */
async function statusAtService(stack: Stack, id: number) {
  const { orders } = await stack.state<{ orders: { shop_order_id: string; financial_status: string }[] }>('orders')
  return orders.find(({ shop_order_id }) => shop_order_id === String(id))?.financial_status
}
const arrives = (stack: Stack, id: number, status = 'paid') =>
  until(
    () => statusAtService(stack, id),
    (known) => known === status,
    20,
  )

/** How the shop's page says that reports stand. */
const linesOf = (site: Site) => site.run<string[]>('return storefront_outbox_lines();', { user: 1, admin: true })
const waits = (site: Site, id: number) => site.run<boolean>(`return (bool) ( storefront_outbox_row( ${id} )->waiting ?? false );`)

test('an order that a firewall refuses does not hold up the others, and is attempted again', async ({ site, stack }) => {
  let dislikes = true
  let disliked: string | undefined
  const firewall = await startFirewall(stack.proxy, (body) => {
    const id = /"change":\d+,"id":(\d+)/.exec(body)?.[1]
    disliked ??= id
    return dislikes && id !== undefined && id === disliked
  })
  site.configure({ STOREFRONT_PROXY_URL: firewall.address })
  try {
    const refused = await placeOrder(site)
    await site.runQueue()
    expect(disliked).toBe(String(refused.id))
    const others = [await placeOrder(site), await placeOrder(site)]
    await site.runQueue(600)
    for (const { id } of others) await arrives(stack, id)
    expect(await statusAtService(stack, refused.id)).toBeUndefined()
    expect(firewall.refused.length).toBeGreaterThan(0)

    // With nothing else to report, it alone is attempted; the next order does not wait for it.
    for (let run = 0; run < 4; run += 1) await site.runQueue(600)
    const later = await placeOrder(site)
    await site.runQueue()
    await arrives(stack, later.id)

    dislikes = false
    await site.runQueue(600)
    await arrives(stack, refused.id)
  } finally {
    site.configure(connectTo(stack))
    await firewall.stop()
  }
})

test('without the secret orders wait, and the page says so; with it they are reported', async ({ site, stack }) => {
  site.configure({ STOREFRONT_WEBHOOK_SECRET: '' })
  const { id, received } = await placeOrder(site)
  await site.runQueue(600)
  // The page of the order has its key all the same.
  expect(await (await fetch(received)).text()).toContain('order-key="')
  expect(await waits(site, id)).toBe(true)
  expect(await linesOf(site)).toContainEqual(expect.stringMatching(/Orders that wait to be reported: [1-9]/))

  site.configure(connectTo(stack))
  await site.run('storefront_plan_comparison();', { admin: true })
  await site.runQueue()
  await arrives(stack, id)
})

test('a change that waits is reported even if its order is moved to the trash', async ({ site, stack }) => {
  const { id } = await placeOrder(site)
  await site.runQueue()
  await arrives(stack, id)
  site.configure({ STOREFRONT_PROXY_URL: nobody })
  await site.run(`wc_get_order( ${id} )->update_status( 'cancelled' );`)
  await site.runQueue()
  await site.run(`wc_get_order( ${id} )->delete( false );`)
  expect(await site.run(`return wc_get_order( ${id} )->get_status();`)).toBe('trash')

  site.configure(connectTo(stack))
  await site.runQueue(600)

  await arrives(stack, id, 'voided')
})

test('a finished order that is moved to the trash stays unchanged at the service', async ({ site, stack }) => {
  const { id } = await placeOrder(site)
  await site.run(`$order = wc_get_order( ${id} ); $order->update_status( 'completed' ); $order->delete( false ); storefront_note_change( ${id} );`)
  await site.runQueue(600)

  await arrives(stack, id)
  expect(await waits(site, id)).toBe(false)
})

test('if its table is gone, the plugin makes it again, and reports what waited in it', async ({ site, stack }) => {
  site.configure({ STOREFRONT_PROXY_URL: nobody })
  const lost = await placeOrder(site)
  site.configure(connectTo(stack))
  site.sql('drop table wordpress.wp_storefront_outbox')

  const { id } = await placeOrder(site)
  await site.runQueue(600)

  await arrives(stack, id)
  await arrives(stack, lost.id)
  // WordPress logs that the table was gone.
  expect(site.log).toContain("wp_storefront_outbox' doesn't exist")
  site.clearLog()
})

test('a table of an earlier version gets the column that it lacks', async ({ site }) => {
  site.sql('alter table wordpress.wp_storefront_outbox drop column held')
  site.sql(`update wordpress.wp_options set option_value = '1' where option_name = 'storefront_schema'`)

  await fetch(site.url)

  expect(site.sql(`show columns from wordpress.wp_storefront_outbox like 'held'`)).toContain('varchar(255)')
})

test('an order from before the plugin is not reported because somebody looks at it', async ({ site, stack }) => {
  const { id, received } = await placeOrder(site)
  await site.runQueue()
  await arrives(stack, id)
  const since = await site.run<string>(`return get_option( 'storefront_since' );`)
  await site.run(`update_option( 'storefront_since', time() + 60 );`)
  try {
    site.sql(`delete from wordpress.wp_storefront_outbox where order_id = ${id}`)

    await fetch(received)
    await site.run(`ob_start(); storefront_order_box( wc_get_order( ${id} ) ); ob_end_clean();`, { user: 1, admin: true })

    expect(await site.run(`return storefront_outbox_row( ${id} );`)).toBeNull()
  } finally {
    await site.run(`update_option( 'storefront_since', ${since} );`)
  }
})

test('erasing the personal data of a customer drops no report', async ({ site, stack }) => {
  site.configure({ STOREFRONT_PROXY_URL: nobody })
  const { id } = await placeOrder(site)
  await site.run(`storefront_erase( 'bo@example.com' );`, { user: 1, admin: true })
  expect(await waits(site, id)).toBe(true)

  site.configure(connectTo(stack))
  await site.runQueue(600)
  await arrives(stack, id)
})

test('goods without a picture have that of WooCommerce at the service, not the icon of the site', async ({ site, stack }) => {
  const { id } = await placeOrder(site)
  await site.runQueue()
  await arrives(stack, id)

  const { orders } = await stack.state<{ orders: { shop_order_id: string; line_items: { image_url: string }[] }[] }>('orders')
  const placeholder = await site.run<string>('return wc_placeholder_img_src();')
  expect(orders.find(({ shop_order_id }) => shop_order_id === String(id))!.line_items[0]!.image_url).toBe(placeholder)
})

test('an order that is paid on delivery is unpaid at the service until the shop completes it', async ({ site, stack }) => {
  const { id } = await placeOrder(site, { payment: 'cod' })
  await site.runQueue()
  await arrives(stack, id, 'pending')

  await site.run(`wc_get_order( ${id} )->update_status( 'completed' );`)
  await site.runQueue()
  await arrives(stack, id, 'paid')
})
