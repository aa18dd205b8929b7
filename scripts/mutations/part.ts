// Judges every mutant of its part and sends each result to its parent process: part.ts <baseline file> <part> <parts> [--every <n>] [operation …]
import { readFileSync } from 'node:fs'
import { checks } from '../../test/conformance/checks.ts'
import type { Baseline } from './baseline.ts'
import { Judge, Kind } from './judge.ts'
import type { Mutant } from './mutant.ts'
import { mutantsIn, readWanted } from './mutants.ts'
import type { Judged } from './page.ts'

/** Concurrent lanes in one process: a check mostly waits. */
const lanes = 4

// Ctrl+C reaches every process of the run. The parent process ends this one.
process.on('SIGINT', () => {})

const [file = '', part = '0', parts = '1', ...words] = process.argv.slice(2)
const { answers, checksOf } = JSON.parse(readFileSync(file, 'utf8')) as Baseline
// The mutants of one kind stay together, because they share what their checks have noticed.
const byKind = new Map<string, Mutant[]>()
for (const mutant of mutantsIn(answers, readWanted(words))) {
  const kind = `${mutant.operation} ${mutant.status}`
  byKind.set(kind, [...(byKind.get(kind) ?? []), mutant])
}
const waiting = [...byKind]
  .sort(([, a], [, b]) => b.length - a.length)
  .filter((_, index) => index % Number(parts) === Number(part))
  .map(([name, mutants]) => ({ kind: new Kind((checksOf[name] ?? []).map((index) => checks[index]!)), mutants }))

/** Yields the next mutant. The kinds take turns, so that no lane waits for the findings of another. */
function* turns() {
  for (let round = 0; waiting.some(({ mutants }) => round < mutants.length); round++)
    for (const { kind, mutants } of waiting) if (round < mutants.length) yield { kind, mutant: mutants[round]! }
}
const queue = turns()

async function lane() {
  const judge = new Judge()
  for (let next = queue.next(); !next.done; next = queue.next()) {
    const { kind, mutant } = next.value
    const began = performance.now()
    const killer = await judge.judge(mutant, kind)
    const took = Math.round(performance.now() - began)
    process.send!({ operation: mutant.operation, title: mutant.title, killer: killer?.title, took } satisfies Judged)
  }
  await judge.close()
}

await Promise.all(Array.from({ length: lanes }, lane))
process.disconnect()
