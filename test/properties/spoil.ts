import fc from 'fast-check'
import type { ZodType } from 'zod'
import { arbitraryOf, type ArbitraryOptions } from './arbitrary.ts'
import { accepts, boundsOf, definitionOf, isRefined, unwrapped } from './schema.ts'

/** A value with one fault. */
export interface Spoilt {
  /** Where the fault is. */
  path: (string | number)[]
  /** What was put there; undefined where it was taken away. */
  fault: unknown
  /** The whole value. */
  value: unknown
  /** Paths of which one has to be named: that place, or what is wrong within it. */
  fields: string[]
}

interface Place {
  path: (string | number)[]
  schema: ZodType
  /** What may stand there is not for its own schema alone to say. */
  tx: { schema: ZodType; value: object } | undefined
}

const junk: readonly unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'x',
  '\u0000',
  'é'.repeat(20),
  'javascript:alert(1)',
  'US-KY',
  '31 February',
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  true,
  [],
  {},
  [{}],
]

/** All faults that a place can have: what its schema refuses, of what is commonly sent by mistake and what is just beyond its limits. */
function faultsAt({ path, schema, tx }: Place): unknown[] {
  const { minimum, maximum, exclusiveMinimum } = boundsOf(unwrapped(schema))
  const beyond =
    definitionOf(unwrapped(schema)).type === 'string'
      ? [...(maximum === undefined ? [] : ['y'.repeat(maximum + 1)]), ...(minimum ? ['z'.repeat(minimum - 1)] : [])]
      : [minimum, maximum, exclusiveMinimum].flatMap((limit) => (limit === undefined ? [] : [limit - 1, limit + 1, limit]))
  const name = path.at(-1)!
  return [...junk, ...beyond].filter((fault) => {
    if (!accepts(schema, fault)) return true
    if (!tx) return false
    const { error } = tx.schema.safeParse(withField(tx.value, [name], fault))
    return error?.issues.some(({ path }) => path[0] === name) ?? false
  })
}

/** Every place of a value that its schema names. */
function placesIn(schema: ZodType, value: unknown, path: Place['path'] = [], tx?: Place['tx']): Place[] {
  const here: Place[] = path.length > 0 ? [{ path, schema, tx }] : []
  const { type, shape = {}, element } = definitionOf(unwrapped(schema))
  if (type === 'object' && value !== null && typeof value === 'object') {
    const whole = isRefined(unwrapped(schema)) ? { schema: unwrapped(schema), value } : undefined
    return [...here, ...Object.entries(shape).flatMap(([name, field]) => placesIn(field, (value as Record<string, unknown>)[name], [...path, name], whole))]
  }
  if (type === 'array' && element && Array.isArray(value)) return [...here, ...value.flatMap((one, index) => placesIn(element, one, [...path, index]))]
  return here
}

/** The value with something else in one place, or without what was there. */
function withField(value: unknown, [name, ...rest]: Place['path'], fault: unknown): unknown {
  if (name === undefined) return fault
  if (Array.isArray(value)) return value.map((one, index) => (index === name ? withField(one, rest, fault) : (one as unknown)))
  const { [name]: inner, ...others } = (value ?? {}) as Record<string, unknown>
  const changed = withField(inner, rest, fault)
  return changed === undefined ? others : { ...others, [name]: changed }
}

/** A fault, before it is known what is wrong with it. */
export type Way = Omit<Spoilt, 'fields'>

/** All that the schema must refuse for one fault in that place. */
const waysToSpoil = (value: unknown, place: Place): Way[] =>
  faultsAt(place)
    // Nothing can be taken away from a list without moving the rest.
    .filter((fault) => fault !== undefined || typeof place.path.at(-1) === 'string')
    .map((fault) => ({ path: place.path, fault, value: withField(value, place.path, fault) }))

/** The value with one fault, which the index chooses; undefined where nothing that is `sendable` can be wrong with it. */
export function spoil(schema: ZodType, value: unknown, index: number, sendable: (way: Way) => boolean = () => true): Spoilt | undefined {
  const places = placesIn(schema, value)
  for (let tried = 0; tried < places.length; tried += 1) {
    const ways = waysToSpoil(value, places[(index + tried) % places.length]!).filter(sendable)
    const way = ways[Math.floor(index / places.length) % ways.length]
    if (way) return { ...way, fields: fieldsAtFault(schema, way) }
  }
  return undefined
}

/** The paths of what the schema finds wrong there. */
function fieldsAtFault(schema: ZodType, { path, value }: Way): string[] {
  const issues = schema.safeParse(value).error?.issues ?? []
  return issues.filter((issue) => path.every((name, index) => issue.path[index] === name)).map((issue) => issue.path.join('.'))
}

/** Any value that the schema must refuse for one fault. */
export const spoiltOf = (schema: ZodType, options: ArbitraryOptions = {}, sendable?: (way: Way) => boolean): fc.Arbitrary<Spoilt | undefined> =>
  fc.tuple(arbitraryOf(schema, options), fc.nat()).map(([value, index]) => spoil(schema, value, index, sendable))
