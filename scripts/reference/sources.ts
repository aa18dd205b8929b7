import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import ts from 'typescript'

const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file.replaceAll('\\', '/')))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.seed.ts'))
    .sort()

const parsed = new Map<string, ts.SourceFile>()
function parse(file: string): ts.SourceFile {
  const known = parsed.get(file) ?? ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  parsed.set(file, known)
  return known
}

/** Every node of a file for which `look` gives something, as what it gives. */
function collect<Found>(file: string, look: (node: ts.Node) => Found | undefined): Found[] {
  const found: Found[] = []
  const visit = (node: ts.Node) => {
    const one = look(node)
    if (one !== undefined) found.push(one)
    ts.forEachChild(node, visit)
  }
  visit(parse(file))
  return found
}

/** The file of a folder in which the handler of that name stands. */
export const handlerOf = (folder: string, name: string): string | undefined =>
  sourcesIn(folder).find((file) => collect(file, (node) => (isMember(node) && node.name.getText() === name) || undefined).length > 0)

/** The files of a folder that say that text, as a whole. */
export const filesThatSay = (folder: string, text: string): string[] =>
  sourcesIn(folder).filter((file) => collect(file, (node) => (ts.isStringLiteralLike(node) && node.text === text) || undefined).length > 0)

type Member = ts.PropertyAssignment | ts.MethodDeclaration

const isMember = (node: ts.Node): node is Member =>
  (ts.isPropertyAssignment(node) && ts.isArrowFunction(node.initializer) && ts.isObjectLiteralExpression(node.parent)) ||
  (ts.isMethodDeclaration(node) && ts.isObjectLiteralExpression(node.parent))
