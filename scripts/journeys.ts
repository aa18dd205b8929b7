// Runs the journeys in every installed engine that ENGINES names, at the same time, each with its own demo. Then runs the measures in Chromium
// alone, also after failed journeys. --project runs only one of both. Ends with one line that counts all tests.
// The output of the first engine is shown at once, that of the others when they end.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { findEngines, printMissing, wantedEngines, type EngineName } from './browsers/engines.ts'
import { compileDemo } from './compile-demo.ts'

const playwright = new URL('../node_modules/@playwright/test/cli.js', import.meta.url).pathname

const projects = ['journeys', 'measures'] as const
const given = process.argv.slice(2)
const at = given.indexOf('--project')
const only = at < 0 ? undefined : given.splice(at, 2)[1]
if (only !== undefined && !projects.includes(only as (typeof projects)[number])) throw new Error(`--project takes ${projects.join(' or ')}, not "${only}"`)

/** Runs a project of playwright.config.ts in that engine, and resolves to the counts of its closing line. */
function run(project: (typeof projects)[number], engine: EngineName, isFirst: boolean): Promise<{ passed: number; failed: number }> {
  return new Promise((resolve) => {
    // The named files belong to one project; the other project then has no tests.
    const mayBeEmpty = given.length ? ['--pass-with-no-tests'] : []
    const child = spawn(process.execPath, [playwright, 'test', `--project=${project}`, ...mayBeEmpty, ...given], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ENGINES: engine, DEMO_COMPILED: compiled },
    })
    let output = ''
    const take = (part: Buffer) => {
      output += part.toString()
      if (isFirst) process.stdout.write(part)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.on('close', (code) => {
      if (!isFirst) process.stdout.write(`\n── ${engine}\n${output}`)
      const [, passed, failed] = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1) ?? [undefined, 0, 0]
      resolve({ passed: Number(passed), failed: Number(failed) || (code ? 1 : 0) })
    })
  })
}

// Each run starts two demos, and a demo that is compiled starts in a third of the time.
const compiled = await compileDemo()
process.once('exit', () => rmSync(compiled, { recursive: true, force: true }))
const wanted = wantedEngines()
const engines = await findEngines(wanted)
const there = wanted.filter((name) => engines[name])
const counts = only === 'measures' ? [] : await Promise.all(there.map((engine, place) => run('journeys', engine, !place)))
if (only !== 'journeys' && there.includes('chromium')) counts.push(await run('measures', 'chromium', true))

console.log()
printMissing(wanted, engines)
if (there.length > 1 && only !== 'measures')
  there.forEach((name, place) => console.log(`${name}: ${counts[place]!.passed} passed, ${counts[place]!.failed} failed.`))
const sum = (of: 'passed' | 'failed') => counts.reduce((total, count) => total + count[of], 0)
const passed = sum('passed')
// A run without a test counts as failed.
const failed = sum('failed') || (passed ? 0 : 1)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed ? 1 : 0
