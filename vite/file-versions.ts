import type { Plugin } from 'vite'

const placeholder = (name: string) => `version-of-${name}`

/**
 * Gives the entry the versions in the names of the files that it fetches (`versions`): those of the core and of the widgets. It asks for them
 * by address, not by module: so it can fetch the core beside a widget's file, not only once that is there to import it, and ask for a file
 * again under another address, since browsers remember that a module could not be had.
 */
export function fileVersions(core: string, widgets: readonly string[]): Plugin {
  const versions = { core: placeholder(core), widgets: Object.fromEntries(widgets.map((name) => [name, placeholder(name)])) }
  return {
    name: 'file-versions',
    config: () => ({ define: { versions: JSON.stringify(versions) } }),
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const entry = chunks.find(({ name }) => name === 'widgets')
        for (const name of [core, ...widgets]) {
          const file = chunks.find((chunk) => chunk.name === name)
          const [, version] = new RegExp(`^assets/${name}-([\\w-]+)\\.js$`).exec(file?.fileName ?? '') ?? []
          if (!version || !entry?.code.includes(placeholder(name))) throw new Error(`the entry does not name the file "${name}", or there is none`)
          entry.code = entry.code.replaceAll(placeholder(name), version)
        }
      },
    },
  }
}
