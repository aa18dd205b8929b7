import { parseSync, type Plugin } from 'vite'
import { edited, visit, type Edit, type SourceNode } from './source.ts'

interface Decorator extends SourceNode {
  expression: SourceNode & { callee?: { name?: string }; arguments: SourceNode[] }
}

/**
 * Writes Lit's `@property()` and `@state()` fields as the list of `properties` that it takes as well: neither the decorators nor
 * the compiler's helper for them has to be sent to a browser (some 450 bytes after Brotli). Any other decorator,
 * or one that stands elsewhere than on a field, fails the build.
 */
export function plainDecorators(): Plugin {
  return {
    name: 'plain-decorators',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.ts') || id.includes('node_modules') || !code.includes('lit/decorators.js')) return
      const edits: Edit[] = []
      const declare = (member: SourceNode): string[] => {
        const decorators = (member.decorators ?? []) as Decorator[]
        return decorators.map(({ start, end, expression }) => {
          const name = expression.callee?.name
          const key = (member.key as { name?: string }).name
          if (member.type !== 'PropertyDefinition' || !key || (name !== 'property' && name !== 'state'))
            throw new Error(`${id}: only @property() and @state() on fields are understood, not ${code.slice(start, end)}`)
          edits.push({ start, end, text: '' })
          const [options] = expression.arguments
          const given = options && code.slice(options.start, options.end)
          const all = name === 'state' ? `{ ${given ? `...${given}, ` : ''}state: true, attribute: false }` : given
          return `${key}: ${all || '{}'}`
        })
      }
      visit(parseSync(id, code).program, (node) => {
        if (node.type === 'ImportDeclaration' && (node.source as { value?: string }).value === 'lit/decorators.js')
          edits.push({ start: node.start, end: node.end, text: '' })
        if (node.type !== 'ClassBody') return
        const properties = (node.body as SourceNode[]).flatMap(declare)
        const start = node.start + 1
        if (properties.length > 0) edits.push({ start, end: start, text: ` static properties = { ${properties.join(', ')} };` })
      })
      return { code: edited(code, edits), map: null }
    },
  }
}
