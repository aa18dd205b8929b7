import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/** What Node takes to run the proxy or its commands: as built, where what was built is newer than its sources, and those otherwise. */
export function proxyCommand(name: 'main' | 'cli'): string[] {
  return isBuilt() ? [`${root}proxy/dist/${name}.js`] : ['--import', 'tsx', `${root}proxy/${name === 'cli' ? 'cli/' : ''}main.ts`]
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
