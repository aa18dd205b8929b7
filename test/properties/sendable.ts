import fc from 'fast-check'
import type { ZodType } from 'zod'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { arbitraryOf } from './arbitrary.ts'
import { accepts } from './schema.ts'
import { spoil, type Spoilt, type Way } from './spoil.ts'
import { anyText } from './text.ts'

/** The fields that stand in the path. */
const pathFields = ({ path }: Pick<Endpoint, 'path'>) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

/** Whether a value can stand in a path: dots and nothing would leave their place in it, and are not sent. */
const canStandInPath = (value: unknown) => typeof value === 'string' && !/^\.{0,2}$/.test(value)

/** Any input that an operation takes and that can be sent: what an address carries is text. */
export function sendableOf(endpoint: Pick<Endpoint, 'method' | 'path'>, schema: ZodType): fc.Arbitrary<Record<string, unknown>> {
  const inputs = arbitraryOf(schema, endpoint.method === 'GET' ? { anything: anyText(0, 200) } : {}) as fc.Arbitrary<Record<string, unknown>>
  return inputs.filter((input) => pathFields(endpoint).every((name) => canStandInPath(input[name])))
}

/** Whether a fault is still one once it is sent: in an address everything is text, and what is null is left out. */
const isSendable =
  (endpoint: Pick<Endpoint, 'method' | 'path'>, schema: ZodType) =>
  ({ path: [field, ...inner], fault, value }: Way) => {
    const inPath = pathFields(endpoint).includes(String(field))
    if (!inPath && endpoint.method !== 'GET') return true
    if (fault === null || typeof fault === 'object' || inner.length > 0) return false
    if (fault === undefined) return !inPath
    const text = String(fault)
    return (!inPath || canStandInPath(text)) && !accepts(schema, { ...(value as object), [String(field)]: text })
  }

/** Any input that an operation has to refuse for one fault, and that can be sent. */
export const spoiltFor = (endpoint: Pick<Endpoint, 'method' | 'path'>, schema: ZodType): fc.Arbitrary<Spoilt | undefined> =>
  fc.tuple(sendableOf(endpoint, schema), fc.nat()).map(([input, index]) => spoil(schema, input, index, isSendable(endpoint, schema)))
