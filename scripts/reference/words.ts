import { readFileSync } from 'node:fs'
import * as en from '../../src/messages/en.ts'
import { code, madeBy, table } from './markdown.ts'

const source = readFileSync(new URL('../../src/messages/en.ts', import.meta.url), 'utf8')

/** What the code says of a part, on one line. */
function describe(part: string): string {
  const [, comment = ''] = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\nexport const ${part} = `).exec(source) ?? []
  return comment.replace(/\s*\n \* ?/g, ' ').trim()
}

const write = (text: string | Record<string, string>): string =>
  typeof text === 'string'
    ? text
    : Object.entries(text)
        .map(([form, one]) => `${form}: ${one}`)
        .join('<br>')

/** Every text that the widgets say, by the name under which an element's `messages` replaces it. */
export function wordsPage(): string {
  const widgets = Object.keys(en).filter((part) => part === part.toLowerCase())
  const sections = widgets.flatMap((widget) => [
    `## \`<storefront-${widget}>\``,
    ...Object.entries(en)
      .filter(([part]) => part.startsWith(widget))
      .flatMap(([part, words]) => [
        describe(part),
        table(
          ['Name', 'English'],
          Object.entries<string | Record<string, string>>(words).map(([name, text]) => [code(name), write(text)]),
        ),
      ]),
  ])
  return `${madeBy}
# Words

Every text of the widgets, by its name. A shop says something else by an element's \`messages\` property, in any language:

\`\`\`js
document.querySelector('storefront-protection').messages = { label: 'Sendungsschutz' }
\`\`\`

Places in braces are filled in. Where a text depends on a number, it is one for each plural form of the language (\`one\`, \`few\`, \`other\` …, as of
\`Intl.PluralRules\`). The other languages have the same names, one file each in [src/messages](../src/messages).

${sections.join('\n\n')}
`
}
