import { catalogue, type Family } from '../../proxy/upstream/catalogue.ts'
import { loyaltyEvents } from '../../proxy/upstream/loyalty-events.schema.ts'

/** The path of each family whose operations the stand-ins serve. The claims family is missing: a merchant hosts it. */
const prefixes = { loyalty: '/loyalty', loyaltyStorefront: '/loyalty', protection: '/protection/api/v1', track: '/track(?:/[\\w-]+)?' }

const served = Object.entries(prefixes).map(([family, prefix]) => [prefix, (catalogue as Record<string, Family>)[family]!.operations] as const)

/** Every operation that the stand-ins serve: its verb and the pattern of its requests. */
const patterns = served.flatMap(([prefix, operations]) =>
  Object.entries(operations).map(([verb, { method, path }]) => {
    const pattern = path.replace(/:\w+/g, '[^/]+').replace(/_insurance$/, '_(?:insurance|protection)')
    return { verb, method, pattern: new RegExp(`^${prefix}${pattern}/?$`) }
  }),
)

/** The verbs of every operation that the stand-ins serve. */
const operations: readonly string[] = patterns.map(({ verb }) => verb)

/** The name for the part of a webhook that is the same for every event: everything except the payload. */
export const everyEvent = 'every event'

/** The requests that the stand-ins send: claims by their verbs, and webhooks by their topics. */
export const claims: readonly string[] = Object.keys(catalogue.claims.operations)
export const events: readonly string[] = [everyEvent, ...Object.keys(loyaltyEvents)]

/** Every operation and event with mutants, in the order of the report. */
export const mutatedOperations: readonly string[] = [...operations, ...claims, ...events]

/** The same operations and events by family. */
export const families: readonly { title: string; verbs: readonly string[] }[] = [
  ...Object.keys(prefixes).map((family) => {
    const { title, operations } = (catalogue as Record<string, Family>)[family]!
    return { title, verbs: Object.keys(operations) }
  }),
  { title: 'Claims, sent to the merchant', verbs: claims },
  { title: 'Loyalty events, sent to registered addresses', verbs: events },
]

/** Returns the verb of the operation that a request calls, if there is one. */
export function operationOf(method: string, url: string): string | undefined {
  const [path = ''] = url.split('?')
  return patterns.find((one) => one.method === method && one.pattern.test(path))?.verb
}

/** Returns the operations of a request that the stand-ins send: a claim by its path, or an event by its topic. */
export function sentOperations(path: string, body: unknown): readonly string[] {
  const { topic } = Object((Object(body) as { metadata?: unknown }).metadata) as { topic?: string }
  if (topic !== undefined) return [everyEvent, topic]
  const claim = Object.entries(catalogue.claims.operations).find(([, operation]) => path.endsWith(operation.path.replace(/^.*\//, '/')))
  return claim ? [claim[0]] : []
}
