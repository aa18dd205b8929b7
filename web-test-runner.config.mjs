import { esbuildPlugin } from '@web/dev-server-esbuild'
import { defaultReporter } from '@web/test-runner'
import { playwrightLauncher } from '@web/test-runner-playwright'
import { ensureChromium, launchOptions } from './scripts/browsers/chromium.ts'
import { closingLine } from './scripts/browsers/closing-line.ts'
import { shopAndProxy } from './test/browser/shop-and-proxy.ts'
import { freePort } from './test/free-port.ts'

const port = await freePort()
const { middleware, plugin } = await shopAndProxy(`http://localhost:${port}`)
const chromium = await ensureChromium()

export default {
  files: 'test/browser/**/*.test.ts',
  port,
  nodeResolve: { exportConditions: ['development', 'browser'] },
  middleware: [middleware],
  plugins: [esbuildPlugin({ ts: true, target: 'es2022', tsconfig: new URL('tsconfig.json', import.meta.url).pathname }), plugin],
  browsers: [playwrightLauncher({ product: 'chromium', launchOptions: launchOptions(chromium) })],
  // One file after another, since they share the stand-in services and break them on purpose.
  concurrency: 1,
  testFramework: { config: { timeout: 15_000 } },
  browserStartTimeout: 60_000,
  testsFinishTimeout: 240_000,
  filterBrowserLogs: ({ args }) => !String(args[0]).startsWith('Lit is in dev mode'),
  reporters: [defaultReporter(), closingLine()],
}
