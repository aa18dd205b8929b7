// Writes, from the manifest of the elements, data for editors, and the types that React 19 (JSX), Vue and Svelte need for our tags.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { generateJetBrainsWebTypes } from 'custom-element-jet-brains-integration'
import { generateVsCodeCustomElementData } from 'custom-element-vs-code-integration'
import { elementsIn, type Manifest, type ManifestElement } from '../reference/manifest.ts'

const outdir = 'dist/package'
const manifest = JSON.parse(readFileSync(`${outdir}/custom-elements.json`, 'utf8')) as Manifest
const elements = elementsIn(manifest)

generateVsCodeCustomElementData(manifest, {
  outdir,
  htmlFileName: 'vscode.html-custom-data.json',
  cssFileName: 'vscode.css-custom-data.json',
  hideLogs: true,
})
generateJetBrainsWebTypes(manifest, { outdir, webTypesFileName: 'web-types.json', packageJson: false, hideLogs: true })

// The kept generators of framework types wrap our event classes in CustomEvent, import them from files that do not export them, and write the
// directives of Svelte 4. So the types are made here.
const widgetOf = ({ tagName }: ManifestElement) => tagName.replace('storefront-', '')

/** The declaration file of an event class, without its ending; undefined for a class of the browser. */
function fileOf(eventClass: string, widget: string): string | undefined {
  for (const folder of [widget, 'page']) {
    const declared = readdirSync(`${outdir}/types/${folder}`, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.d.ts'))
    const file = declared.find((file) => readFileSync(`${outdir}/types/${folder}/${file}`, 'utf8').includes(`class ${eventClass} `))
    if (file) return `./types/${folder}/${file.replaceAll('\\', '/').replace(/\.d\.ts$/, '.js')}`
  }
  return undefined
}

const comment = (text = '') => `  /** ${text.replaceAll('\n', ' ')} */\n`

/** The attributes, the properties that no attribute sets, and the events of an element. */
function interfacesOf(element: ManifestElement): string {
  const { name, attributes = [], members = [], events = [] } = element
  const own = members.filter(({ kind, attribute, readonly }) => kind === 'field' && !attribute && !readonly)
  const typeOf = (field?: string, text = 'string') => (members.some(({ name }) => name === field) ? `${name}['${field}']` : text)
  const rows = [
    ...attributes.map(
      ({ name, fieldName, type, description }) => `${comment(description)}  ${name.includes('-') ? `'${name}'` : name}?: ${typeOf(fieldName, type?.text)}\n`,
    ),
    ...own.map(({ name, description }) => `${comment(description)}  ${name}?: ${typeOf(name)}\n`),
  ]
  const listened = events.map((event) => `${comment(event.description)}  '${event.name}': ${event.type?.text ?? 'Event'}\n`)
  return `export interface ${name}Attributes {\n${rows.join('')}}\n\nexport interface ${name}Events {\n${listened.join('')}}\n`
}

const imports = elements.flatMap((element) => {
  const widget = widgetOf(element)
  const classes = [...new Set((element.events ?? []).map(({ type }) => type?.text ?? 'Event'))].sort()
  const own = classes.flatMap((name) => fileOf(name, widget) ?? []).length
  if (own === 0) throw new Error(`${element.tagName} has no event class`)
  return [
    `import type { ${element.name} } from './types/${widget}/${widget}.js'`,
    ...classes.flatMap((name) => {
      const file = fileOf(name, widget)
      return file ? [`import type { ${name} } from '${file}'`] : []
    }),
  ]
})
const tags = (typeOf: (element: ManifestElement) => string) =>
  elements.map((element) => `    /** ${(element.description ?? '').replaceAll('\n', ' ')} */\n    '${element.tagName}': ${typeOf(element)}\n`).join('')

writeFileSync(
  `${outdir}/elements.d.ts`,
  `${[...new Set(imports)].join('\n')}

export type { ${elements.map(({ name }) => name).join(', ')} }

${elements.map(interfacesOf).join('\n')}
/** Listeners for events, as attributes: \`onstorefront-tracked\`. */
export type Listeners<Events> = { [Name in keyof Events as \`on\${Name & string}\`]?: (event: Events[Name]) => void }
`,
)

const names = elements.flatMap(({ name }) => [name, `${name}Attributes`, `${name}Events`]).join(', ')
const shared = (more: string) => `import type { ${names}${more} } from './elements.js'\n`

writeFileSync(
  `${outdir}/jsx.d.ts`,
  `// Types of our tags for React 19: import 'storefront-widgets/jsx'
import type { DetailedHTMLProps, HTMLAttributes } from 'react'
${shared(', Listeners')}
type Tag<Class, Attributes, Events> = Omit<DetailedHTMLProps<HTMLAttributes<Class>, Class>, keyof Attributes> & Attributes & Listeners<Events>

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
${tags(({ name }) => `Tag<${name}, ${name}Attributes, ${name}Events>`)
  .replace(/^/gm, '  ')
  .trimEnd()}
    }
  }
}
`,
)
writeFileSync(
  `${outdir}/vue.d.ts`,
  `// Types of our tags for Vue 3: import 'storefront-widgets/vue'
import type { HTMLAttributes, PublicProps } from 'vue'
${shared('')}
/** The handlers of \`@storefront-tracked\` and the like. */
type Emit<Events> = { [Name in keyof Events as \`on\${Capitalize<Name & string>}\`]?: (event: Events[Name]) => void }
type Tag<Class, Attributes, Events> = new () => Class & { $props: Omit<HTMLAttributes, keyof Attributes> & Attributes & Emit<Events> & PublicProps }

declare module 'vue' {
  interface GlobalComponents {
${tags(({ name }) => `Tag<${name}, ${name}Attributes, ${name}Events>`).trimEnd()}
  }
}
`,
)
writeFileSync(
  `${outdir}/svelte.d.ts`,
  `// Types of our tags for Svelte 5: import 'storefront-widgets/svelte'
import type { HTMLAttributes } from 'svelte/elements'
${shared(', Listeners')}
type Tag<Class extends EventTarget, Attributes, Events> = Omit<HTMLAttributes<Class>, keyof Attributes> & Attributes & Listeners<Events>

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
${tags(({ name }) => `Tag<${name}, ${name}Attributes, ${name}Events>`).trimEnd()}
  }
}
`,
)
