// Runs the tests that need no browser, each file in a process of its own: all of them, or those named.
import { readdirSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { tellFailure } from './failures.ts'

const elsewhere = /^(browser|journeys)\//
const named = process.argv.slice(2)
const files = (named.length ? named : testFiles()).map((file) => resolve(file))

function testFiles() {
  const found = readdirSync('test', { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
  return found
    .filter((file) => file.endsWith('.test.ts') && !elsewhere.test(file))
    .map((file) => `test/${file}`)
    .sort()
}

let passed = 0
let failed = 0
const failures: string[] = []

/** Milliseconds for one file, many times what the longest takes; one that has not ended by then is stopped and has failed, so that a run always ends. */
const timeout = 600_000 * Number(process.env.PROPERTIES_FACTOR ?? '1')
// Four at a time: most of a test’s time is spent waiting, but every file starts servers of its own.
const tests = run({ files, concurrency: 4, timeout })
tests.on('test:pass', ({ name, details, skip, todo }) => {
  if (details.type === 'suite') return
  // A file without a test is reported as a test that passed, under its path; a test left out proves nothing either.
  if (files.includes(resolve(name)) || skip !== undefined || todo !== undefined) failed++
  else passed++
})
tests.on('test:fail', ({ name, file, details }) => {
  // A suite fails with its tests, which are counted; or by itself, where what runs before or after them fails.
  if (details.type === 'suite' && (details.error as { failureType?: unknown }).failureType !== 'hookFailed') return
  failed++
  failures.push(tellFailure(relative('', file ?? ''), name, String((details.error.cause as Error | undefined)?.message ?? details.error.message)))
})
tests.on('end', () => {
  if (!passed && !failed) failed++
  process.exitCode = failed ? 1 : 0
  // At the very end, after the last of the report.
  process.once('exit', () => console.log([...failures, `${passed} passed, ${failed} failed`].join('\n')))
})
tests.pipe(new spec()).pipe(process.stdout)
