import { defineConfig } from '@playwright/test'
import { launchOptions } from '../../scripts/browsers/chromium.ts'
import { findEngines } from '../../scripts/browsers/engines.ts'

const { chromium } = await findEngines(['chromium'])

/** The plugin for WooCommerce in a real WordPress. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  testIgnore: process.env.PROPERTIES_FACTOR ? [] : ['**/*-long.spec.ts'],
  workers: 1,
  retries: 0,
  timeout: 120_000,
  // Most responses arrive at once. Under load all of them can arrive late.
  expect: { timeout: 20_000 },
  outputDir: '../../test-results/wordpress',
  reporter: [['list'], ['../../scripts/browsers/journeys-closing-line.ts']],
  use: { browserName: 'chromium', launchOptions: launchOptions(chromium!), trace: 'retain-on-failure', locale: 'en-US' },
})
