// Mutation tests of the conformance checks: changes the messages of the stand-ins, one change at a time, runs the checks that receive the
// changed message, and writes the results to docs/conformance-mutations.md: npm run mutations. With --every 4 it runs every fourth mutant of
// each operation. With names of operations or events (npm run mutations -- getMember customer.created) it prints the results and does not
// change the page. Ctrl+C ends the run and writes the results so far. .cache/mutations.json has the check that killed each mutant, and the time.
import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readBaseline } from './mutations/baseline.ts'
import { mutantsIn, readSelection } from './mutations/mutants.ts'
import { countKilled, mutationReport, type MutantResult } from './mutations/report.ts'

const words = process.argv.slice(2)
const selection = readSelection(words)
const parts = 2
/** The share of mutants that the checks must kill. */
const minShare = 0.9

const began = performance.now()
const minutes = () => `${((performance.now() - began) / 60_000).toFixed(1)} min`
const results: MutantResult[] = []
let isEnded = false

/** Starts a process that classifies one part of the mutants. */
const startWorker = (file: string, part: number, total: number) =>
  new Promise<void>((resolve, reject) => {
    const child = fork(new URL('mutations/worker.ts', import.meta.url), [file, String(part), String(parts), ...words])
    child.on('message', (one: MutantResult) => {
      results.push(one)
      if (one.killer === undefined) console.log(`survives: ${one.operation} ${one.title}`)
      if (results.length % 100 === 0) console.log(`${results.length} of ${total}, ${countKilled(results)} killed, ${minutes()}`)
    })
    process.on('SIGINT', () => child.kill())
    child.on('exit', (code) => (code === 0 || isEnded ? resolve() : reject(new Error(`a part of the run ended with ${code}`))))
  })

const baseline = await readBaseline()
const mutants = mutantsIn(baseline.observed, selection)
console.log(`${mutants.length} mutants, baseline ${minutes()}`)
const folder = mkdtempSync(join(tmpdir(), 'mutations-'))
process.on('SIGINT', () => (isEnded = true))
try {
  const file = join(folder, 'baseline.json')
  writeFileSync(file, JSON.stringify(baseline))
  await Promise.all(Array.from({ length: parts }, (_, part) => startWorker(file, part, mutants.length)))
  const order = new Map(mutants.map(({ operation, title }, index) => [`${operation} ${title}`, index]))
  results.sort((a, b) => order.get(`${a.operation} ${a.title}`)! - order.get(`${b.operation} ${b.title}`)!)
  mkdirSync('.cache', { recursive: true })
  writeFileSync('.cache/mutations.json', JSON.stringify(results))
  if (selection.verbs.length === 0) writeFileSync('docs/conformance-mutations.md', mutationReport(results, { every: selection.every, of: mutants.length }))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${results.length} mutants, ${countKilled(results)} killed, ${minutes()}`)
process.exitCode = countKilled(results) < minShare * results.length ? 1 : 0
