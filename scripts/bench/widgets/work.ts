import type { Browser } from 'playwright'
import { hosts, type Subject } from './pages.ts'

/** The work of the browser’s main thread for one view until the network is idle, in milliseconds of that thread, and the memory in use after it. */
export interface Work {
  /** Running scripts. */
  script: number
  /** All tasks. */
  tasks: number
  /** Kilobytes of scripts' memory after collection. */
  heap: number
  /** Number of requests for a price. */
  questions: number
}

/** Opens the cart with so many copies of that subject, and measures the work. */
export async function workOf(browser: Browser, subject: Subject, copies: number): Promise<Work> {
  const context = await browser.newContext()
  const page = await context.newPage()
  let questions = 0
  page.on('request', (request) => (questions += Number(request.url().includes('/v1/protection/quotes'))))
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(`https://${hosts.shop}/${subject}?copies=${copies}`, { waitUntil: 'networkidle' })
  const { metrics } = await session.send('Performance.getMetrics')
  const seconds = Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
  // Three times, because objects freed by one collection may have held others.
  for (let times = 0; times < 3; times++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await context.close()
  return {
    script: (seconds.ScriptDuration ?? NaN) * 1_000,
    tasks: (seconds.TaskDuration ?? NaN) * 1_000,
    heap: usedSize / 1_000,
    questions,
  }
}
