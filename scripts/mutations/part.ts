// Judges every mutant of its part and sends what became of each to the process that started it: part.ts <baseline file> <part> <parts> [--every <n>] [operation …]
import { readFileSync } from 'node:fs'
import { checks } from '../../test/conformance/checks.ts'
import type { Baseline } from './baseline.ts'
import { Judge, Kind } from './judge.ts'
import { mutantsIn, readWanted, type Mutant } from './mutants.ts'
import type { Judged } from './page.ts'

/** At once in one process: most of a check's time is spent waiting. */
const lanes = 4

// Ctrl+C reaches every process of the run; the one that started this one ends it.
process.on('SIGINT', () => {})

const [file = '', part = '0', parts = '1', ...words] = process.argv.slice(2)
const { answers, checksOf } = JSON.parse(readFileSync(file, 'utf8')) as Baseline
// What one operation's checks read of an answer is found out once, so its mutants stay together.
const byKind = new Map<string, Mutant[]>()
for (const mutant of mutantsIn(answers, readWanted(words))) {
  const kind = `${mutant.operation} ${mutant.status}`
  byKind.set(kind, [...(byKind.get(kind) ?? []), mutant])
}
const waiting = [...byKind]
  .sort(([, a], [, b]) => b.length - a.length)
  .filter((_, index) => index % Number(parts) === Number(part))
  .map(([name, mutants]) => ({ kind: new Kind((checksOf[name] ?? []).map((index) => checks[index]!)), mutants }))

/** The next mutant; the kinds take turns, so that no lane waits for what another finds out. */
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
