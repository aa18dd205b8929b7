import { hashOf } from '../reports/hash.ts'
import type { Part } from './payload.ts'

/**
 * The fields of a payload to store: a plain value; the digest of a secret text; fields of an object; fields of each list entry; or the entries of a
 * name-value list with these names.
 */
export type FieldSelection = 'value' | 'digest' | { readonly [name: string]: FieldSelection } | readonly [FieldSelection] | NamedEntries

/** Selects the entries of a list whose name, in this field, matches. */
export class NamedEntries {
  constructor(
    readonly field: 'name' | 'key',
    readonly names: RegExp,
  ) {}
}

/** The part of a payload to store. What nothing reads, such as browsers' addresses, notes and payment methods, is never stored. */
export function selectFields(payload: Part, fields: FieldSelection): unknown {
  // An object or a list in place of a plain value is stored as null. It is not left out, because mappings tell an empty field from a missing one.
  if (fields === 'value') return typeof payload.value === 'object' ? null : payload.value
  if (fields === 'digest') {
    const text = payload.text()
    return text && hashOf(text)
  }
  if (fields instanceof NamedEntries) {
    const { field, names } = fields
    const entries = payload.items().filter((entry) => names.test(entry.at(field).text() ?? ''))
    return entries.map((entry) => selectFields(entry, { [field]: 'value', value: 'value' }))
  }
  if (isList(fields)) return Array.isArray(payload.value) ? payload.items().map((item) => selectFields(item, fields[0]) ?? null) : undefined
  if (!payload.isObject()) return undefined
  return Object.fromEntries(Object.entries(fields).map(([name, inner]) => [name, selectFields(payload.at(name), inner)]))
}

const isList = (fields: FieldSelection): fields is readonly [FieldSelection] => Array.isArray(fields)

/** Selects these fields, each as a plain value. */
export const values = <Name extends string>(...names: Name[]) => Object.fromEntries(names.map((name) => [name, 'value'])) as Record<Name, 'value'>

/** The properties that the widgets write on a line, a fee or an order: the sealed quote and the record of consent. */
export const protectionNames = /protection_(quote|terms)$/
