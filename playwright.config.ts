import { defineConfig } from '@playwright/test'
import { ensureChromium, launchOptions } from './scripts/browsers/chromium.ts'
import { freePort } from './test/free-port.ts'

const chromium = await ensureChromium()
// Every worker reads this file again and inherits the ports.
for (const name of ['SHOP_PORT', 'PROXY_PORT', 'SERVICES_PORT', 'OPERATOR_PORT']) process.env[name] ??= String(await freePort())
const shop = `http://localhost:${process.env.SHOP_PORT}`

/** Whole journeys through the demo, on the built files. */
export default defineConfig({
  testDir: 'test/journeys',
  testMatch: '**/*.spec.ts',
  // A journey changes what the stand-in services hold, so they go one after another.
  workers: 1,
  retries: 0,
  timeout: 90_000,
  reporter: [['list'], ['./scripts/browsers/journeys-closing-line.ts']],
  use: { baseURL: shop, launchOptions: launchOptions(chromium), trace: 'retain-on-failure', locale: 'en-US' },
  webServer: { command: 'node --import tsx demo/main.ts', url: shop, timeout: 60_000, gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 } },
})
