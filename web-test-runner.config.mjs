import { esbuildPlugin } from '@web/dev-server-esbuild'
import { defaultReporter } from '@web/test-runner'
import { closingLine } from './scripts/browsers/closing-line.ts'
import { findEngines, printMissing, wantedEngines } from './scripts/browsers/engines.ts'
import { hostOf, toLaunchers } from './scripts/browsers/launchers.ts'
import { shopAndProxy } from './test/browser/shop-and-proxy.ts'
import { freePort } from './test/free-port.ts'

const wanted = wantedEngines()
const engines = await findEngines(wanted)
printMissing(wanted, engines)
const port = await freePort()
// The engines run the same files at the same time, each with its own stand-in services.
const { middleware, plugin } = await shopAndProxy(Object.keys(engines).map((name) => `http://${hostOf(name)}:${port}`))

export default {
  files: 'test/browser/**/*.test.ts',
  port,
  nodeResolve: { exportConditions: ['development', 'browser'] },
  middleware: [middleware],
  plugins: [esbuildPlugin({ ts: true, target: 'es2022', tsconfig: new URL('tsconfig.json', import.meta.url).pathname }), plugin],
  browsers: toLaunchers(engines),
  concurrentBrowsers: Object.keys(engines).length,
  // One file after another, because the files share the stand-in services and break them on purpose.
  concurrency: 1,
  // With three engines at once, or beside other tests, each may run slowly.
  testFramework: { config: { timeout: 150_000 } },
  browserStartTimeout: 60_000,
  testsFinishTimeout: 480_000,
  filterBrowserLogs: ({ args }) => !String(args[0]).startsWith('Lit is in dev mode'),
  reporters: [defaultReporter(), closingLine()],
}
