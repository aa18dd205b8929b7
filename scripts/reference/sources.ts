import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import ts from 'typescript'

const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file.replaceAll('\\', '/')))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.seed.ts') && !file.includes('node_modules'))
    .sort()

const parsed = new Map<string, ts.SourceFile>()
function parse(file: string): ts.SourceFile {
  const known = parsed.get(file) ?? ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  parsed.set(file, known)
  return known
}

/** Returns the results of `look` for every node of a file, without those that are undefined. */
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

/** Returns the file of a folder that contains the handler with this name. */
export const handlerOf = (folder: string, name: string): string | undefined =>
  sourcesIn(folder).find((file) => collect(file, (node) => (isMember(node) && node.name.getText() === name) || undefined).length > 0)

/** Returns the files of a folder that contain this text as a whole string. */
export const filesThatSay = (folder: string, text: string): string[] =>
  sourcesIn(folder).filter((file) => collect(file, (node) => (ts.isStringLiteralLike(node) && node.text === text) || undefined).length > 0)

type Member = ts.PropertyAssignment | ts.MethodDeclaration

const isMember = (node: ts.Node): node is Member =>
  (ts.isPropertyAssignment(node) && ts.isArrowFunction(node.initializer) && ts.isObjectLiteralExpression(node.parent)) ||
  (ts.isMethodDeclaration(node) && ts.isObjectLiteralExpression(node.parent))
