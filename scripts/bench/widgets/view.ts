import type { Browser, Page } from 'playwright'
import { hosts, type Subject } from './pages.ts'

/** What one view of the cart took, in milliseconds since the shopper set out. */
export interface View {
  /** The page's first paint. */
  painted: number
  /** The price, or on the page without an offer what stands in its place. */
  visible: number
  /** All layout shift that nobody's input had caused. */
  shift: number
  /** What was fetched for the offer. */
  files: { name: string; blocking: boolean }[]
}

// As text, since the loader that runs this gives functions a helper that pages do not have.
const probe = `
  globalThis.seen = { shift: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  function look() {
    const place = document.querySelector('storefront-protection, ordinary-toggle, .offer')
    const shown = place && (place.matches('.offer') ? place : place.shadowRoot?.querySelector('[part=price]'))
    if (!shown?.textContent || !shown.checkVisibility({ visibilityProperty: true })) return requestAnimationFrame(look)
    // What this frame holds is on the screen with the next.
    requestAnimationFrame(() => (seen.visible = performance.now()))
  }
  requestAnimationFrame(look)`

const firstPaint = `performance.getEntriesByName('first-contentful-paint')[0]`

const read = `({
  ...seen,
  painted: ${firstPaint}.startTime,
  files: performance.getEntriesByType('resource').map(({ name, renderBlockingStatus }) => ({ name, blocking: renderBlockingStatus === 'blocking' })),
})`

const addressOf = (subject: Subject) => `https://${hosts.shop}/${subject}`

/** Opens the cart with that subject as somebody who has never been there: nothing cached, no connection open. */
export async function viewCold(browser: Browser, subject: Subject): Promise<View> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.addInitScript(probe)
  const view = await visit(page, addressOf(subject))
  await context.close()
  return view
}

/** Opens it as somebody who has seen it, and another page of the shop after that. */
export async function viewWarm(browser: Browser, subject: Subject): Promise<View> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.addInitScript(probe)
  await visit(page, addressOf(subject))
  await visit(page, `${addressOf('without')}?between`)
  const view = await visit(page, addressOf(subject))
  await context.close()
  return view
}

async function visit(page: Page, address: string): Promise<View> {
  await page.goto(address)
  // What was painted is told a little later.
  await page.waitForFunction(`seen.visible && ${firstPaint}`, undefined, { polling: 50 })
  return page.evaluate(read)
}
