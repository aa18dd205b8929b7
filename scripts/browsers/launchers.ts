import type { BrowserLauncher } from '@web/test-runner'
import { playwrightLauncher } from '@web/test-runner-playwright'
import { launchOptions } from './chromium.ts'
import type { EngineName, Engines } from './engines.ts'
import { firefoxOptions } from './firefox.ts'
import { webkitLauncher } from './webkit-launcher.ts'

/** The host at which that engine opens its pages. Every such host resolves to this machine. */
export const hostOf = (name: EngineName): string => (name === 'chromium' ? 'localhost' : `${name}.localhost`)

/** Makes the launchers of browser tests for those engines. */
export function toLaunchers({ chromium, firefox, webkit }: Engines): BrowserLauncher[] {
  return [
    ...(chromium ? [at('chromium', playwrightLauncher({ product: 'chromium', launchOptions: launchOptions(chromium) }))] : []),
    ...(firefox ? [at('firefox', playwrightLauncher({ product: 'firefox', launchOptions: firefoxOptions(firefox) }))] : []),
    ...(webkit ? [at('webkit', webkitLauncher(webkit))] : []),
  ]
}

/** Makes the engine open its pages at its own host. */
function at(name: EngineName, launcher: BrowserLauncher): BrowserLauncher {
  const start = launcher.startSession.bind(launcher)
  launcher.startSession = (id, url) => start(id, url.replace('//localhost:', `//${hostOf(name)}:`))
  return launcher
}
