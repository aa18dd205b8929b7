import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from './clock.ts'

/** A page's callback that is notified of the page's own requests. */
type Observed = (list: { getEntries(): { name: string }[] }) => void

/** The tab whose code runs now, also after asynchronous waits. */
const running = new AsyncLocalStorage<Tab>()

/** One tab of a browser while it shows one page: its event targets and the observers of its requests. */
export class Tab {
  readonly window = new EventTarget()
  readonly document = new EventTarget()
  readonly observers: Observed[] = []
  /** Whether another page has replaced this one: then none of its code runs any more. */
  left = false

  /** Notifies the page's code of a request that the page has made, as the browser does. */
  report(name: string) {
    running.run(this, () => {
      for (const observer of this.observers) observer({ getEntries: () => [{ name }] })
    })
  }

  tell(name: string) {
    running.run(this, () => this.window.dispatchEvent(new Event(name)))
  }
}

/** Sends a request. The creator of the world decides how long the request takes and how it ends. */
export type Send = (url: string, init: RequestInit) => Promise<Response>

const names = [
  'window',
  'document',
  'navigator',
  'location',
  'PerformanceObserver',
  'MutationObserver',
  'sessionStorage',
  'fetch',
  'setTimeout',
  'clearTimeout',
  'performance',
] as const

/**
 * Gives the browser code under test, which runs in this process, a browser's globals with virtual time. Returns `enter`, which runs code in a
 * tab, and `end`, which restores the globals.
 */
export function createBrowserWorld(clock: Clock, send: Send) {
  const nowhere = new Tab()
  const tabOf = () => running.getStore() ?? nowhere
  /** Wraps a callback: it runs in the current tab, unless the page was left by then. */
  const later = <Values extends unknown[]>(act: (...values: Values) => void) => {
    const tab = tabOf()
    return (...values: Values) => {
      if (!tab.left) running.run(tab, () => act(...values))
    }
  }
  const stored = Object.fromEntries(names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]))
  const now = Date.now
  const timeout = AbortSignal.timeout
  const warn = console.warn
  const storage: Record<string, string> = {}
  const values: Record<(typeof names)[number], unknown> = {
    window: undefined,
    document: undefined,
    navigator: { onLine: true, languages: ['en'] },
    location: { pathname: '/cart' },
    PerformanceObserver: class {
      constructor(observed: Observed) {
        tabOf().observers.push(observed)
      }
      observe() {}
    },
    MutationObserver: class {
      observe() {}
    },
    sessionStorage: storage,
    fetch: (url: string, init: RequestInit) => new Promise<Response>((resolve, reject) => void send(url, init).then(later(resolve), later(reject))),
    setTimeout: (run: () => void, after?: number) => clock.setTimeout(later(run), after),
    clearTimeout: clock.clearTimeout,
    performance: { now: () => clock.now },
  }
  for (const name of names) Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: values[name] })
  Object.defineProperty(globalThis, 'window', { configurable: true, get: () => tabOf().window })
  Object.defineProperty(globalThis, 'document', {
    configurable: true,
    get: () => Object.assign(tabOf().document, { readyState: 'complete', hidden: false, querySelectorAll: () => [] }),
  })
  Date.now = () => clock.now
  AbortSignal.timeout = (milliseconds) => {
    const controller = new AbortController()
    clock.setTimeout(() => controller.abort(new DOMException('too late', 'TimeoutError')), milliseconds)
    return controller.signal
  }
  // An offer that is hidden warns the page's developer; here this happens thousands of times.
  console.warn = () => {}
  return {
    enter<Result>(tab: Tab, act: () => Result): Result {
      return running.run(tab, act)
    },
    end() {
      for (const name of names) {
        const descriptor = stored[name]
        if (descriptor) Object.defineProperty(globalThis, name, descriptor)
        else Reflect.deleteProperty(globalThis, name)
      }
      Date.now = now
      AbortSignal.timeout = timeout
      console.warn = warn
    },
  }
}
