import type { Plugin } from 'vite'

const placeholder = 'core-file-placeholder'

/**
 * Gives the entry the name of the core file (`coreFile`), so that it can fetch it beside a widget's own: a widget's static import of
 * it alone would be found one round trip later, and importing it by module would put a namespace into it that nobody reads.
 */
export function coreFile(): Plugin {
  return {
    name: 'core-file',
    config: () => ({ define: { coreFile: JSON.stringify(placeholder) } }),
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const core = chunks.find(({ name }) => name === 'core')
        const entry = chunks.find(({ isEntry }) => isEntry)
        if (!core || !entry?.code.includes(placeholder)) throw new Error('the entry does not name the core file, or there is none')
        entry.code = entry.code.replace(placeholder, core.fileName)
      },
    },
  }
}
