import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** A package of which code was bundled, with the text under which it may be passed on. */
interface Bundled {
  name: string
  version: string
  licence: string
  texts: string[]
}

/**
 * Writes the licences of every package of which code is in the bundle beside it: most licences have to go with each copy.
 * A comment in the bundle itself would cost every page its bytes.
 */
export function licences(fileName = 'LICENSES.txt'): Plugin {
  return {
    name: 'licences',
    generateBundle(_, bundle) {
      const folders = new Set<string>()
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        for (const module of file.moduleIds) {
          const folder = packageOf(module)
          if (folder) folders.add(folder)
        }
      }
      const packages = [...folders].map(read).sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1))
      const silent = packages.filter(({ texts }) => texts.length === 0)
      if (silent.length > 0) this.error(`No licence text is known of ${silent.map(({ name }) => name).join(', ')}. Add it to vite/licences/<package>.txt.`)
      this.emitFile({ type: 'asset', fileName, source: write(packages) })
    },
  }
}

/** The folder of the package that a module belongs to; nothing for a module of this project. */
function packageOf(module: string): string | undefined {
  // Helpers of the compiler have ids of their own: "\0@oxc-project+runtime@0.1.0/helpers/decorate.js".
  const [, name] = /^\0(@oxc-project)\+runtime@/.exec(module) ?? []
  if (name) return join('node_modules', name, 'runtime')
  return /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(module)?.[1]?.replace(/^\0/, '')
}

function read(folder: string): Bundled {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string; version: string; license?: string }
  const own = new URL(`licences/${name.replace('/', '+')}.txt`, import.meta.url)
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file) && !/\.(js|json)$/.test(file))
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim())
  if (texts.length === 0 && existsSync(own)) texts.push(readFileSync(own, 'utf8').trim())
  return { name, version, licence: license ?? 'see the text', texts }
}

const rule = '-'.repeat(80)

const write = (packages: readonly Bundled[]) =>
  [
    'The files in this folder hold code of these packages, under these licences.',
    ...packages.map(({ name, version, licence, texts }) => `${rule}\n${name} ${version} (${licence})\n\n${texts.join('\n\n')}`),
    '',
  ].join('\n\n')
