import { kebab } from '../../proxy/cli/io/flags.ts'
import { verbsOf } from '../../proxy/cli/service/verbs.ts'
import { catalogue, type Family } from '../../proxy/upstream/catalogue.ts'
import { loyaltyEvents } from '../../proxy/upstream/loyalty-events.schema.ts'
import type { Operation } from '../../proxy/upstream/operation.ts'
import { sentences } from '../../test/conformance/sentences.ts'
import { checksOf } from './check-links.ts'
import { code, linkTo, madeBy, table } from './markdown.ts'
import { filesThatSay, handlerOf } from './sources.ts'

/** The files and functions of a family’s operations in the project. */
interface Surroundings {
  tableFile: string
  /** The object whose functions call the operations. */
  client: string
  standIn: string
}

const surroundings: Record<keyof typeof catalogue, Surroundings> = {
  loyalty: { tableFile: 'proxy/upstream/loyalty.ts', client: 'loyalty.admin', standIn: 'demo/services/loyalty' },
  loyaltyStorefront: { tableFile: 'proxy/upstream/loyalty.ts', client: 'loyalty.storefront', standIn: 'demo/services/loyalty' },
  protection: { tableFile: 'proxy/upstream/protection.ts', client: 'protection', standIn: 'demo/services/protection' },
  track: { tableFile: 'proxy/upstream/track.ts', client: 'track', standIn: 'demo/services/track' },
  claims: { tableFile: 'proxy/upstream/claims.ts', client: 'createClaims(…)', standIn: 'demo/services/claims' },
}

/** Returns the numbers of the sentences that begin with an operation’s method and path. */
function sentencesOf({ method, path }: Operation, letter: 'L' | 'P'): string[] {
  const address = `${method} ${path.replace(/:(\w+)/g, '{$1}')}`
  return Object.entries(sentences)
    .filter(
      ([number, [words]]) =>
        number.startsWith(letter) &&
        words
          .replaceAll('`', '')
          .replace(/\{\w+_base_url\}/, '')
          .startsWith(`${address}:`),
    )
    .map(([number]) => number)
}

const services = ['loyalty', 'protection'] as const

/** Returns the command line for an operation. */
function commandOf(family: keyof typeof catalogue, verb: string): string {
  const service = services.find((service) => verbsOf(service).some((one) => one.family === family && one.name === verb))
  return service ? code(`storefront-proxy ${service} ${kebab(verb)}`) : ''
}

function rowOf(family: keyof typeof catalogue, verb: string, operation: Operation): string[] {
  const { tableFile, client, standIn } = surroundings[family]
  const handler = handlerOf(standIn, verb) ?? filesThatSay(standIn, verb)[0]
  const numbers = sentencesOf(operation, family.startsWith('loyalty') ? 'L' : 'P')
  return [
    operation.summary,
    code(`${operation.method} ${operation.path}`),
    linkTo(tableFile, code(verb)),
    code(`${client}.${verb}`),
    handler ? linkTo(handler) : '',
    commandOf(family, verb),
    numbers.length > 0 ? checksOf(numbers) : '',
  ]
}

function eventRow(name: string, summary: string): string[] {
  const emitters = filesThatSay('demo/services', name).map((file) => linkTo(file))
  const number = Object.entries(sentences).find(([, [words]]) => words === code(name))?.[0]
  return [
    summary,
    code(name),
    linkTo('proxy/upstream/loyalty-events.schema.ts', code('loyaltyEvents')),
    linkTo('proxy/upstream/loyalty-events.schema.ts', code('deliverySchema')),
    emitters.join(', '),
    // One address receives every event. Its token identifies deliveries.
    code('storefront-proxy webhook register'),
    number ? checksOf([number]) : '',
  ]
}

/** Writes the page that lists every operation and event of both services, with the parts of this project for each. */
export function endpointsPage(): string {
  const head = ['Operation', 'Method and path', 'Table entry', 'Client function', 'Stand-in', 'Command', 'Conformance checks']
  const families = Object.entries(catalogue) as [keyof typeof catalogue, Family][]
  return [
    madeBy,
    '# Endpoints\n',
    'Every operation of both services. The table entry defines the client function, the command and the path of the stand-in. The client functions',
    `come from ${linkTo('proxy/upstream/services.ts', 'createServices')}.`,
    'The last column counts the checks of [conformance](conformance.md) by file.',
    'Claims go the other way: the service (here the stand-in) calls, and the merchant responds.',
    ...families.flatMap(([name, { title, operations }]) => [
      `\n## ${title} (${Object.keys(operations).length})\n`,
      table(
        head,
        Object.entries(operations).map(([verb, operation]) => rowOf(name, verb, operation)),
      ),
    ]),
    `\n## Loyalty events (${Object.keys(loyaltyEvents).length})\n`,
    table(
      ['Event', 'Topic', 'Table entry', 'Read with', 'Stand-in', 'Command', 'Conformance checks'],
      Object.entries(loyaltyEvents).map(([name, { summary }]) => eventRow(name, summary)),
    ),
    '',
  ].join('\n')
}
