/** A piece of source code. */
export interface Place {
  start: number
  end: number
}

/** A piece of source code as the parser describes it (ESTree). */
export interface SourceNode extends Place {
  type: string
  [field: string]: unknown
}

/** Text to stand in the place of another. */
export interface Edit extends Place {
  text: string
}

const isNode = (value: unknown): value is SourceNode => typeof value === 'object' && value !== null && typeof (value as SourceNode).type === 'string'

/** Shows every node of a program, the outer before those in it. */
export function visit(node: unknown, see: (node: SourceNode) => void): void {
  if (!isNode(node)) return
  see(node)
  for (const value of Object.values(node)) for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) visit(child, see)
}

/** The code with all edits made; none may reach into another. */
export function edited(code: string, edits: readonly Edit[]): string {
  let text = ''
  let from = 0
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start < from) throw new Error(`two edits of the same place: "${code.slice(edit.start, edit.end).slice(0, 40)}"`)
    text += code.slice(from, edit.start) + edit.text
    from = edit.end
  }
  return text + code.slice(from)
}
