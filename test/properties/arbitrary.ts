import fc from 'fast-check'
import type { ZodType } from 'zod'
import { accepts, boundsOf, definitionOf, isRefined } from './schema.ts'
import { anyDateTime, anyEmail, anyText, anyUrl, wordLists, subdivisionsOf } from './text.ts'

export interface ArbitraryOptions {
  /** What stands where a schema takes anything; text alone can be in an address. */
  anything?: fc.Arbitrary<unknown>
}

/** Names of extra fields: none that JSON readers refuse, nor one that either naming of the protection service gives a meaning (A72). */
const isExtraName = (name: string) => !/^(__proto__|(amount|is)_(insured|protected).*)$/.test(name)

/** Any value of JSON, as it comes out of JSON: without -0, and without names that readers refuse or rename. */
const anyJson: fc.Arbitrary<unknown> = fc
  .jsonValue({ maxDepth: 2 })
  .map((value) => JSON.stringify(value))
  .filter((json) => !/"(__proto__|(amount|is)_(insured|protected))/.test(json))
  .map((json) => JSON.parse(json) as unknown)

/** Any value that the schema takes as it is, extra fields and extremes among them. */
export function arbitraryOf(schema: ZodType, options: ArbitraryOptions = {}): fc.Arbitrary<unknown> {
  const { anything = anyJson } = options
  const { type, innerType, element, in: before, out, keyType, valueType, entries, values, options: alternatives = [] } = definitionOf(schema)
  const inner = (one: ZodType | undefined) => (one ? arbitraryOf(one, options) : anything)
  switch (type) {
    case 'object':
      return anyObject(schema, options)
    case 'string':
      return anyString(schema)
    case 'number':
    case 'int':
      return anyNumber(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'enum':
      return fc.constantFrom(...Object.values(entries ?? {}))
    case 'literal':
      return fc.constantFrom(...(values ?? []))
    case 'array': {
      const { minimum = 0, maximum = 500 } = boundsOf(schema)
      return refined(schema, fc.array(inner(element), { minLength: minimum, maxLength: maximum }))
    }
    case 'record':
      return refined(schema, fc.dictionary((inner(keyType) as fc.Arbitrary<string>).filter(isExtraName), inner(valueType), { noNullPrototype: true }))
    case 'optional':
    case 'nullable':
      return fc.option(inner(innerType), { nil: type === 'optional' ? undefined : null })
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return inner(innerType)
    case 'union':
      return fc.oneof(...alternatives.map(inner))
    case 'pipe':
      return inner(before && definitionOf(before).type === 'transform' ? out : before)
    case 'any':
    case 'unknown':
      return anything
    default:
      throw new TypeError(`no values are known of a schema of type ${type}`)
  }
}

function anyObject(schema: ZodType, options: ArbitraryOptions): fc.Arbitrary<object> {
  const { shape = {}, catchall } = definitionOf(schema)
  const fields = Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, arbitraryOf(field, options)]))
  const own = fc.record(fields, { noNullPrototype: true }).map(withoutUndefined)
  const placed = 'country_code' in shape && 'province_code' in shape ? anyPlace(own, schema) : own
  const name = anyText(1, 24).filter((name) => isExtraName(name) && !(name in shape))
  const extra =
    catchall && definitionOf(catchall).type !== 'never'
      ? fc.dictionary(name, arbitraryOf(catchall, options), { maxKeys: 3, noNullPrototype: true })
      : fc.constant({})
  return refined(
    schema,
    fc.tuple(extra, placed).map(([extra, own]) => ({ ...extra, ...own })),
  )
}

/** An address whose subdivision is one of its country's, or none where it may be left out. */
function anyPlace(address: fc.Arbitrary<Record<string, unknown>>, schema: ZodType) {
  return fc.tuple(address, fc.nat(), fc.boolean()).map(([address, index, without]) => {
    const codes = subdivisionsOf(String(address.country_code))
    const whole = { ...address, province_code: codes[index % codes.length] }
    return without && accepts(schema, { ...whole, province_code: '' }) ? { ...whole, province_code: '' } : whole
  })
}

function anyString(schema: ZodType): fc.Arbitrary<string> {
  const { minimum = 0, maximum, format, patterns = new Set() } = boundsOf(schema)
  if (format === 'url') return anyUrl.filter((url) => accepts(schema, url))
  if (format === 'email') return anyEmail.filter((email) => accepts(schema, email))
  if (format === 'datetime') return anyDateTime.filter((time) => accepts(schema, time))
  const [pattern] = patterns
  if (pattern && !pattern.source.includes('(?!'))
    return fc.oneof(fc.stringMatching(pattern, { size: 'medium' }), fc.stringMatching(pattern)).filter((text) => accepts(schema, text))
  if (isRefined(schema)) {
    const list = wordLists.find((list) => list.some((word) => accepts(schema, word)))
    if (list) return fc.constantFrom(...list.filter((word) => accepts(schema, word)))
    if (!fc.sample(anyText(minimum, maximum), { numRuns: 200, seed: 1 }).some((text) => accepts(schema, text)))
      throw new TypeError('no text is known that this schema takes')
  }
  return anyText(minimum, maximum).filter((text) => accepts(schema, text))
}

const largest = Number.MAX_SAFE_INTEGER

function anyNumber(schema: ZodType): fc.Arbitrary<number> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, format } = boundsOf(schema)
  if (format === 'safeint') {
    const min = Math.max(Math.ceil(minimum ?? -largest), exclusiveMinimum === undefined ? -largest : Math.floor(exclusiveMinimum) + 1)
    const max = Math.min(Math.floor(maximum ?? largest), exclusiveMaximum === undefined ? largest : Math.ceil(exclusiveMaximum) - 1)
    return refined(schema, fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max)))
  }
  const limits = {
    ...((exclusiveMinimum ?? minimum) !== undefined && { min: exclusiveMinimum ?? minimum, minExcluded: exclusiveMinimum !== undefined }),
    ...((exclusiveMaximum ?? maximum) !== undefined && { max: exclusiveMaximum ?? maximum, maxExcluded: exclusiveMaximum !== undefined }),
  }
  return refined(schema, fc.double({ noNaN: true, noDefaultInfinity: true, ...limits }).map(withoutMinusZero))
}

/** JSON writes -0 as 0. */
const withoutMinusZero = (value: number) => (value === 0 ? 0 : value)

/** Where a schema asks for more than its type and limits, its own word decides. */
const refined = <Value>(schema: ZodType, values: fc.Arbitrary<Value>) => (isRefined(schema) ? values.filter((value) => accepts(schema, value)) : values)

const withoutUndefined = (value: object) => Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined))
