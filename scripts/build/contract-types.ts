// Writes the types of the contract's schemas out as plain types, in place of the declarations that tsc makes of them: these would need zod, which
// nobody who uses the widgets has to install.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import ts from 'typescript'

const folder = 'src/contract'
const target = 'dist/package/types/contract'
const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile('tsconfig.json', ts.sys.readFile).config, ts.sys, '.')
const files = readdirSync(folder).filter((file) => file.endsWith('.schema.ts'))
const program = ts.createProgram(
  files.map((file) => `${folder}/${file}`),
  options,
)
const checker = program.getTypeChecker()

/** A comment as it stands in a declaration file; empty if there is none. */
function commentOf(symbol: ts.Symbol | undefined, indent = ''): string {
  const lines = ts.displayPartsToString(symbol?.getDocumentationComment(checker)).split('\n').filter(Boolean)
  return lines.length > 0 ? `${indent}/** ${lines.join(' ')} */\n` : ''
}

/** Writes a type without any name of another file. */
function write(type: ts.Type, indent: string): string {
  if (type.isUnion() && type.types.some(isStructure))
    return type.types.map((one) => (isStructure(one) ? write(one, indent) : checker.typeToString(one))).join(' | ')
  if (!isStructure(type)) return checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation)
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference)
    const text = write(element!, indent)
    return / \| /.test(text) ? `(${text})[]` : `${text}[]`
  }
  const inner = `${indent}  `
  const indexes = checker.getIndexInfosOfType(type).map(({ keyType, type }) => `${inner}[key: ${checker.typeToString(keyType)}]: ${write(type, inner)}\n`)
  const members = checker.getPropertiesOfType(type).map((property) => {
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0
    const own = checker.getTypeOfSymbol(property)
    return `${commentOf(property, inner)}${inner}${property.name}${isOptional ? '?' : ''}: ${write(isOptional ? checker.getNonNullableType(own) : own, inner)}\n`
  })
  return `{\n${indexes.join('')}${members.join('')}${indent}}`
}

const isStructure = (type: ts.Type): boolean => (type.flags & ts.TypeFlags.Object) !== 0

for (const file of files) {
  const declared = `${target}/${file.replace(/\.ts$/, '.d.ts')}`
  // Only the schemas whose types an element shows are part of the package.
  if (!existsSync(declared)) continue
  const module = checker.getSymbolAtLocation(program.getSourceFile(`${folder}/${file}`)!)!
  const types = checker.getExportsOfModule(module).filter(({ flags }) => flags & ts.SymbolFlags.TypeAlias)
  const text = types.map((symbol) => `${commentOf(symbol)}export type ${symbol.name} = ${write(checker.getDeclaredTypeOfSymbol(symbol), '')}\n`)
  rmSync(declared)
  writeFileSync(declared, text.join('\n'))
}
