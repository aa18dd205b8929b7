// Runs the tests that need no browser: all files, or those named. Compiles them first. Each file has its own process, but for the files of some
// folders, which share one.
import { readdirSync, rmSync } from 'node:fs'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { startPostgres } from '../test/postgres.ts'
import { compileTests } from './compile-tests.ts'
import { failureLine } from './failures.ts'

const elsewhere = /^(browser|journeys)\//
const named = process.argv.slice(2)
const files = named.length ? named : testFiles()
/**
 * Folders whose files run in one process, because starting one for each file takes longer than their tests. Each test there starts what it needs, and
 * no file has a hook outside of "describe".
 */
const together = ['test/conformance/stand-ins/']
const groups = [...together.map((folder) => files.filter((file) => file.includes(folder))), ...alone(files).map((file) => [file])].filter(
  ({ length }) => length,
)

function testFiles() {
  const found = readdirSync('test', { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
  return found
    .filter((file) => file.endsWith('.test.ts') && !elsewhere.test(file))
    .map((file) => `test/${file}`)
    .sort()
}

function alone(files: string[]) {
  return files.filter((file) => !together.some((folder) => file.includes(folder)))
}

let passed = 0
let failed = 0
const failures: string[] = []

/** Milliseconds for one file, many times what the longest takes. A file that takes longer is stopped and fails, so a run always ends. */
const timeout = 600_000 * Number(process.env.PROPERTIES_FACTOR ?? '1')
// One server for all files, if no variable names one: each file creates its own databases on that server. A server for each file would cost
// two seconds each. If no server starts, the tests that need one say why.
const isNamed = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL
const postgres = isNamed || files.length < 2 ? undefined : await startPostgres().catch(() => undefined)
if (postgres) process.env.TEST_DATABASE_URL = postgres.url
const compiled = await compileTests(groups)
// The processes of the tests inherit this option: stack traces then show the sources. They do not inherit the loader of this script.
process.execArgv = ['--enable-source-maps']
// Four at a time: a test mostly waits, but every file starts its own servers.
const tests = run({ files: compiled.programs, concurrency: 4, timeout })
tests.on('test:pass', ({ name, details, skip, todo }) => {
  if (details.type === 'suite') return
  // A file without a test is reported as a passed test with its path as name. A skipped test or a todo counts as failed too.
  if (compiled.programs.includes(name) || skip !== undefined || todo !== undefined) failed++
  else passed++
})
tests.on('test:fail', ({ name, file, details }) => {
  // A suite fails with its tests, which are counted. Or it fails by itself, if a hook before or after the tests fails.
  if (details.type === 'suite' && (details.error as { failureType?: unknown }).failureType !== 'hookFailed') return
  failed++
  failures.push(failureLine(compiled.sourceOf(file ?? ''), name, String((details.error.cause as Error | undefined)?.message ?? details.error.message)))
})
tests.on('end', () => {
  if (!passed && !failed) failed++
  process.exitCode = failed ? 1 : 0
  void postgres?.stop()
  rmSync(compiled.folder, { recursive: true, force: true })
  // At the exit, after the end of the report.
  process.once('exit', () => console.log([...failures, `${passed} passed, ${failed} failed`].join('\n')))
})
tests.pipe(new spec()).pipe(process.stdout)
