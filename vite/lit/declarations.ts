import { parseSync } from 'vite'
import type { Place, SourceNode } from '../source.ts'

interface Declaration extends SourceNode {
  declarations?: { id: { name: string }; init: Place | null }[]
  id?: { name: string }
  body?: { body: { key: { name: string }; start: number; end: number }[] }
}

/**
 * Where the parts of a module stand, by name: the value of a variable, a whole function, a member of a class as `Class.member`; and statements
 * that name nothing by their own text.
 */
export function declarationsOf(file: string, code: string): Map<string, Place> {
  const places = new Map<string, Place>()
  for (const statement of parseSync(file, code).program.body as unknown as SourceNode[]) {
    const declared = (statement.declaration ?? statement) as Declaration
    if (declared.type === 'VariableDeclaration') for (const { id, init } of declared.declarations!) if (init) places.set(id.name, init)
    if (declared.type === 'FunctionDeclaration') places.set(declared.id!.name, statement)
    if (declared.type === 'ClassDeclaration') for (const member of declared.body!.body) places.set(`${declared.id!.name}.${member.key.name}`, member)
    if (declared.type === 'ExpressionStatement') places.set(code.slice(declared.start, declared.end), declared)
  }
  return places
}
