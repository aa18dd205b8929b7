import { z, type ZodType } from 'zod'
import { readMoney } from '../../shop-admin/money-text.ts'

/** What a schema says of a place in its values; as JSON Schema says it. */
export type Shape = z.core.JSONSchema.BaseSchema

/** Names and array positions, from the outside in. */
export type Path = readonly (string | number)[]

/** How a value is written as one text. */
export type Kind = 'text' | 'number' | 'boolean' | 'money' | 'json'

/** A place in an input that one flag, or one column of a CSV file, can fill. */
export interface Field {
  path: Path
  kind: Kind
  shape: Shape
  /** Whether nothing is sent without it. */
  required: boolean
  /** What it means, if the schema says so. */
  description: string | undefined
}

/** What a schema takes, or what it gives. */
export const shapeOf = (schema: ZodType, io: 'input' | 'output' = 'input'): Shape => z.toJSONSchema(schema, { io, unrepresentable: 'any' })

/** The fields of an input: objects down to their leaves, money and lists whole. */
export function fieldsOf(shape: Shape, at: Path = [], required = true): Field[] {
  return Object.entries(propertiesOf(shape)).flatMap(([name, inner]) => {
    const path = [...at, name]
    const needed = required && (shape.required?.includes(name) ?? false)
    const kind = kindOf(inner)
    if (kind === 'json' && Object.keys(propertiesOf(inner)).length > 0) return fieldsOf(notNull(inner), path, needed)
    return [{ path, kind, shape: inner, required: needed, description: inner.description }]
  })
}

/** The field that stands at a path, with positions of arrays in it; undefined where the schema knows none. */
export function fieldAt(shape: Shape, path: Path): Field | undefined {
  let at: Shape | undefined = shape
  for (const step of path) {
    const inner: Shape = notNull(at)
    at = inner.type === 'array' && /^\d{1,4}$/.test(String(step)) ? toShape(inner.items) : propertiesOf(inner)[step]
    if (!at) return undefined
  }
  return { path, kind: kindOf(at), shape: at, required: false, description: at.description }
}

/** The named parts of an object. */
export const propertiesOf = (shape: Shape): Record<string, Shape> =>
  Object.fromEntries(Object.entries(notNull(shape).properties ?? {}).flatMap(([name, inner]) => (typeof inner === 'object' ? [[name, inner]] : [])))

/** What an array is made of. */
export const itemOf = (shape: Shape): Shape | undefined => toShape(notNull(shape).items)

/** Whether null can stand here. */
export const isNullable = ({ anyOf }: Shape) => anyOf?.some((one) => typeof one === 'object' && one.type === 'null') ?? false

/** The texts that can stand here, where the schema lists them. */
export const choicesOf = (shape: Shape) => notNull(shape).enum?.map(String)

/** A text as the value that it stands for, or what is wrong with it. Whether the value fits is the schema's to say. */
export function readValue(text: string, { kind }: Pick<Field, 'kind'>): { value: unknown } | { fault: string } {
  switch (kind) {
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) ? { value: Number(text) } : { fault: `needs a number, not "${text}"` }
    case 'boolean':
      return text === 'true' || text === 'false' ? { value: text === 'true' } : { fault: `needs true or false, not "${text}"` }
    case 'money': {
      const money = readMoney(text)
      return typeof money === 'string' ? { fault: money } : { value: money }
    }
    case 'json':
      try {
        return notTooDeep(JSON.parse(text))
      } catch (error) {
        return { fault: `is no JSON: ${(error as Error).message}` }
      }
    case 'text':
      return { value: text }
  }
}

const notTooDeep = (value: unknown) => (isTooDeep(value) ? { fault: `is nested deeper than ${maxDepth} levels` } : { value })

/** Puts a value in its place, making objects and arrays on the way. Inherited names are refused, as they are nobody's fields. */
export function place(target: Record<string, unknown>, path: Path, value: unknown) {
  let at = target as Record<string | number, unknown>
  for (const [index, step] of path.entries()) {
    if (step === '__proto__') return
    if (index === path.length - 1) at[step] = value
    else {
      const next = Object.hasOwn(at, step) ? at[step] : undefined
      at = at[step] = (typeof next === 'object' && next !== null ? next : typeof path[index + 1] === 'number' ? [] : {}) as Record<string | number, unknown>
    }
  }
}

function kindOf(shape: Shape): Kind {
  const { type, properties } = notNull(shape)
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'boolean') return 'boolean'
  if (type === 'array') return 'json'
  if (type !== 'object') return 'text'
  return properties && Object.keys(properties).sort().join() === 'cents,currency' ? 'money' : 'json'
}

/** The shape beside null, where both can stand. */
function notNull(shape: Shape): Shape {
  const others = shape.anyOf?.filter((one): one is Shape => typeof one === 'object' && one.type !== 'null')
  return others?.length === 1 ? { description: shape.description, ...others[0] } : shape
}

const toShape = (items: unknown): Shape | undefined => (typeof items === 'object' && items !== null && !Array.isArray(items) ? (items as Shape) : undefined)

/** Levels that an input may have. No operation's goes nearly as deep; a deeper one would exhaust whoever walks through it. */
export const maxDepth = 64

/** Whether a value has more levels of lists and objects than that. */
function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isNesting)
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === maxDepth) return true
    level = level.flatMap((one) => Object.values(one).filter(isNesting))
  }
  return false
}

const isNesting = (value: unknown): value is object => typeof value === 'object' && value !== null
