// Runs every check and every test, or the test files that are named, each by the runner of its kind: npm run test -- test/money.test.ts
// Ends with what failed and one line that counts it all. A runner says "N passed, N failed" itself; a check without a count of its own
// (types, lint, size) counts as one.
import { spawn } from 'node:child_process'
import { failuresIn } from './failures.ts'
import { stepsFor, type Step } from './test-files.ts'

/** These need nothing built. */
const checks: Step[] = [{ script: 'check:code' }, { script: 'check:templates' }, { script: 'check:format' }]
/** The size is measured in a browser: where that has to be unpacked first, no other step does so at the same time. */
const first: Step[] = [{ script: 'build' }, { script: 'size' }]
/** Each lane runs its steps one after another, beside the other lanes: a browser spends most of its time waiting, and leaves the processors to the Node tests. */
const lanes: Step[][] = [
  [{ script: 'test:node', counts: true }],
  [
    { script: 'test:browser', counts: true, engines: 'all' },
    { script: 'test:built', counts: true },
  ],
  [{ script: 'test:journeys', given: ['--project', 'journeys'], counts: true }],
]
/** What measures a page needs the machine to itself. */
const last: Step[] = [{ script: 'test:journeys', given: ['--project', 'measures'], counts: true }]

/** Runs one script and resolves to all that it has written on its standard output. */
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

function count({ counts }: Step, output: string, succeeded: boolean) {
  const [, passed, failed] = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1) ?? [undefined, 0, 0]
  const result = counts ? { passed: Number(passed), failed: Number(failed) } : { passed: Number(succeeded), failed: 0 }
  // A runner that ended badly without a failed test, or found no test at all, has failed itself.
  if (!result.failed && (!succeeded || !result.passed)) result.failed = 1
  return result
}

const total = { passed: 0, failed: 0 }
const report: string[] = []
const failures: string[] = []

/** Runs steps one after another. The output of each is shown when it has ended, so that lanes do not mix theirs. */
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
