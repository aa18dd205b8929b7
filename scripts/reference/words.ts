import { readdirSync, readFileSync } from 'node:fs'
import { code, madeBy, table } from './markdown.ts'
import { situationsIn } from './situations.ts'

type Text = string | Record<string, string>

const folder = new URL('../../src/i18n/english/', import.meta.url)
const stylePages = new URL('../../docs/words/', import.meta.url)
const widgets = ['protection', 'loyalty', 'tracking']

/** Returns the comment above the texts of a file, on one line. */
function describe(source: string): string {
  const [, comment = ''] = /\/\*\*((?:(?!\*\/)[^])*)\*\/\nexport const messages = /.exec(source) ?? []
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
    const source = readFileSync(new URL(file, folder), 'utf8')
    const { messages } = (await import(`../../src/i18n/english/${file}`)) as { messages: Record<string, Text> }
    const situations = situationsIn(source)
    return [
      describe(source),
      table(
        ['Name', 'English', 'Situation'],
        Object.entries(messages).map(([name, text]) => [code(name), write(text), situations[name] ?? '']),
      ),
    ]
  })
  return (await Promise.all(sections)).flat()
}

/** The links to the style pages, each by the language’s own name. */
function styleLinks(): string {
  const languages = readdirSync(stylePages).map((file) => file.replace('.md', ''))
  return languages.map((lang) => `[${new Intl.DisplayNames(lang, { type: 'language' }).of(lang)}](words/${lang}.md)`).join(' · ')
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

The column *Situation* is for translators: where a text stands, who reads it, and what comes before and after it. How each language is written, and which
words it uses: ${styleLinks()}.

${sections.flat().join('\n\n')}
`
}
