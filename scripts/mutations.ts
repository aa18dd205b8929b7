// Changes everything that the stand-ins answer or send, one change after another, runs the conformance checks that see it, and writes
// the result to docs/conformance-mutations.md: npm run mutations. With --every 4 it judges every fourth change of each operation.
// With names of operations or events (npm run mutations -- getMember customer.created) it only prints and does not change the page. Ctrl+C ends the run
// and writes the results so far. .cache/mutations.json also holds which check noticed which change, and how long that took.
import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readBaseline } from './mutations/baseline.ts'
import { mutantsIn, readWanted } from './mutations/mutants.ts'
import { killedOf, mutationsPage, type Judged } from './mutations/page.ts'

const words = process.argv.slice(2)
const wanted = readWanted(words)
const parts = 2
/** The least share of changes that the checks must notice. */
const least = 0.9

const began = performance.now()
const minutes = () => `${((performance.now() - began) / 60_000).toFixed(1)} min`
const judged: Judged[] = []
let isEnded = false

/** Starts a process that judges that part of the mutants. */
const judge = (file: string, part: number, total: number) =>
  new Promise<void>((resolve, reject) => {
    const child = fork(new URL('mutations/part.ts', import.meta.url), [file, String(part), String(parts), ...words])
    child.on('message', (one: Judged) => {
      judged.push(one)
      if (one.killer === undefined) console.log(`survives: ${one.operation} ${one.title}`)
      if (judged.length % 100 === 0) console.log(`${judged.length} of ${total}, ${killedOf(judged)} killed, ${minutes()}`)
    })
    process.on('SIGINT', () => child.kill())
    child.on('exit', (code) => (code === 0 || isEnded ? resolve() : reject(new Error(`a part of the run ended with ${code}`))))
  })

const baseline = await readBaseline()
const mutants = mutantsIn(baseline.answers, wanted)
console.log(`${mutants.length} mutants, baseline ${minutes()}`)
const folder = mkdtempSync(join(tmpdir(), 'mutations-'))
process.on('SIGINT', () => (isEnded = true))
try {
  const file = join(folder, 'baseline.json')
  writeFileSync(file, JSON.stringify(baseline))
  await Promise.all(Array.from({ length: parts }, (_, part) => judge(file, part, mutants.length)))
  const order = new Map(mutants.map(({ operation, title }, index) => [`${operation} ${title}`, index]))
  judged.sort((a, b) => order.get(`${a.operation} ${a.title}`)! - order.get(`${b.operation} ${b.title}`)!)
  mkdirSync('.cache', { recursive: true })
  writeFileSync('.cache/mutations.json', JSON.stringify(judged))
  if (wanted.verbs.length === 0) writeFileSync('docs/conformance-mutations.md', mutationsPage(judged, { every: wanted.every, of: mutants.length }))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${judged.length} mutants, ${killedOf(judged)} killed, ${minutes()}`)
process.exitCode = killedOf(judged) < least * judged.length ? 1 : 0
