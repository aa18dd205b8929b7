import { transform } from 'lightningcss'
import { parseSync, type Plugin } from 'vite'

interface SourceNode {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

interface Quasi extends SourceNode {
  value: { raw: string; cooked: string }
}

interface Edit {
  start: number
  end: number
  text: string
}

const version = (major: number, minor = 0) => (major << 16) | (minor << 8)
const targets = { chrome: version(123), firefox: version(120), safari: version(17, 5) }

/** Takes out of `css` and `html` templates what browsers do not need: style sheets without holes are minified, line breaks in markup become one space. */
export function minifyLiterals(): Plugin {
  return {
    name: 'minify-literals',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.ts') || id.includes('node_modules') || !/\b(css|html|svg)`/.test(code)) return
      const edits = templatesIn(parseSync(id, code).program).flatMap(({ tag, quasis }) =>
        tag === 'css' ? shortenStyles(code, id, quasis) : shortenMarkup(code, id, quasis),
      )
      edits.sort((a, b) => b.start - a.start)
      for (const { start, end, text } of edits) code = code.slice(0, start) + text + code.slice(end)
      return { code, map: null }
    },
  }
}

function templatesIn(node: unknown): { tag: string; quasis: Quasi[] }[] {
  if (!node || typeof node !== 'object') return []
  const inside = Object.values(node).flatMap(templatesIn)
  const { type, tag, quasi } = node as { type?: string; tag?: { name?: string }; quasi?: { quasis: Quasi[] } }
  if (type === 'TaggedTemplateExpression' && quasi && /^(css|html|svg)$/.test(tag?.name ?? '')) inside.push({ tag: tag!.name!, quasis: quasi.quasis })
  return inside
}

function shortenStyles(code: string, id: string, quasis: Quasi[]): Edit[] {
  const [only] = quasis
  // A fragment (a length, a colour) is no style sheet.
  if (!only || quasis.length > 1 || !only.value.cooked.includes('{')) return []
  const css = transform({ filename: id, code: Buffer.from(only.value.cooked), minify: true, targets }).code.toString()
  return [{ ...place(code, id, only), text: css.replace(/\\|`|\$\{/g, '\\$&') }]
}

function shortenMarkup(code: string, id: string, quasis: Quasi[]): Edit[] {
  if (quasis.some(({ value }) => /<(pre|textarea)\b/.test(value.raw))) return []
  return quasis.map((quasi, index) => {
    let text = quasi.value.raw.replace(/\s*\n\s*/g, ' ')
    if (index === 0) text = text.trimStart()
    if (index === quasis.length - 1) text = text.trimEnd()
    return { ...place(code, id, quasi), text }
  })
}

/** Where the text of a template part stands. Parsers differ on whether a part includes the marks around it, and an edit in the wrong place removes code in silence. */
function place(code: string, id: string, { start, end, value: { raw } }: Quasi): { start: number; end: number } {
  const begin = end - start === raw.length ? start : start + 1
  if (!code.startsWith(raw, begin)) throw new Error(`${id}: cannot place the template part "${raw.slice(0, 40)}"`)
  return { start: begin, end: begin + raw.length }
}
