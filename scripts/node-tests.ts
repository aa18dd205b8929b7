// Runs the tests that need no browser: all files, or those named. Compiles them first. Some files of a folder share a process.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { startPostgres } from '../test/postgres.ts'
import { compileTests } from './compile-tests.ts'
import { failureLine } from './failures.ts'

const elsewhere = /^(browser|journeys)\//
const named = process.argv.slice(2)
const files = named.length ? named : testFiles()
/**
 * How many files of a folder share a process: a process takes 1 to 2 seconds to load the proxy and the stand-ins, longer than the tests of most files.
 * More files would leave the processors idle at the end, while the last group runs alone.
 */
const together = 6
/**
 * What keeps a file in a process of its own: a hook for each test outside of "describe", which would run for the tests of all files, and the browser's
 * globals, which would hide those of Node from all files.
 */
const changesProcess = /^(before|after)Each\(|^import .*\/(browser-world|extension-page)\.ts'$/m
/** The folders whose tests start most processes. They come first, so that no long group is the last to end. */
const longest = ['cli', 'jobs', 'platforms', 'extension', 'properties', 'build'].map((folder) => `test/${folder}`)
const groups = groupsOf(files)

/** Returns the files in groups of one folder each. */
function groupsOf(files: string[]) {
  const alone = files.filter((file) => changesProcess.test(readFileSync(file, 'utf8')))
  const others = files.filter((file) => !alone.includes(file))
  const groups: string[][] = []
  for (const folder of new Set([...longest, ...others.map((file) => dirname(file))])) {
    const inside = others.filter((file) => dirname(file) === folder)
    for (let start = 0; start < inside.length; start += together) groups.push(inside.slice(start, start + together))
  }
  return [...groups, ...alone.map((file) => [file])]
}

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
/** The files with a test that passed or failed. */
const tested = new Set<string>()

/** Milliseconds for one process, many times what the longest takes. A process that takes longer is stopped and fails, so a run always ends. */
const timeout = 600_000 * Number(process.env.PROPERTIES_FACTOR ?? '1')
// One server for all files, if no variable names one: each file creates its own databases on that server. A server for each file would cost
// two seconds each. If no server starts, the tests that need one say why.
const isNamed = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL
const postgres = isNamed || files.length < 2 ? undefined : await startPostgres().catch(() => undefined)
if (postgres) process.env.TEST_DATABASE_URL = postgres.url
const compiled = await compileTests(groups)
// The processes of the tests inherit these options, and not the loader of this script. Stack traces show the sources. Memory for new objects has
// 16 MB from the start: a process that starts many servers otherwise spends a quarter of its time on collecting garbage.
process.execArgv = ['--enable-source-maps', '--min-semi-space-size=16']
// Four at a time: a test mostly waits, but every file starts its own servers. More make each other wait, and all end later.
const tests = run({ files: compiled.programs, concurrency: 4, timeout })
tests.on('test:pass', ({ name, file, details, skip, todo }) => {
  // A program without a test is reported as a passed test with its path as name.
  if (details.type === 'suite' || compiled.programs.includes(name)) return
  tested.add(compiled.sourceOf(file ?? ''))
  // A skipped test or a todo counts as failed.
  if (skip !== undefined || todo !== undefined) failed++
  else passed++
})
tests.on('test:fail', ({ name, file, details }) => {
  // A suite fails with its tests, which are counted. Or it fails by itself, if a hook before or after the tests fails.
  if (details.type === 'suite' && (details.error as { failureType?: unknown }).failureType !== 'hookFailed') return
  failed++
  tested.add(compiled.sourceOf(file ?? ''))
  failures.push(failureLine(compiled.sourceOf(file ?? ''), name, String((details.error.cause as Error | undefined)?.message ?? details.error.message)))
})
tests.on('end', () => {
  const untested = files.filter((file) => !tested.has(relative('', file)))
  failed += untested.length
  failures.push(...untested.map((file) => failureLine(file, 'has no test that ran')))
  process.exitCode = failed ? 1 : 0
  void postgres?.stop()
  rmSync(compiled.folder, { recursive: true, force: true })
  // At the exit, after the end of the report.
  process.once('exit', () => console.log([...failures, `${passed} passed, ${failed} failed`].join('\n')))
})
tests.pipe(new spec()).pipe(process.stdout)
