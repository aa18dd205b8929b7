// The bytes that a page with one widget fetches before that widget is complete: the entry, what all widgets stand on, the widget's own
// code and every file that these can still ask for, each as the browser receives it.
import { readFileSync } from 'node:fs'
import type { Manifest } from 'vite'
import { brotli } from '../vite/precompressed.ts'

const budgets = { protection: 10_000, loyalty: 13_500, tracking: 13_500 }
const entryBudget = 600

const folder = new URL('../dist/widgets/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', folder), 'utf8')) as Manifest
const entry = 'src/widgets.ts'
const isWidget = (key: string) => Object.keys(budgets).some((name) => key === sourceOf(name))

function sourceOf(name: string) {
  return `src/${name}/${name}.ts`
}

/** All that loading this file can lead to, other widgets left out. */
function reach(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`${key} is not in the build; run npm run build first`)
  seen.add(key)
  for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) if (!seen.has(next) && !isWidget(next)) reach(next, seen)
  return seen
}

const bytesOf = (key: string) => brotli(readFileSync(new URL(manifest[key]!.file, folder))).length

let beyond = bytesOf(entry) > entryBudget
const rows = Object.entries(budgets).map(([name, budget]) => {
  const files = [...new Set([...reach(entry), ...reach(sourceOf(name))])].map((key) => ({ file: manifest[key]!.file, bytes: bytesOf(key) }))
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  beyond ||= total > budget
  return [name, String(total), String(budget), total > budget ? 'TOO BIG' : 'fits', files.map(({ file, bytes }) => `${file} ${bytes}`).join(' + ')]
})

console.log(`First load of one widget, bytes after Brotli (entry: at most ${entryBudget})`)
for (const [name, total, budget, verdict, files] of [['widget', 'bytes', 'budget', '', 'files'], ...rows])
  console.log(`${name!.padEnd(12)}${total!.padStart(7)}${budget!.padStart(8)}  ${verdict!.padEnd(8)} ${files}`)
process.exitCode = beyond ? 1 : 0
