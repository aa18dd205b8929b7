import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { build, type Plugin } from 'vite'
import { plainDecorators } from '../../vite/decorators.ts'
import { leanLit } from '../../vite/lit/lean-lit.ts'
import { preparedTemplates } from '../../vite/lit/templates.ts'
import { minifyLiterals } from '../../vite/literals.ts'

const file = new URL('../../src/written-for-this-test.ts', import.meta.url).pathname

/** A file of the widgets that holds that code. */
const source = (code: string): Plugin => ({
  name: 'source',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith(file) ? file : undefined),
  load: (id) => (id === file ? code : undefined),
})

/** What the build makes of that code, as it does of the widgets'. */
async function built(code: string, ...before: Plugin[]): Promise<string> {
  const answer = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [source(code), ...before, leanLit(), plainDecorators(), minifyLiterals(), preparedTemplates()],
    build: { write: false, minify: false, target: 'es2022', lib: { entry: file, formats: ['es'] } },
  })
  return [answer]
    .flat()
    .flatMap((one) => ('output' in one ? one.output : []))
    .map((part) => ('code' in part ? part.code : ''))
    .join('\n')
}

const template = (markup: string) => `import { html } from 'lit'
export const view = (one, other) => html\`${markup}\``

const styles = (css: string) => `import { css } from 'lit'
export const gap = css\`1em\`
export const styles = css\`${css}\``

const field = (decorator: string) => `import { LitElement } from 'lit'
import { property, state } from 'lit/decorators.js'
export class Widget extends LitElement {
  ${decorator} name = 'none'
}`

const refuses = (code: string, why: RegExp, ...before: Plugin[]) => assert.rejects(built(code, ...before), why)

describe('the build of the widgets', () => {
  test('leaves no scanner of templates to browsers, and keeps every value in its place', async () => {
    const code = await built(template('<p class=${one} ?hidden=${other} .title=${one} @click=${other} id="it">${one} of <b>${other}</b></p>'))

    assert.match(code, /<p \$="class \?hidden \.title @click" id="it"><\?> of <b><\?><\/b><\/p>`\)?\(\s*one,\s*other,\s*one,\s*other,\s*one,\s*other\s*\)/)
    assert.doesNotMatch(code, /lit\$|getTemplateHtml/)
  })

  test('takes what the widgets may have of Lit', async () => {
    const code = await built(field("@property({ attribute: 'called' })"))

    assert.match(code, /attribute: ["']called["']/)
    assert.doesNotMatch(code, /decorators|litElementVersions|Lit is in dev mode/)
  })

  for (const [what, markup] of [
    ['two values', 'class="${one} ${other}"'],
    ['a value and words', 'class="is ${one}"'],
    ['a value and a space', "class='${one} '"],
  ])
    test(`fails where an attribute is bound to ${what}`, () => refuses(template(`<p ${markup}></p>`), /an attribute is bound to one expression alone/))

  for (const [where, markup] of [
    ['the name of a tag', '<${one}></${one}>'],
    ['the name of an attribute', '<p ${one}="it"></p>'],
    ['the middle of a tag', '<p ${one}></p>'],
    ['a text field', '<textarea>${one}</textarea>'],
    ['a style sheet', '<style>${one}</style>'],
  ])
    test(`fails where a value stands in ${where}`, () => refuses(template(markup!), /written-for-this-test\.ts: .*(where none can stand|one expression alone)/))

  for (const [what, markup] of [
    ['a comment', '<p><!-- ${one} --></p>'],
    ['a processing instruction', '<p><?it ?></p>'],
    ['another template', '<template>${one}</template>'],
  ])
    test(`fails where a template holds ${what}`, () => refuses(template(markup!), /neither comments nor other templates/))

  test('fails where a value is a row of expressions', () => refuses(template('<p>${one, other}</p>'), /a value is one expression/))

  test('fails where a style sheet has a hole', () => refuses(styles('p { gap: ${gap}; }'), /a style sheet has no holes/))

  for (const [what, code] of [
    ['svg of lit', "import { svg } from 'lit'\nexport const view = svg`<path />`"],
    ['* of lit', "import * as lit from 'lit'\nexport const view = lit.html`<p></p>`"],
    ['html as markup', "import { html as markup } from 'lit'\nexport const view = markup`<p></p>`"],
    ['noChange of lit', 'import { noChange } from "lit"\nexport const view = noChange'],
    ['query of lit/decorators.js', "import { query } from 'lit/decorators.js'\nexport const view = query"],
    ['classMap of lit/directives/class-map.js', "import { classMap } from 'lit/directives/class-map.js'\nexport const view = classMap({})"],
    ['signal of @lit/context', "import { signal } from '@lit/context'\nexport const view = signal"],
    ['firstUpdated', "import { LitElement } from 'lit'\nexport class Widget extends LitElement {\n  firstUpdated() {}\n}"],
    ['taskComplete', "import { Task } from '@lit/task'\nexport const done = (host) => new Task(host, {}).taskComplete"],
    ['the property option "reflect"', field('@property({ reflect: true })')],
    ['the property option "…"', field('@property({ ...{ reflect: true } })')],
  ])
    test(`fails where a widget takes what Lit does not have there: ${what}`, () =>
      assert.rejects(built(code!), ({ message }: Error) => message.includes(`${what} is nothing that vite/lit leaves in Lit`)))

  test('fails where a directive comes in by another way', () =>
    refuses("export const view = import('lit/directives/when.js')", /lit-html\/development\/.* does not work with what vite\/lit leaves of Lit/))

  for (const path of ['lit-html/development/lit-html.js', '@lit/reactive-element/development/reactive-element.js', 'lit-element/development/lit-element.js'])
    test(`fails where the text of ${path} is another, and tells what to do`, () =>
      refuses(
        template('<p>${one}</p>').replace('{ html }', '{ html, LitElement }') + '\nexport { LitElement }',
        new RegExp(`${path} has changed: .*, [\\da-f]{16}`),
        {
          name: 'another-release',
          enforce: 'pre',
          transform: (code, id) => (id.endsWith(path) ? `${code}\n// Another release.` : undefined),
        },
      ))
})
