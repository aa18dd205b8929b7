import { defineConfig } from '@playwright/test'

/** A run in which one journey fails, the next one does not run, and a measure follows. A test checks how such a run is counted. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../../node_modules/.cache/journeys-run',
  workers: 1,
  projects: [
    { name: 'journeys', testMatch: 'journey.spec.ts' },
    { name: 'measures', testMatch: 'measure.spec.ts' },
  ],
  reporter: [['list'], ['../../../scripts/browsers/journeys-closing-line.ts']],
})
