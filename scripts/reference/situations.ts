import ts from 'typescript'

/**
 * Returns where each English text is shown, from the comment above it. A text without a comment goes with one whose name has the same beginning:
 * `late_means` with `late`.
 */
export function situationsIn(source: string): Record<string, string> {
  const file = ts.createSourceFile('', source, ts.ScriptTarget.Latest, true)
  const situations: Record<string, string> = {}
  const visit = (node: ts.Node): void => {
    if (!ts.isVariableDeclaration(node) || !node.initializer || !ts.isObjectLiteralExpression(node.initializer)) return ts.forEachChild(node, visit)
    const { properties } = node.initializer
    const names = properties.map(({ name }) => name!.getText())
    for (const [index, property] of properties.entries()) {
      const situation = commentAbove(property, source) ?? byEnding(names[index]!, names)
      if (situation) situations[names[index]!] = situation
    }
  }
  visit(file)
  return situations
}

function commentAbove(node: ts.Node, source: string): string | undefined {
  const range = ts.getLeadingCommentRanges(source, node.pos)?.at(-1)
  if (!range) return undefined
  return source
    .slice(range.pos, range.end)
    .replace(/^\/\*\*?|\*\/$/g, '')
    .replace(/\s*\n\s*\*? ?/g, ' ')
    .trim()
}

function byEnding(name: string, names: string[]): string | undefined {
  const [, beginning, ending] = /^(.*)_(means|text|plain)$/.exec(name) ?? []
  if (!beginning) return undefined
  const other = [`${beginning}_title`, `${beginning}_text`, `${beginning}_means`, beginning].find((one) => one !== name && names.includes(one))
  return other && (ending === 'plain' ? `In place of \`${other}\`, where no amount or number is known.` : `Sentence below \`${other}\`.`)
}
