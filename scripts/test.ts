// Runs every check there is, one after another, and ends with one line that counts them all. A runner says "N passed, N failed"
// itself; a check without a count of its own (types, lint, size) counts as one.
import { spawn } from 'node:child_process'

interface Step {
  script: string
  /** Whether its output ends with a count of its own. */
  counts?: true
}

const steps: Step[] = [
  { script: 'check:types' },
  { script: 'check:lint' },
  { script: 'check:templates' },
  { script: 'check:format' },
  { script: 'build' },
  { script: 'size' },
  { script: 'test:node', counts: true },
  { script: 'test:browser', counts: true },
  { script: 'test:journeys', counts: true },
]

/** Runs one script with its output shown as it comes, and resolves to all of that output. */
function show(script: string): Promise<{ output: string; succeeded: boolean }> {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' })
    let output = ''
    child.stdout.on('data', (part: Buffer) => {
      output += part.toString()
      process.stdout.write(part)
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

const total = { passed: 0, failed: 0 }
const report: string[] = []
for (const step of steps) {
  console.log(`\n── ${step.script}`)
  const start = Date.now()
  const { output, succeeded } = await show(step.script)
  const { passed, failed } = count(step, output, succeeded)
  total.passed += passed
  total.failed += failed
  report.push(`${step.script.padEnd(16)} ${passed} passed, ${failed} failed, ${((Date.now() - start) / 1000).toFixed(1)} s`)
}
console.log(`\n${report.join('\n')}\n`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed ? 1 : 0
