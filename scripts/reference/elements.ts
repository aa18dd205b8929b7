import { code, madeBy, table } from './markdown.ts'
import { elementsIn, readManifest, type ManifestElement } from './manifest.ts'

const elements = readManifest().then(elementsIn)

/** Makes the page of an element from its documentation in the source. */
export async function elementPage(tagName: string): Promise<string> {
  const element = (await elements).find((one) => one.tagName === tagName)
  if (!element) throw new Error(`${tagName} is not in the manifest`)
  return `${madeBy}
# \`<${tagName}>\`

${element.description ?? ''}
${chaptersOf(element).join('')}`
}

function chaptersOf({ attributes = [], members = [], events = [], slots = [], cssParts = [], cssProperties = [] }: ManifestElement): string[] {
  const fields = members.filter(({ kind, attribute }) => kind === 'field' && !attribute)
  const methods = members.filter(({ kind }) => kind === 'method')
  return [
    chapter('Attributes', ['Attribute', 'Type', 'Meaning'], attributes.map(({ name, type, description }) => [code(name), code(type?.text ?? 'string'), description])),
    chapter('Properties', ['Property', 'Type', 'Meaning'], fields.map(({ name, type, description, readonly }) => [
      code(name), code(type?.text ?? 'unknown'), `${description ?? ''}${readonly ? ' Read-only.' : ''}`,
    ])),
    chapter('Methods', ['Method', 'Meaning'], methods.map(({ name, description }) => [code(`${name}()`), description])),
    chapter('Events', ['Event', 'Class', 'When'], events.map(({ name, type, description }) => [code(name), code(type?.text ?? 'Event'), description])),
    chapter('Slots', ['Slot', 'Content'], slots.map(({ name, description }) => [name ? code(name) : '(default)', description])),
    chapter('Parts', ['Part', 'What it is'], cssParts.map(({ name, description }) => [code(name), description])),
    chapter('Custom properties', ['Property', 'Default', 'Meaning'], cssProperties.map((one) => [code(one.name), one.default ? code(one.default) : '', one.description])),
  ] // prettier-ignore
}

const chapter = (title: string, head: string[], rows: (string | undefined)[][]) =>
  rows.length > 0
    ? `\n## ${title}\n\n${table(
        head,
        rows.map((row) => row.map((cell) => cell || '–')),
      )}\n`
    : ''
