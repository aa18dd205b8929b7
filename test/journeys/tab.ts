import { test as base, expect, type Page } from '@playwright/test'
import { wantedEngines } from '../../scripts/browsers/engines.ts'
import type { WebDriverSession } from '../../scripts/browsers/webdriver.ts'
import { findWebKit, startWebKit } from '../../scripts/browsers/webkit.ts'

/** A tab of the engine in which the journeys run: what a keyboard user can do, and what a test has to know. */
export interface Tab {
  /** Opens that address and waits until the page is loaded. */
  open(url: string): Promise<void>
  /** Presses and releases a key, such as "Tab", "Shift+Tab" or "Space". */
  press(keys: string): Promise<void>
  type(text: string): Promise<void>
  /** Runs a function in the page. */
  ask<Args extends unknown[], Answer>(question: (...args: Args) => Answer, ...args: Args): Promise<Awaited<Answer>>
  /** Runs a script in the page. */
  run(script: string): Promise<void>
  /** Makes the page's view that large, in pixels. */
  resize(width: number, height: number): Promise<void>
  /** The visible part of the page as PNG. */
  screenshot(): Promise<Buffer>
}

/** The tab of a page of Playwright. */
export const ofPage = (page: Page): Tab => ({
  open: async (url) => void (await page.goto(url)),
  press: (keys) => page.keyboard.press(keys),
  type: (text) => page.keyboard.type(text),
  ask: (question, ...args) => page.evaluate(`(${String(question)})(...${JSON.stringify(args)})`),
  run: async (script) => void (await page.evaluate(`${script};0`)),
  resize: (width, height) => page.setViewportSize({ width, height }),
  screenshot: () => page.screenshot(),
})

const ofSession = (session: WebDriverSession): Tab => ({
  open: (url) => session.open(url),
  press: (keys) => session.press(keys),
  type: (text) => session.type(text),
  ask: (question, ...args) => session.evaluate(question, ...args),
  run: (script) => session.run(script),
  resize: (width, height) => session.resize(width, height),
  screenshot: () => session.screenshot(),
})

const isWebKit = wantedEngines().includes('webkit')

/** A test with its own tab, of a visitor who is new to the shop. */
export const test = base.extend<{ tab: Tab }>({
  tab: isWebKit
    ? async ({ viewport }, use) => {
        const found = await findWebKit()
        if (!found) throw new Error('WebKit is not on this machine')
        // One browser per visitor, because WebKitGTK's browser sometimes exits after many pages of one visit.
        const { session, stop } = await startWebKit(found)
        await session.resize(viewport!.width, viewport!.height)
        await use(ofSession(session))
        await stop()
      }
    : async ({ page }, use) => use(ofPage(page)),
})

/** Waits until a function in the page returns a truthy value; resolves to this value. */
export async function sees<Args extends unknown[], Answer>(
  tab: Tab,
  what: string,
  question: (...args: Args) => Answer,
  ...args: Args
): Promise<NonNullable<Awaited<Answer>>> {
  let answer: Awaited<Answer> | undefined
  const seen = async () => {
    try {
      answer = await tab.ask(question, ...args)
      return answer ? what : await tab.ask(() => `${location.href}: ${document.body.innerText}`)
    } catch (error) {
      // A page that is being left returns nothing.
      return String(error)
    }
  }
  await expect.poll(seen, { message: what, timeout: 20_000, intervals: [50] }).toBe(what)
  return answer!
}
