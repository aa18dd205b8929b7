import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

/** Runs the journeys of that folder as `npm run test:journeys` runs the project's own. */
function runJourneys(...given: string[]) {
  const config = ['--config', 'test/build/journeys-run/playwright.config.ts']
  const env = { ...process.env, ENGINES: 'chromium' }
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/journeys.ts', ...config, ...given], { encoding: 'utf8', env })
  const lines = stdout.trim().split('\n')
  return { status, closing: lines.at(-1), failures: lines.filter((line) => line.startsWith('failed: ')) }
}

test('the measures run after a failed journey, and a journey that did not run is counted as failed', () => {
  const { status, closing, failures } = runJourneys()

  assert.equal(closing, '2 passed, 2 failed')
  assert.equal(failures.length, 3)
  assert.match(failures.join('\n'), /a part of the demo: .*shop: exited unexpectedly.*out of memory/)
  assert.match(failures.join('\n'), /› fails: /)
  assert.match(failures.join('\n'), /› is not reached: did not run/)
  assert.equal(status, 1)
})

test('a named file runs alone, and passes', () => {
  const { status, closing } = runJourneys('measure')

  assert.equal(closing, '1 passed, 0 failed')
  assert.equal(status, 0)
})

test('a run that finds no journey fails', () => {
  const { status, closing } = runJourneys('nothing-of-that-name')

  assert.equal(closing, '0 passed, 1 failed')
  assert.equal(status, 1)
})
