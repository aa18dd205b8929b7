// Runs every check there is, and ends with what failed and one line that counts them all. A runner says "N passed, N failed" itself; a check
// without a count of its own (types, lint, size) counts as one.
import { spawn } from 'node:child_process'
import { failuresIn } from './failures.ts'

interface Step {
  script: string
  /** Whether its output ends with a count of its own. */
  counts?: true
  /** The browser engines it runs in, where ENGINES does not say; those that this machine lacks are named, and not counted. */
  engines?: 'all' | 'chromium'
  /** Whether it takes one processor at the most: it runs beside those that come after it, until one comes that needs the machine alone. Then it is shown. */
  aside?: true
  /** Whether it measures, or takes all processors. */
  alone?: true
}

/** What a script has said, and whether all was well. */
interface Shown {
  output: string
  succeeded: boolean
}

const steps: Step[] = [
  { script: 'check:lint', aside: true },
  { script: 'check:types' },
  { script: 'check:templates' },
  { script: 'check:format' },
  { script: 'build' },
  { script: 'size' },
  { script: 'test:node', counts: true, alone: true },
  // Most of their time is spent waiting, and each has stand-ins and a browser of its own.
  { script: 'test:built', counts: true, aside: true },
  { script: 'test:browser', counts: true, engines: 'all' },
  { script: 'test:journeys', counts: true, alone: true },
]

/** Runs one script with its output shown as it comes, and resolves to all of that output. */
function show({ script, engines = 'chromium', aside }: Step): Promise<Shown> {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      env: { ...process.env, ENGINES: process.env.ENGINES ?? engines },
    })
    let output = ''
    child.stdout.on('data', (part: Buffer) => {
      output += part.toString()
      if (!aside) process.stdout.write(part)
    })
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

async function tellAsides() {
  for (const aside of asides.splice(0)) (await aside)()
}

/** Adds what came of a step to what is told at the end. */
function take(step: Step, { output, succeeded }: Shown, milliseconds: number) {
  const { passed, failed } = count(step, output, succeeded)
  total.passed += passed
  total.failed += failed
  if (failed) failures.push(...(step.counts ? failuresIn(output) : [`failed: ${step.script}`]))
  report.push(`${step.script.padEnd(16)} ${passed} passed, ${failed} failed, ${(milliseconds / 1000).toFixed(1)} s`)
}

const total = { passed: 0, failed: 0 }
const report: string[] = []
const failures: string[] = []
const asides: Promise<() => void>[] = []
for (const step of steps) {
  const start = Date.now()
  if (step.aside) {
    asides.push(
      show(step).then((shown) => {
        const end = Date.now()
        return () => {
          console.log(`\n── ${step.script}\n${shown.output}`)
          take(step, shown, end - start)
        }
      }),
    )
    continue
  }
  if (step.alone) await tellAsides()
  console.log(`\n── ${step.script}`)
  take(step, await show(step), Date.now() - start)
}
await tellAsides()
console.log(`\n${[...failures, ...report].join('\n')}\n`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed ? 1 : 0
