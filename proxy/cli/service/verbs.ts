import type { ZodType } from 'zod'
import { catalogue, type Family } from '../../upstream/catalogue.ts'
import type { Operation } from '../../upstream/operation.ts'
import { wholeLookupSchema } from '../../upstream/track.schema.ts'
import { kebab } from '../io/flags.ts'
import type { FamilyName } from './callers.ts'

/** An operation with its schemas, as a command uses it. */
export interface Verb {
  family: FamilyName
  /** Its key in the table. */
  name: string
  operation: Operation
  input: ZodType
  answer: ZodType
  /** The command that shows whether the operation took effect, if the service has such an operation. */
  check: string | undefined
}

/** The families whose operations are the commands of a service. */
const services = {
  loyalty: ['loyalty', 'loyaltyStorefront'],
  protection: ['protection', 'track', 'claims'],
} as const satisfies Record<string, readonly FamilyName[]>

/** A service that has commands. */
export type ServiceName = keyof typeof services

/** Every operation of a service, in the order of its tables. */
export const verbsOf = (service: ServiceName): Verb[] =>
  services[service].flatMap((family) => {
    const { operations, inputs, answers }: Family = catalogue[family]
    return Object.entries(operations).map(([name, operation]) => ({
      family,
      name,
      operation,
      // The service also answers an incomplete look-up, but a person who types one has forgotten a part.
      input: family === 'track' ? wholeLookupSchema : inputs[name]!,
      answer: answers[name]!,
      check: checkFor(service, operation, operations),
    }))
  })

/** The fields of an input in the path, in the order of the path. */
export const pathFieldsOf = ({ path }: Pick<Operation, 'path'>) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

/** Whether the operation is called in the name of a member (A35). */
export const needsMember = ({ family, name }: Pick<Verb, 'family' | 'name'>) => family === 'loyaltyStorefront' && name !== 'authenticate'

/** The command that reads what an operation changes: the read with the longest path that the path of the operation begins with. */
function checkFor(service: ServiceName, { path, method }: Operation, operations: Family['operations']): string | undefined {
  if (method === 'GET') return undefined
  const reads = Object.entries(operations).filter(([, one]) => one.method === 'GET' && (path === one.path || path.startsWith(`${one.path}/`)))
  const [nearest] = reads.sort(([, a], [, b]) => b.path.length - a.path.length)
  return nearest && ['storefront-proxy', service, kebab(nearest[0]), ...pathFieldsOf(nearest[1]).map((field) => `<${kebab(field)}>`)].join(' ')
}
