import { expect, test, type Browser, type Page } from '@playwright/test'

const services = `http://localhost:${process.env.SERVICES_PORT}`

// The test takes a trace of another kind.
test.use({ trace: 'off' })

const statuses = ['in_transit', 'out_for_delivery', 'delivered', 'carrier_picked_up', 'delayed', 'ready_for_pickup', 'attempted_delivery']
const towns = ['Eugene', 'Reno', 'Salt Lake City', 'Boise', 'Sacramento']
const location = (place: number) => ({ city: towns[place % towns.length], province_code: 'US-OR', country_code: 'US' })
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString().replace('Z', '-07:00')

/** A package as the service returns it, with fifty events. */
const parcel = (_: unknown, index: number) => ({
  tracking_number: `1Z999AA1${String(index).padStart(10, '0')}`,
  carrier: 'UPS',
  current_status: statuses[index % statuses.length],
  estimated_delivery: { from: hoursAgo(-24), to: hoursAgo(-72) },
  tracking_links: [{ carrier: 'UPS', url: `https://www.ups.com/track?tracknum=${index}` }],
  line_items: [{ name: 'Stoneware mug', quantity: 1 }],
  timeline: Array.from({ length: 50 }, (_event, age) => ({
    status: age ? 'in_transit' : statuses[index % statuses.length],
    message: age ? `Scanned at the facility in ${towns[(index + age) % towns.length]}` : null,
    created_at: hoursAgo(3 * age + (index % 24) + 1),
    location: location(index + age),
  })),
})

async function control(method: string, body?: object) {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(`${services}/_control/faults`, { method, ...(body && { headers, body: JSON.stringify(body) }) })
  expect(answer.ok, `${method} faults`).toBe(true)
}

/** Makes the service answer every request with an order of these packages. */
async function tell(packages: object[]) {
  await control('DELETE')
  const body = { order_number: 'K-1022', has_shippable_items: true, shipments: [], packages }
  await control('POST', { match: { path: '/track/api/order' }, status: 200, body })
}

/** An event of the browser's trace. */
interface Entry {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  tdur?: number
}

/**
 * The tasks of the page's main thread after a mark, from the browser's trace: the processor time of each in milliseconds. */
function tasksAfter(mark: string, record: Buffer): number[] {
  const { traceEvents } = JSON.parse(String(record)) as { traceEvents: Entry[] }
  const marked = traceEvents.find(({ name }) => name === mark)!
  const tasks = traceEvents.filter(({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && pid === marked.pid && tid === marked.tid)
  return tasks.filter(({ ts }) => ts > marked.ts).map(({ tdur }) => (tdur ?? 0) / 1000)
}

/**
 * How long the browser takes to copy the cards of the page and to lay the copies out, in milliseconds: the yardstick for tasks, since it grows
 * with the slowness of the machine as they do.
 */
const copying = (page: Page) =>
  page.evaluate(() => {
    const { adoptedStyleSheets, children } = document.querySelector('storefront-tracking')!.shadowRoot!
    const times = Array.from({ length: 5 }, () => {
      const plain = document.body.appendChild(document.createElement('div'))
      plain.attachShadow({ mode: 'open' }).adoptedStyleSheets = adoptedStyleSheets
      const start = performance.now()
      plain.shadowRoot!.append(...[...children].map((child) => child.cloneNode(true)))
      plain.getBoundingClientRect()
      const time = performance.now() - start
      plain.remove()
      return time
    })
    return Math.min(...times)
  })

const categories = ['toplevel', 'blink.user_timing', 'disabled-by-default-devtools.timeline']

/** Waits for so many parts of the widget, and polls rarely, which costs the page almost nothing. */
const sees = (page: Page, part: string, count: number) =>
  page.waitForFunction(
    ([part, count]) => document.querySelector('storefront-tracking')!.shadowRoot?.querySelectorAll(part).length === count,
    [part, count] as const,
    { polling: 250 },
  )

const press = (page: Page, part: string) =>
  page.evaluate((part) => document.querySelector('storefront-tracking')!.shadowRoot!.querySelector<HTMLElement>(`[part=${part}]`)!.click(), part)

/** Opens the order, and marks when its first card was painted. */
async function openOrder(page: Page) {
  await page.addInitScript(() => {
    addEventListener('storefront-tracked', () => requestAnimationFrame(() => setTimeout(() => performance.mark('first-card'))), { once: true })
  })
  await page.goto('/track#order_number=K-1022&email=purchasing@example.com')
  await sees(page, '[part~=package]', 10)
  // The mark is set one task after the paint, which a busy machine may delay until all cards are there.
  await page.waitForFunction(() => performance.getEntriesByName('first-card').length > 0, undefined, { polling: 250 })
}

async function inPageOfItsOwn<Result>(browser: Browser, baseURL: string | undefined, use: (page: Page) => Promise<Result>): Promise<Result> {
  const page = await browser.newPage({ baseURL })
  try {
    return await use(page)
  } finally {
    await page.context().close()
  }
}

test.describe('an order of 200 packages with 50 events each', () => {
  const packages = Array.from({ length: 200 }, parcel)

  test.afterEach(() => control('DELETE'))

  test('causes no task after its first card of more than 1.5 times what copies of its cards take to be laid out', async ({ browser, baseURL }) => {
    const times: { longest: number; copies: number }[] = []
    for (let round = 0; round < 3; round++)
      times.push(
        await inPageOfItsOwn(browser, baseURL, async (page) => {
          await tell(packages)
          await browser.startTracing(page, { categories })
          await openOrder(page)
          // Two packages on screen have news at the next request.
          const changed = await page.evaluate(() =>
            document
              .querySelector('storefront-tracking')!
              .tracked!.packages.slice(3, 5)
              .map(({ tracking_number }) => tracking_number),
          )
          await tell(packages.map((one) => (changed.includes(one.tracking_number) ? { ...one, current_status: 'failure' } : one)))
          await page.evaluate(() => document.querySelector('storefront-tracking')!.refresh())
          await sees(page, '[part~=problem]', 2)
          await press(page, 'more-packages')
          await sees(page, '[part~=package]', 20)
          await page.mouse.wheel(0, 20_000)
          await page.waitForTimeout(500)
          const after = tasksAfter('first-card', await browser.stopTracing())
          expect(after.length, 'tasks in the trace').toBeGreaterThan(50)
          return { longest: Math.max(...after), copies: await copying(page) }
        }),
      )

    // Other load on the machine can only make the tasks longer.
    const longest = Math.min(...times.map(({ longest }) => longest))
    const copies = Math.min(...times.map(({ copies }) => copies))
    console.log(`  longest task after the first card: ${longest.toFixed(1)} ms; copies of the cards: ${copies.toFixed(1)} ms`)
    expect(longest / copies).toBeLessThan(1.5)
  })

  test('is answered at first with only the latest events of each package', async ({ browser, baseURL }) => {
    await tell(packages)
    await inPageOfItsOwn(browser, baseURL, async (page) => {
      const answer = page.waitForResponse((one) => new URL(one.url()).pathname.startsWith('/v1/orders') && one.request().method() === 'POST')
      await page.goto('/track#order_number=K-1022&email=purchasing@example.com')
      const order = (await (await answer).json()) as { packages: { events: unknown[]; earlier?: boolean }[] }

      expect(order.packages.filter(({ events, earlier }) => events.length < 20 && earlier)).toHaveLength(200)
    })
  })
})
