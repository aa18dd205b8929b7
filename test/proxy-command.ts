import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compiledProgram } from './compiled-program.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/** What Node takes to run the proxy or its commands: compiled with the tests, or as built if the build is newer than its sources, or the sources. */
export function proxyCommand(name: 'main' | 'cli'): string[] {
  const source = name === 'cli' ? 'cli/main' : 'main'
  const compiled = compiledProgram(`proxy/${source}`)
  if (compiled) return [compiled]
  return isBuilt() ? [`${root}proxy/dist/${name}.js`] : ['--import', 'tsx', `${root}proxy/${source}.ts`]
}

/** Whether a built file, the proxy itself if none is named, is newer than all in the folders that it is built from. */
export function isBuilt(file = 'proxy/dist/main.js', sources = ['proxy', 'src/contract']): boolean {
  const builtAt = statSync(`${root}${file}`, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return builtAt > Math.max(...sources.map(newestIn))
}

const newestIn = (folder: string) =>
  Math.max(
    ...readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'))
      .map((file) => statSync(`${root}${folder}/${file}`).mtimeMs),
  )
