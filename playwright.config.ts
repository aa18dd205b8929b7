import { defineConfig } from '@playwright/test'
import { launchOptions } from './scripts/browsers/chromium.ts'
import { findEngines, printMissing, wantedEngines } from './scripts/browsers/engines.ts'
import { firefoxOptions } from './scripts/browsers/firefox.ts'
import { freePort } from './test/free-port.ts'

const [engine = 'chromium', ...others] = wantedEngines()
if (others.length) throw new Error('Journeys run in one engine at a time; "npm run test:journeys" runs them in several')
const { chromium, firefox, webkit } = await findEngines([engine])
printMissing([engine], { chromium, firefox, webkit })

/** One demo per worker, because a journey changes the data of the stand-in services. Other engines run at the same time, so each has one demo only. */
const demos = await Promise.all([...Array(engine === 'chromium' ? 2 : 1).keys()].map(findPorts))

/** The ports of the demo’s parts. Every worker reads this file again and inherits the ports. */
async function findPorts(place: number): Promise<Record<string, string>> {
  const ports: Record<string, string> = {}
  for (const name of ['SHOP_PORT', 'PROXY_PORT', 'SERVICES_PORT', 'OPERATOR_PORT'])
    ports[name] = process.env[`JOURNEYS_${name}_${place}`] ??= String(await freePort())
  return ports
}

const addressOf = ({ SHOP_PORT }: Record<string, string>) => `http://localhost:${SHOP_PORT}`

// The demo of this worker, for tests that call more than the shop’s pages (https://playwright.dev/docs/test-parallel#worker-index-and-parallel-index).
const own = demos[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]!
Object.assign(process.env, own)

/** Journeys that need only plain WebDriver. They run in every engine. */
const everywhere = ['**/keyboard.spec.ts', '**/states.spec.ts', '**/hostile.spec.ts']

/**
 * Tests that measure a page. They need the machine to themselves, so scripts/journeys.ts runs them last, even after failures.
 * They run in Chromium only: no other engine reports layout shift and the memory of scripts.
 */
const measures = '**/*performance.spec.ts'

/** Journeys that only the long form of the tests runs. */
const long = process.env.PROPERTIES_FACTOR ? [] : ['**/{loyalty,tracking}-states.spec.ts', '**/console-keyboard.spec.ts']

/** The folder of the compiled demo, if scripts/journeys.ts has compiled it. */
const { DEMO_COMPILED: compiled } = process.env

/** Whole journeys through the demo, on the built files. */
export default defineConfig({
  testDir: 'test/journeys',
  projects:
    engine === 'chromium'
      ? [
          { name: 'journeys', testMatch: '**/*.spec.ts', testIgnore: [measures, ...long] },
          { name: 'measures', testMatch: measures, outputDir: 'test-results/measures' },
        ]
      : [{ name: 'journeys', testMatch: everywhere }],
  workers: demos.length,
  retries: 0,
  timeout: 180_000,
  // Most responses arrive at once. Under load all of them can arrive late.
  expect: { timeout: 20_000 },
  outputDir: `test-results/${engine}`,
  reporter: [['list'], ['./scripts/browsers/journeys-closing-line.ts']],
  use: {
    baseURL: addressOf(own),
    browserName: engine,
    launchOptions: chromium ? launchOptions(chromium) : firefox && firefoxOptions(firefox),
    locale: 'en-US',
  },
  webServer: demos.map((ports) => ({
    command: compiled ? `node ${JSON.stringify(compiled + '/demo/main.js')}` : 'node --import tsx demo/main.ts',
    // No journey starts the services again, and they would write all that they hold, about a megabyte, at each change.
    env: { ...ports, SERVICES_STATE: '' },
    url: addressOf(ports),
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  })),
})
