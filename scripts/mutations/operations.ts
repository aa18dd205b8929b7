import { catalogue, type Family } from '../../proxy/upstream/catalogue.ts'

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

/** The families of operations, each with its title and its verbs. */
export const families: readonly { title: string; verbs: readonly string[] }[] = Object.keys(prefixes).map((family) => {
  const { title, operations } = (catalogue as Record<string, Family>)[family]!
  return { title, verbs: Object.keys(operations) }
})

/** The verb of the operation that a request asks for, if it is one. */
export function operationOf(method: string, url: string): string | undefined {
  const [path = ''] = url.split('?')
  return patterns.find((one) => one.method === method && one.pattern.test(path))?.verb
}
