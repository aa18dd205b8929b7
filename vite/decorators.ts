import { parseSync, type Plugin } from 'vite'

interface SourceNode {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

const isNode = (value: unknown): value is SourceNode => typeof value === 'object' && value !== null && typeof (value as SourceNode).type === 'string'

/**
 * Writes Lit's `@property()` and `@state()` fields as calls of `createProperty`, which is what they become anyway: neither the
 * decorators nor the compiler's helper for them has to be sent to a browser (some 450 bytes after Brotli). Any other decorator,
 * or one that stands elsewhere than on a field, fails the build.
 */
export function plainDecorators(): Plugin {
  return {
    name: 'plain-decorators',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.ts') || id.includes('node_modules') || !code.includes('lit/decorators.js')) return
      const edits: { start: number; end: number; text: string }[] = []
      const visit = (node: SourceNode) => {
        if (node.type === 'ClassBody') {
          const calls = (node.body as SourceNode[]).flatMap((member) => declare(member))
          if (calls.length > 0) edits.push({ start: node.start + 1, end: node.start + 1, text: ` static { ${calls.join('; ')} }` })
        }
        for (const value of Object.values(node)) for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) if (isNode(child)) visit(child)
      }
      const declare = (member: SourceNode): string[] => {
        const decorators = (member.decorators ?? []) as (SourceNode & { expression: SourceNode })[]
        return decorators.map(({ start, end, expression }) => {
          const name = (expression.callee as { name?: string } | undefined)?.name
          const key = (member.key as { name?: string }).name
          if (member.type !== 'PropertyDefinition' || !key || (name !== 'property' && name !== 'state'))
            throw new Error(`${id}: only @property() and @state() on fields are understood, not ${code.slice(start, end)}`)
          edits.push({ start, end, text: '' })
          const [options] = expression.arguments as SourceNode[]
          const given = options && code.slice(options.start, options.end)
          const all = name === 'state' ? `{ ${given ? `...${given}, ` : ''}state: true, attribute: false }` : given
          return `this.createProperty('${key}'${all ? `, ${all}` : ''})`
        })
      }
      visit(parseSync(id, code).program as unknown as SourceNode)
      edits.sort((a, b) => b.start - a.start)
      for (const { start, end, text } of edits) code = code.slice(0, start) + text + code.slice(end)
      return { code, map: null }
    },
  }
}
