import { z, type ZodType } from 'zod'
import { readMoney } from '../../upstream/money-text.ts'

/** The JSON Schema of a value, or of a part of it. */
export type Shape = z.core.JSONSchema.BaseSchema

/** Names and array positions, outermost first. */
export type Path = readonly (string | number)[]

/** How a value is written as text. */
export type Kind = 'text' | 'number' | 'boolean' | 'money' | 'json'

/** A place in an input that one flag, or one column of a CSV file, can fill. */
export interface Field {
  path: Path
  kind: Kind
  shape: Shape
  /** Whether the input is refused without it. */
  required: boolean
  /** Its meaning, if the schema describes it. */
  description: string | undefined
}

/** The JSON Schema of the input or of the output of a schema. */
export const shapeOf = (schema: ZodType, io: 'input' | 'output' = 'input'): Shape => z.toJSONSchema(schema, { io, unrepresentable: 'any' })

/** The fields of an input: the leaves of objects; money and lists are one field each. */
export function fieldsOf(shape: Shape, at: Path = [], required = true): Field[] {
  return Object.entries(propertiesOf(shape)).flatMap(([name, inner]) => {
    const path = [...at, name]
    const needed = required && (shape.required?.includes(name) ?? false)
    const kind = kindOf(inner)
    if (kind === 'json' && Object.keys(propertiesOf(inner)).length > 0) return fieldsOf(notNull(inner), path, needed)
    return [{ path, kind, shape: inner, required: needed, description: inner.description }]
  })
}

/** The field at a path, which may contain array positions; undefined if the schema has no such field. */
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

/** The schema of the items of an array. */
export const itemOf = (shape: Shape): Shape | undefined => toShape(notNull(shape).items)

/** Whether null is allowed. */
export const isNullable = ({ anyOf }: Shape) => anyOf?.some((one) => typeof one === 'object' && one.type === 'null') ?? false

/** The allowed texts, if the schema lists them. */
export const choicesOf = (shape: Shape) => notNull(shape).enum?.map(String)

/** Parses a text to a value of this kind, or returns what is wrong with it. The schema checks the value itself. */
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

/** Sets the value at a path, and creates objects and arrays on the way. Ignores `__proto__`. */
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

/** The schema without null, if null is allowed. */
function notNull(shape: Shape): Shape {
  const others = shape.anyOf?.filter((one): one is Shape => typeof one === 'object' && one.type !== 'null')
  return others?.length === 1 ? { description: shape.description, ...others[0] } : shape
}

const toShape = (items: unknown): Shape | undefined => (typeof items === 'object' && items !== null && !Array.isArray(items) ? (items as Shape) : undefined)

/** The most levels of an input. No operation needs nearly as many, and a deeper input could exhaust the stack. */
export const maxDepth = 64

/** Whether a value has more levels of lists and objects than allowed. */
function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isNesting)
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === maxDepth) return true
    level = level.flatMap((one) => Object.values(one).filter(isNesting))
  }
  return false
}

const isNesting = (value: unknown): value is object => typeof value === 'object' && value !== null
