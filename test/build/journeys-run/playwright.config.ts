import { defineConfig } from '@playwright/test'
import { freePort } from '../../free-port.ts'

/** Every worker reads this file again and inherits the port. */
const port = (process.env.JOURNEYS_RUN_PORT ??= String(await freePort()))
const server = `console.error('shop: exited unexpectedly. Its last output:\\nout of memory'); require('node:http').createServer((_, answer) => answer.end()).listen(${port})`

/**
 * A run in which a part of the demo ends, one journey fails, the next one does not run, and a measure follows. A test checks how such a run is
 * counted.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../../../node_modules/.cache/journeys-run',
  workers: 1,
  projects: [
    { name: 'journeys', testMatch: 'journey.spec.ts' },
    { name: 'measures', testMatch: 'measure.spec.ts' },
  ],
  webServer: { command: `"${process.execPath}" -e "${server}"`, url: `http://127.0.0.1:${port}` },
  reporter: [['list'], ['../../../scripts/browsers/journeys-closing-line.ts']],
})
