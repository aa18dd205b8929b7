import type { Plugin } from 'vite'

const placeholder = (name: string) => `file-named-${name}`

/**
 * Gives the entry the names of the files that it fetches (`fileNames`). It asks for them by address, not by module: so it can fetch
 * the core beside a widget's file, not only once that is there to import it, and ask for a file again under another address, since
 * browsers remember that a module could not be had.
 */
export function fileNames(names: readonly string[]): Plugin {
  return {
    name: 'file-names',
    config: () => ({ define: { fileNames: JSON.stringify(Object.fromEntries(names.map((name) => [name, placeholder(name)]))) } }),
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const entry = chunks.find(({ name }) => name === 'widgets')
        for (const name of names) {
          const file = chunks.find((chunk) => chunk.name === name)
          if (!file || !entry?.code.includes(placeholder(name))) throw new Error(`the entry does not name the file "${name}", or there is none`)
          entry.code = entry.code.replace(placeholder(name), file.fileName.replace('assets/', ''))
        }
      },
    },
  }
}
