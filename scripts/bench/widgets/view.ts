import type { Browser, Page } from 'playwright'
import { hosts, type Subject } from './pages.ts'

/** The result of one view of the cart, in milliseconds from the start of the navigation. */
export interface View {
  /** The page's first paint. */
  painted: number
  /** The price or, on the page without an offer, the text in its place. */
  visible: number
  /** All layout shift without recent input. */
  shift: number
  /** The files that were fetched for the offer. */
  files: { name: string; blocking: boolean }[]
}

// As text, because the loader that runs this file adds a helper to functions, and pages do not have that helper.
const probe = `
  globalThis.seen = { shift: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  function look() {
    const place = document.querySelector('storefront-protection, ordinary-toggle, .offer')
    // The price that the server has rendered is text of the page until the element has its own.
    const isPlain = place && (place.matches('.offer') || (place.hasAttribute('quote') && !place.shadowRoot))
    const shown = isPlain ? place : place?.shadowRoot?.querySelector('[part=price]')
    if (!shown?.textContent || !shown.checkVisibility({ visibilityProperty: true })) return requestAnimationFrame(look)
    // The content of this frame is on the screen with the next frame.
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

/** Opens the cart with that subject as a new visitor: nothing cached, no connection open. */
export async function viewCold(browser: Browser, subject: Subject): Promise<View> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.addInitScript(probe)
  const view = await visit(page, addressOf(subject))
  await context.close()
  return view
}

/** Opens the cart as a visitor who has seen it, and another page of the shop after that. */
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
  // The browser reports a paint a little later.
  await page.waitForFunction(`seen.visible && ${firstPaint}`, undefined, { polling: 50 })
  return page.evaluate(read)
}
