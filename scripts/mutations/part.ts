// Judges every mutant of its part and sends what became of each to the process that started it: part.ts <baseline file> <part> <parts> [--every <n>] [operation …]
import { readFileSync } from 'node:fs'
import { checks } from '../../test/conformance/checks.ts'
import type { Baseline } from './baseline.ts'
import { Judge } from './bench.ts'
import { mutantsIn, readWanted, type Mutant } from './mutants.ts'
import type { Judged } from './page.ts'

/** At once in one process: most of a check's time is spent waiting. */
const lanes = 6

const [file = '', part = '0', parts = '1', ...words] = process.argv.slice(2)
const { answers, checksOf } = JSON.parse(readFileSync(file, 'utf8')) as Baseline
// What one operation's checks read of an answer is found out once, so its mutants stay together.
const byKind = new Map<string, Mutant[]>()
for (const mutant of mutantsIn(answers, readWanted(words))) {
  const kind = `${mutant.operation} ${mutant.status}`
  byKind.set(kind, [...(byKind.get(kind) ?? []), mutant])
}
const waiting = [...byKind].filter((_, index) => index % Number(parts) === Number(part))

async function lane() {
  const judge = new Judge()
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [kind, mutants] = next
    const asking = (checksOf[kind] ?? []).map((index) => checks[index]!)
    for (const mutant of mutants) {
      const { operation, title } = mutant
      process.send!({ operation, title, killer: (await judge.judge(mutant, asking))?.title } satisfies Judged)
    }
  }
  await judge.close()
}

await Promise.all(Array.from({ length: lanes }, lane))
process.disconnect()
