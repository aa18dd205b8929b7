import { _$LH } from 'lit-html/private-ssr-support.js'
import { parseSync, type Plugin } from 'vite'
import { edited, visit, type Edit, type Place } from '../source.ts'

const { getTemplateHtml, marker, markerMatch } = _$LH

interface Literal extends Place {
  quasis: { value: { cooked: string } }[]
  expressions: (Place & { type: string })[]
}

/**
 * Has Lit's own scanner look for the places of values in templates now, so that no browser has to carry it and to run it: a template
 * becomes plain markup, in which a comment \`<?>\` stands for a child and the attribute \`$\` names what is bound on an element, called
 * with its values (\`lit-html.ts\` is the other half). Fails on what it does not understand.
 */
export function preparedTemplates(): Plugin {
  return {
    name: 'prepared-templates',
    enforce: 'pre',
    transform(code, id) {
      if (!/\.ts$/.test(id) || !/\b(html|css)[`(]/.test(code)) return
      const edits: Edit[] = []
      visit(parseSync(id, code).program, ({ type, tag, quasi, callee, end }) => {
        const name = type === 'TaggedTemplateExpression' && (tag as { name?: string }).name
        if (name === 'css' && (quasi as Literal).expressions.length) throw new Error(`${id}: a style sheet has no holes`)
        if (name === 'html') edits.push(...prepare(quasi as Literal, id))
        // Markup from elsewhere has no holes; it, too, is called with its values.
        if (type === 'CallExpression' && (callee as { name?: string }).name === 'html') edits.push({ start: end, end, text: '()' })
      })
      return { code: edited(code, edits), map: null }
    },
  }
}

/** The edits that make a template with holes one that is called with what belongs there. */
function prepare({ start, end, quasis, expressions }: Literal, id: string): Edit[] {
  const markup = markupOf(
    quasis.map(({ value }) => value.cooked),
    id,
  )
  const opening = `\`${markup.replace(/\\|`|\$\{/g, '\\$&')}\`(`
  const [first] = expressions
  if (!first) return [{ start, end, text: `${opening})` }]
  return [
    { start, end: first.start, text: opening },
    ...expressions.map((expression, index) => {
      if (expression.type === 'SequenceExpression') throw new Error(`${id}: a value is one expression`)
      const next = expressions[index + 1]
      return { start: expression.end, end: next?.start ?? end, text: next ? ', ' : ')' }
    }),
  ]
}

const openingTag = /<[a-zA-Z](?:"[^"]*"|'[^']*'|[^>"'])*>/g
const boundAttribute = /\s+[^\s"'>=/]+\$lit\$=(?:"([^"]*)"|'([^']*)'|([^\s>]*))/g

function markupOf(texts: string[], id: string): string {
  const template = texts.join('${…}')
  const refuse = (why: string): never => {
    throw new Error(`${id}: ${why}: ${template}`)
  }
  if (/<!--|<\?|<template/i.test(template)) refuse('a template holds neither comments nor other templates')
  const [scanned, names] = getTemplateHtml(Object.assign([...texts], { raw: texts }), 1)
  const found = names[Symbol.iterator]()
  const markup = String(scanned)
    .replace(openingTag, (tag) => {
      const bound: string[] = []
      const rest = tag.replace(boundAttribute, (_, ...values: (string | undefined)[]) => {
        if (!values.includes(marker)) refuse('an attribute is bound to one expression alone')
        bound.push(found.next().value as string)
        return ''
      })
      return bound.length ? rest.replace(/^<[\w-]+/, `$& $="${bound.join(' ')}"`) : rest
    })
    .replaceAll(`<${markerMatch}>`, '<?>')
    // What ends with a value needs something behind it, so that Lit knows where the value ends.
    .replace(/<\?>$/, '<!>')
  if (markup.includes(marker) || !found.next().done) refuse('there is a value where none can stand')
  return markup
}
