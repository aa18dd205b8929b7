import { isDeepStrictEqual } from 'node:util'
import type { Endpoints } from '../../src/contract/endpoint.ts'

/** The two namings of the protection service; its documents do not say which one is current (A72). */
export type ProtectionNaming = 'insured' | 'protected'

/** Every field name that differs between the namings. */
export const namingWords: readonly (readonly [insured: string, protected_: string])[] = [
  ['amount_insured', 'amount_protected'],
  ['amount_insured_presentment', 'amount_protected_presentment'],
  ['is_insured', 'is_protected'],
]
const toProtectedWord = new Map(namingWords)
const toInsuredWord = new Map(namingWords.map(([insured, protected_]) => [protected_, insured]))

/** Whether one of the names is used anywhere. Nearly always none is, and this check costs a tenth of renaming. */
function uses(value: unknown, names: ReadonlyMap<string, string>): boolean {
  if (Array.isArray(value)) return value.some((one) => uses(one, names))
  if (value === null || typeof value !== 'object') return false
  for (const name in value) if (names.has(name) || uses((value as Record<string, unknown>)[name], names)) return true
  return false
}

function rename(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => rename(one, names))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [names.get(name) ?? name, rename(inner, names)]))
}

/** Returns the name of a field in the protected naming. */
export const toProtectedName = (name: string) => toProtectedWord.get(name) ?? name

/** Returns the name of a field in the insured naming. */
export const toInsuredName = (name: string) => toInsuredWord.get(name) ?? name

/** Converts a body to the protected naming. */
export const toProtectedNaming = (body: unknown) => (uses(body, toProtectedWord) ? rename(body, toProtectedWord) : body)

/** Converts a body to the insured naming, which the tables use. */
export const toInsuredNaming = (body: unknown) => (uses(body, toInsuredWord) ? rename(body, toInsuredWord) : body)

/** Lists fields that are present in both namings with different values, each with its path. */
export function contradictions(body: unknown, path = ''): string[] {
  if (body === null || typeof body !== 'object' || (path === '' && !uses(body, toInsuredWord))) return []
  const record = body as Record<string, unknown>
  const here = namingWords
    .filter(([insured, protected_]) => insured in record && protected_ in record && !isDeepStrictEqual(record[insured], record[protected_]))
    .map(([insured, protected_]) => `${path}${insured} and ${protected_} say different things`)
  return [...here, ...Object.entries(record).flatMap(([name, inner]) => contradictions(inner, `${path}${name}.`))]
}

/** Returns the table with its paths in the given naming. */
export function inNaming<Table extends Endpoints>(table: Table, naming: ProtectionNaming): Table {
  if (naming === 'insured') return table
  return Object.fromEntries(
    Object.entries(table).map(([verb, endpoint]) => [verb, { ...endpoint, path: endpoint.path.replace(/_insurance$/, '_protection') }]),
  ) as Table
}
