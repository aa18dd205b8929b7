import { readdirSync, readFileSync } from 'node:fs'
import { code, madeBy, table } from './markdown.ts'

type Text = string | Record<string, string>

const folder = new URL('../../src/i18n/english/', import.meta.url)
const widgets = ['protection', 'loyalty', 'tracking']

/** Returns the comment above the texts of a file, on one line. */
function describe(file: string): string {
  const [, comment = ''] = /\/\*\*((?:(?!\*\/)[^])*)\*\/\nexport const messages = /.exec(readFileSync(new URL(file, folder), 'utf8')) ?? []
  return comment.replace(/\s*\n \* ?/g, ' ').trim()
}

const write = (text: Text): string =>
  typeof text === 'string'
    ? text
    : Object.entries(text)
        .map(([form, one]) => `${form}: ${one}`)
        .join('<br>')

/** Returns the sections for the texts of a widget’s files: those of the first screen before those that the widget loads later. */
async function sectionsOf(widget: string): Promise<string[]> {
  const files = readdirSync(folder).filter((file) => file.startsWith(widget))
  files.sort((a, b) => a.length - b.length)
  const sections = files.map(async (file) => {
    const { messages } = (await import(`../../src/i18n/english/${file}`)) as { messages: Record<string, Text> }
    return [
      describe(file),
      table(
        ['Name', 'English'],
        Object.entries(messages).map(([name, text]) => [code(name), write(text)]),
      ),
    ]
  })
  return (await Promise.all(sections)).flat()
}

/** Writes the page of every text of the widgets, by the name under which an element’s `messages` replaces it. */
export async function wordsPage(): Promise<string> {
  const sections = await Promise.all(widgets.map(async (widget) => [`## \`<storefront-${widget}>\``, ...(await sectionsOf(widget))]))
  return `${madeBy}
# Texts

Every text of the widgets, by its name. A shop replaces texts with an element's \`messages\` property, in any language:

\`\`\`js
document.querySelector('storefront-protection').messages = { label: 'Sendungsschutz' }
\`\`\`

Placeholders in braces are filled in. A text that depends on a number has one version for each plural form of the language (\`one\`, \`few\`, \`other\` …, as in
\`Intl.PluralRules\`). The other languages use the same names, with one file for each widget in [src/i18n/translations](../src/i18n/translations).

${sections.flat().join('\n\n')}
`
}
