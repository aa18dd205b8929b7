import { namingWords } from '../upstream/naming.ts'
import { refTo, type JsonSchema } from './schemas.ts'

const toProtected = new Map(namingWords)
const suffix = 'InProtectedNaming'
const reference = /^#\/components\/schemas\/(\w+)$/

/** Schemas; some have a second form with the other names of the same fields (A72). */
export interface BothNamings {
  components: Record<string, JsonSchema>
  /** Returns a schema for either naming, or the unchanged schema if none of its names differ. */
  either(schema: JsonSchema): JsonSchema
}

/** Adds the same schemas in the protected naming, for those whose names differ. */
export function inBothNamings(components: Readonly<Record<string, JsonSchema>>): BothNamings {
  const differs = new Map<string, boolean>()
  const nameDiffers = (name: string): boolean => {
    if (!differs.has(name)) {
      differs.set(name, false) // ends the recursion for a schema that contains itself
      differs.set(name, hasWord(components[name]))
    }
    return differs.get(name)!
  }
  const hasWord = (value: unknown): boolean => {
    if (typeof value === 'string') {
      const [, name] = reference.exec(value) ?? []
      return name !== undefined && name in components && nameDiffers(name)
    }
    if (value === null || typeof value !== 'object') return false
    return Object.entries(value).some(([name, inner]) => toProtected.has(name) || hasWord(inner))
  }
  const rename = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const [, name] = reference.exec(value) ?? []
      return name !== undefined && nameDiffers(name) ? refTo(name + suffix).$ref : (toProtected.get(value) ?? value)
    }
    if (Array.isArray(value)) return value.map(rename)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [toProtected.get(name) ?? name, rename(inner)]))
  }
  const twins = Object.entries(components).filter(([name]) => nameDiffers(name))
  return {
    components: { ...components, ...Object.fromEntries(twins.map(([name, schema]) => [name + suffix, rename(schema) as JsonSchema])) },
    either: (schema) => (hasWord(schema) ? { anyOf: [schema, rename(schema)] } : schema),
  }
}
