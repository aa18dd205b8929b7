import type { BrowserLauncher } from '@web/test-runner'
import { startWebKit, type RunningWebKit, type WebKit } from './webkit.ts'

/** Runs browser tests in WebKit, one page after another. `getPage` offers the part of Playwright’s page that the test runner’s commands use. */
export function webkitLauncher(found: WebKit): BrowserLauncher & { getPage(id: string): object } {
  let running: RunningWebKit | undefined
  let active: { id: string; url: string } | undefined
  return {
    name: 'Webkit',
    type: 'playwright',
    concurrency: 1,
    async startSession(id, url) {
      running ??= await startWebKit(found)
      active = { id, url }
      await running.session.resize(800, 600)
      await running.session.open(url)
    },
    isActive: (id) => active?.id === id,
    getBrowserUrl: () => active?.url,
    async stopSession() {
      active = undefined
      await running?.session.open('about:blank')
      return {}
    },
    getPage: () => ({
      keyboard: { press: (keys: string) => running!.session.press(keys), type: (text: string) => running!.session.type(text) },
      mouse: { click: (x: number, y: number) => running!.session.click(x, y) },
      setViewportSize: ({ width, height }: { width: number; height: number }) => running!.session.resize(width, height),
    }),
    async startDebugSession() {
      throw new Error('WebKit cannot be debugged with this launcher')
    },
    async stop() {
      await running?.stop()
      running = undefined
    },
  }
}
