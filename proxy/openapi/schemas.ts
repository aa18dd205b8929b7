import { registry, toJSONSchema, type ZodType } from 'zod'

/** A schema of a document (JSON Schema 2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>

/** The schemas of one document, made from the schemas that check real messages. */
export interface Schemas {
  /** The named schemas, to which other schemas refer. */
  components: Record<string, JsonSchema>
  /** Returns a reference if the schema has a name, else the whole schema. */
  of(schema: ZodType): JsonSchema
  /** Returns the whole schema, named or not. */
  inFull(schema: ZodType): JsonSchema
}

const place = '#/components/schemas/'

/** Makes a reference to a named schema. */
export const refTo = (name: string): JsonSchema => ({ $ref: place + name })

/**
 * Writes the schemas of messages as they are sent, before a reader converts fields or fills in defaults. `rules` adds the rules that code checks
 * and that a schema cannot show by itself.
 */
export function writeSchemas(named: Record<string, ZodType>, others: Iterable<ZodType>, rules: ReadonlyMap<ZodType, JsonSchema> = new Map()): Schemas {
  const names = registry<{ id: string }>()
  const idOf = new Map<ZodType, string>()
  const add = (schema: ZodType, id: string) => {
    if (idOf.has(schema)) return
    idOf.set(schema, id)
    names.add(schema, { id })
  }
  for (const [name, schema] of Object.entries(named)) add(schema, name)
  for (const schema of others) add(schema, `_${idOf.size}`)

  const { schemas } = toJSONSchema(names, {
    io: 'input',
    unrepresentable: 'any',
    uri: (id) => place + id,
    override({ zodSchema, jsonSchema }) {
      const rule = rules.get(zodSchema as unknown as ZodType)
      if (!rule) return
      if ('allOf' in rule) delete jsonSchema.$ref // the rule contains the same reference
      merge(jsonSchema, rule)
    },
  })
  const written = Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, plain(schema) as JsonSchema]))
  const find = (schema: ZodType) => {
    const id = idOf.get(schema)
    if (id === undefined) throw new TypeError('this schema was not given to the document')
    return { id, schema: written[id]! }
  }
  return {
    components: Object.fromEntries(Object.keys(named).map((name) => [name, written[name]!])),
    inFull: (schema) => find(schema).schema,
    of(schema) {
      const { id, schema: full } = find(schema)
      return id in named ? refTo(id) : full
    },
  }
}

function merge(into: Record<string, unknown>, rule: JsonSchema) {
  for (const [name, said] of Object.entries(rule)) {
    if (name === 'properties')
      for (const [field, more] of Object.entries(said as object)) merge((into.properties as Record<string, never>)[field]!, more as JsonSchema)
    else into[name] = said
  }
}

/** The keywords that may stand beside a reference; all others are in the schema that it refers to. */
const besideReference = new Set(['$ref', 'description', 'default', 'deprecated'])

/** Removes `$schema` and `$id`, the bounds of JavaScript numbers, patterns beside a format, and keywords that may not stand beside a reference. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object') return value
  const kept = Object.entries(value).filter(([name, inner]) => {
    if ('$ref' in value && !besideReference.has(name)) return false
    if (name === '$schema' || name === '$id' || (name === 'pattern' && 'format' in value)) return false
    if (name === 'additionalProperties') return Object.keys(inner as object).length > 0 || inner === false
    return inner !== Number.MIN_SAFE_INTEGER && inner !== Number.MAX_SAFE_INTEGER
  })
  return Object.fromEntries(kept.map(([name, inner]) => [name, plain(inner)]))
}
