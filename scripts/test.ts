// Runs every check and every test, or the named test files, each with the runner of its kind: npm run test -- test/money.test.ts
// Ends with the failures and one line that counts everything. A test runner prints "N passed, N failed" itself. A check without its own count
// (types, lint, size) counts as one.
import { spawn } from 'node:child_process'
import { failuresIn } from './failures.ts'
import { stepsFor, type Step } from './test-files.ts'

/** Checks that need no build. */
const checks: Step[] = [{ script: 'check:code' }, { script: 'check:templates' }, { script: 'check:format' }, { script: 'check:woocommerce' }]
/** The size is measured in a browser, which may have to be unpacked first. No other step may unpack the browser at the same time. */
const first: Step[] = [{ script: 'build' }, { script: 'check:packages' }, { script: 'size' }]
/**
 * Each lane runs its steps one after another, beside the other lanes. No two steps that drive a browser run beside the Node tests: that leaves a page so
 * little of two processors that its requests time out.
 */
const lanes: Step[][] = [
  [
    { script: 'test:node', counts: true },
    { script: 'test:wordpress', counts: true, mayBeMissing: true },
    { script: 'test:built', counts: true },
  ],
  [
    { script: 'test:browser', counts: true, engines: 'all' },
    { script: 'test:journeys', given: ['--project', 'journeys'], counts: true },
  ],
]
/** Tests that measure a page need the machine to themselves. */
const last: Step[] = [{ script: 'test:journeys', given: ['--project', 'measures'], counts: true }]

/** Runs one script and resolves to its standard output and whether it succeeded. */
function run({ script, given = [], engines = 'chromium' }: Step): Promise<{ output: string; succeeded: boolean }> {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', script, ...(given.length ? ['--', ...given] : [])], {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      env: { ...process.env, ENGINES: process.env.ENGINES ?? engines },
    })
    let output = ''
    child.stdout.on('data', (part: Buffer) => (output += part.toString()))
    child.stderr.pipe(process.stderr, { end: false })
    child.on('close', (code) => resolve({ output, succeeded: code === 0 }))
  })
}

function count({ counts, mayBeMissing }: Step, output: string, succeeded: boolean) {
  const [, passed, failed] = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1) ?? [undefined, 0, 0]
  const result = counts ? { passed: Number(passed), failed: Number(failed) } : { passed: Number(succeeded), failed: 0 }
  // A runner that ended with an error but without a failed test, or without any test, counts as failed itself.
  if (!result.failed && (!succeeded || (!result.passed && !mayBeMissing))) result.failed = 1
  return result
}

const total = { passed: 0, failed: 0 }
const report: string[] = []
const failures: string[] = []

/** Runs steps one after another. Prints the output of each step when the step ends, so that the output of lanes does not mix. */
async function runInTurn(steps: Step[]): Promise<void> {
  for (const step of steps) {
    const name = [step.script, ...(step.given ?? [])].join(' ')
    console.log(`${name} …`)
    const start = performance.now()
    const { output, succeeded } = await run(step)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(`\n── ${name}\n${output}`)
    const { passed, failed } = count(step, output, succeeded)
    total.passed += passed
    total.failed += failed
    if (failed) failures.push(...(step.counts ? failuresIn(output) : [`failed: ${name}`]))
    report.push(`${name.padEnd(32)} ${passed} passed, ${failed} failed, ${seconds} s`)
  }
}

const files = process.argv.slice(2)
if (files.length) {
  await runInTurn(stepsFor(files))
} else {
  const built = runInTurn(first)
  await Promise.all([runInTurn(checks), ...lanes.map(async (steps) => built.then(() => runInTurn(steps)))])
  await runInTurn(last)
}
console.log(`\n${[...failures, ...report].join('\n')}\n`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed ? 1 : 0
