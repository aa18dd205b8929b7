// Classifies every mutant of its part and sends each result to its parent process: worker.ts <baseline file> <part> <parts> [--every <n>] [operation …]
import { readFileSync } from 'node:fs'
import { checks } from '../../test/conformance/checks.ts'
import type { Baseline } from './baseline.ts'
import { MutantClassifier, ResponseKind } from './classify.ts'
import type { Mutant } from './mutant.ts'
import { mutantsIn, readSelection } from './mutants.ts'
import type { MutantResult } from './report.ts'

/** Classifiers that run at the same time in one process. A check mostly waits. */
const concurrency = 4

// Ctrl+C reaches every process of the run. The parent process ends this one.
process.on('SIGINT', () => {})

const [file = '', part = '0', parts = '1', ...words] = process.argv.slice(2)
const { observed, checksOf } = JSON.parse(readFileSync(file, 'utf8')) as Baseline
// The mutants of one kind stay in one process, because they share the statistics of their checks.
const byKind = new Map<string, Mutant[]>()
for (const mutant of mutantsIn(observed, readSelection(words))) {
  const kind = `${mutant.operation} ${mutant.status}`
  byKind.set(kind, [...(byKind.get(kind) ?? []), mutant])
}
const waiting = [...byKind]
  .sort(([, a], [, b]) => b.length - a.length)
  .filter((_, index) => index % Number(parts) === Number(part))
  .map(([name, mutants]) => ({ kind: new ResponseKind((checksOf[name] ?? []).map((index) => checks[index]!)), mutants }))

/** Yields the mutants round-robin over the kinds, so that concurrent classifiers rarely work on the same kind. */
function* roundRobin() {
  for (let round = 0; waiting.some(({ mutants }) => round < mutants.length); round++)
    for (const { kind, mutants } of waiting) if (round < mutants.length) yield { kind, mutant: mutants[round]! }
}
const queue = roundRobin()

async function run() {
  const classifier = new MutantClassifier()
  for (let next = queue.next(); !next.done; next = queue.next()) {
    const { kind, mutant } = next.value
    const began = performance.now()
    const killer = await classifier.classify(mutant, kind)
    const took = Math.round(performance.now() - began)
    process.send!({ operation: mutant.operation, title: mutant.title, killer: killer?.title, took } satisfies MutantResult)
  }
  await classifier.close()
}

await Promise.all(Array.from({ length: concurrency }, run))
process.disconnect()
