import { transform } from 'lightningcss'
import { parseSync, type Plugin } from 'vite'
import { edited, visit, type Edit, type Place, type SourceNode } from './source.ts'

interface Quasi extends SourceNode {
  value: { raw: string; cooked: string }
}

interface Template {
  quasis: Quasi[]
}

const version = (major: number, minor = 0) => (major << 16) | (minor << 8)
const targets = { chrome: version(123), firefox: version(120), safari: version(17, 5) }

/**
 * Takes out of `css` and `html` templates what browsers do not need: style sheets without holes are minified; line breaks in markup
 * become one space, and none beside elements that begin a line of their own anyway.
 */
export function minifyLiterals(): Plugin {
  return {
    name: 'minify-literals',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.ts') || id.includes('node_modules') || !/\b(css|html|svg)`/.test(code)) return
      const edits: Edit[] = []
      visit(parseSync(id, code).program, ({ type, tag, quasi }) => {
        const name = type === 'TaggedTemplateExpression' && (tag as { name?: string }).name
        if (name === 'css') edits.push(...shortenStyles(code, id, (quasi as Template).quasis))
        if (name === 'html' || name === 'svg') edits.push(...shortenMarkup(code, id, (quasi as Template).quasis))
      })
      return { code: edited(code, edits), map: null }
    },
  }
}

function shortenStyles(code: string, id: string, quasis: Quasi[]): Edit[] {
  const [only] = quasis
  // A fragment (a length, a colour) is no style sheet.
  if (!only || quasis.length > 1 || !only.value.cooked.includes('{')) return []
  const css = transform({ filename: id, code: Buffer.from(only.value.cooked), minify: true, targets }).code.toString()
  return [{ ...place(code, id, only), text: css.replace(/\\|`|\$\{/g, '\\$&') }]
}

/** Tags of blocks with the spaces around them, be the tag whole or reach into a hole. */
const blockTags = / ?(<\/?(?:article|details|div|dl|dd|dt|fieldset|form|h2|h3|li|ol|p|section|table|ul)\b(?:[^<>]*$|[^<>]*>)) ?/g

function shortenMarkup(code: string, id: string, quasis: Quasi[]): Edit[] {
  if (quasis.some(({ value }) => /<(pre|textarea)\b/.test(value.raw))) return []
  return quasis.map((quasi, index) => {
    let text = quasi.value.raw
      .replace(/\s*\n\s*/g, ' ')
      .replace(/(<\/[\w-]+) >| \/>/g, '$1>')
      .replace(blockTags, '$1')
    if (index === 0) text = text.trimStart()
    if (index === quasis.length - 1) text = text.trimEnd()
    return { ...place(code, id, quasi), text }
  })
}

/** Where the text of a template part stands. Parsers differ on whether a part includes the marks around it, and an edit in the wrong place removes code in silence. */
function place(code: string, id: string, { start, end, value: { raw } }: Quasi): Place {
  const begin = end - start === raw.length ? start : start + 1
  if (!code.startsWith(raw, begin)) throw new Error(`${id}: cannot place the template part "${raw.slice(0, 40)}"`)
  return { start: begin, end: begin + raw.length }
}
