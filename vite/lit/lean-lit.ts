import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { TaskStatus } from '@lit/task'
import { parseSync, type Plugin } from 'vite'
import { edited, visit } from '../source.ts'
import { declarationsOf } from './declarations.ts'
import { libraries } from './libraries.ts'

/** A file of the libraries, by its path below `node_modules`. */
const fileOf = (id: string) => /\/node_modules\/((?:lit|lit-html|lit-element|@lit\/[\w-]+)\/[^?]+)/.exec(id.replaceAll('\\', '/'))?.[1]

/** Names that only the libraries themselves know; those of their contracts with others end in "$". */
const ownName = /\b_[$\w]*[^\W$](?![$\w])/g

/** A short name for each of those, the same in every build. */
const shortNames = new Map(
  Object.keys(libraries)
    .flatMap((file) => readFileSync(new URL(`../../node_modules/${file}`, import.meta.url), 'utf8').match(ownName) ?? [])
    .filter((name, index, all) => all.indexOf(name) === index)
    .map((name, index) => [name, `_${index.toString(36)}`]),
)

/** What the widgets may take of Lit, by where it comes from. */
const known: Record<string, RegExp> = {
  lit: /^(html|css|render|nothing|LitElement)$/,
  'lit/decorators.js': /^(property|state)$/,
  '@lit/task': /./,
}

/** What may be said of a property: no other option is heeded. */
const knownOption = /^(type|attribute|state)$/

/** Names of Lit that come to nothing where they are implemented, asked for or set. */
const leftOut =
  /\b(shouldUpdate|firstUpdated|(?:schedule|perform)Update|getUpdateComplete|host(?:Dis)?[cC]onnected|handleEvent|taskComplete|argsEqual|initialValue|afterUpdate)\b/

/**
 * Leaves out of Lit what no widget uses (see `libraries.ts`), some 3,100 bytes of the first load after Brotli. The build fails where a widget
 * begins to use some of it, and where Lit's text is not the one that this was written for.
 */
export function leanLit(): Plugin {
  return {
    name: 'lean-lit',
    enforce: 'pre',
    // The development files are the ones with names; what they have beside the others goes with `DEV_MODE`.
    config: () => ({ resolve: { conditions: ['development', 'module', 'browser'] } }),
    transform(code, id) {
      const file = fileOf(id)
      if (!file) return /\.ts$/.test(id) ? fitToLibraries(id, code) : undefined
      const library = libraries[file]
      if (!library) return
      const hash = createHash('sha256').update(code).digest('hex').slice(0, 16)
      if (hash !== library.hash) throw new Error(`${file} has changed: see whether vite/lit still fits, then write down its hash, ${hash}`)
      const places = declarationsOf(file, code)
      const edits = Object.entries(library.instead).map(([name, text]) => {
        const place = places.get(name)
        if (!place) throw new Error(`${file} has nothing called "${name}"`)
        return { ...place, text }
      })
      return { code: edited(code, edits).replace(ownName, (name) => shortNames.get(name) ?? name), map: null }
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        const strange = Object.entries(file.modules).find(([id, { renderedLength }]) => renderedLength > 0 && fileOf(id) && !libraries[fileOf(id)!])
        if (strange) throw new Error(`${strange[0]} does not work with what vite/lit leaves of Lit`)
      }
    },
  }
}

/** Fails where the code takes something of Lit that is left out, and puts in the states of tasks, so that their list need not be loaded. */
function fitToLibraries(id: string, code: string) {
  refuseTheUnknown(id, code)
  if (!code.includes('TaskStatus.')) return
  return { code: code.replace(/\bTaskStatus\.([A-Z]+)\b/g, (_, name: keyof typeof TaskStatus) => String(TaskStatus[name])), map: null }
}

/** Fails where the code takes something of Lit that is left out. */
function refuseTheUnknown(id: string, code: string) {
  if (!/from ['"]@?lit/.test(code)) return
  const refuse = (what: string) => {
    throw new Error(`${id}: ${what} is nothing that vite/lit leaves in Lit`)
  }
  const [name] = leftOut.exec(code) ?? []
  if (name) refuse(name)
  visit(parseSync(id, code).program, (node) => {
    if (node.type === 'ImportDeclaration' && node.importKind !== 'type') {
      const from = (node.source as { value: string }).value
      if (!/^@?lit\b/.test(from)) return
      for (const { importKind, imported, local } of node.specifiers as { importKind?: string; imported?: { name: string }; local: { name: string } }[]) {
        if (importKind === 'type') continue
        if (!known[from]?.test(imported?.name ?? '*')) refuse(`${imported?.name ?? '*'} of ${from}`)
        // Templates and decorators are known by these names.
        if (imported?.name !== local.name) refuse(`${imported?.name} as ${local.name}`)
      }
    }
    if (node.type === 'Decorator') {
      const [options] = (node.expression as { arguments?: { properties?: { key?: { name: string } }[] }[] }).arguments ?? []
      for (const { key } of options?.properties ?? []) if (!key || !knownOption.test(key.name)) refuse(`the property option "${key?.name ?? '…'}"`)
    }
  })
}
