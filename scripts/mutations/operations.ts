import { catalogue, type Family } from '../../proxy/upstream/catalogue.ts'
import { loyaltyEvents } from '../../proxy/upstream/loyalty-events.schema.ts'

/** Where the stand-ins serve each family whose operations they answer; a merchant hosts the claims family itself. */
const prefixes = { loyalty: '/loyalty', loyaltyStorefront: '/loyalty', protection: '/protection/api/v1', track: '/track(?:/[\\w-]+)?' }

const answered = Object.entries(prefixes).map(([family, prefix]) => [prefix, (catalogue as Record<string, Family>)[family]!.operations] as const)

/** Every operation that the stand-ins answer, by its verb, with what its requests look like. */
const patterns = answered.flatMap(([prefix, operations]) =>
  Object.entries(operations).map(([verb, { method, path }]) => {
    const pattern = path.replace(/:\w+/g, '[^/]+').replace(/_insurance$/, '_(?:insurance|protection)')
    return { verb, method, pattern: new RegExp(`^${prefix}${pattern}/?$`) }
  }),
)

/** The verbs of every operation that the stand-ins answer. */
export const operations: readonly string[] = patterns.map(({ verb }) => verb)

/** What is the same in the delivery of every event: all of it but the payload. */
export const everyEvent = 'every event'

/** What the stand-ins send by themselves: claims by their verbs, and what they tell registered addresses of by its topic. */
export const claims: readonly string[] = Object.keys(catalogue.claims.operations)
export const events: readonly string[] = [everyEvent, ...Object.keys(loyaltyEvents)]

/** All that is judged, in the order of the page. */
export const judged: readonly string[] = [...operations, ...claims, ...events]

/** All that is judged by what it belongs to. */
export const families: readonly { title: string; verbs: readonly string[] }[] = [
  ...Object.keys(prefixes).map((family) => {
    const { title, operations } = (catalogue as Record<string, Family>)[family]!
    return { title, verbs: Object.keys(operations) }
  }),
  { title: 'Claims, sent to the merchant', verbs: claims },
  { title: 'Loyalty events, sent to registered addresses', verbs: events },
]

/** The verb of the operation that a request asks for, if it is one. */
export function operationOf(method: string, url: string): string | undefined {
  const [path = ''] = url.split('?')
  return patterns.find((one) => one.method === method && one.pattern.test(path))?.verb
}

/** What a request that the stand-ins make belongs to: a claim by its path, or an event by its topic. */
export function sentBy(path: string, body: unknown): readonly string[] {
  const { topic } = Object((Object(body) as { metadata?: unknown }).metadata) as { topic?: string }
  if (topic !== undefined) return [everyEvent, topic]
  const claim = Object.entries(catalogue.claims.operations).find(([, operation]) => path.endsWith(operation.path.replace(/^.*\//, '/')))
  return claim ? [claim[0]] : []
}
