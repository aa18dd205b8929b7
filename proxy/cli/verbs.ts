import { Command, Option } from 'commander'
import { catalogue, type Family } from '../upstream/catalogue.ts'
import type { Operation } from '../upstream/operation.ts'
import type { FamilyName } from './callers.ts'
import { Stop } from './exit-codes.ts'
import { propertiesOf, shapeOf, type Path } from './fields.ts'
import { addFlags, flagOf, kebab } from './flags.ts'
import { checkInput, readInput } from './input.ts'
import { needsMember, run, type RunOptions, type Verb } from './run.ts'

/** The services that have commands, with the families that each speaks. */
export const services = {
  loyalty: { description: 'Call the loyalty service: members, credits, tiers, benefits, webhooks.', families: ['loyalty', 'loyaltyStorefront'] },
  protection: { description: 'Call the protection service: quotes, orders, shipments, tracking, claims.', families: ['protection', 'track', 'claims'] },
} as const satisfies Record<string, { description: string; families: readonly FamilyName[] }>

/** A service that has commands. */
export type ServiceName = keyof typeof services

/** Every operation of a service, in the order of its tables. */
export const verbsOf = (service: ServiceName): Verb[] =>
  services[service].families.flatMap((family) => {
    const { operations, inputs, answers }: Family = catalogue[family]
    return Object.entries(operations).map(([name, operation]) => ({
      family,
      name,
      operation,
      input: inputs[name]!,
      answer: answers[name]!,
      check: checkFor(service, operation, operations),
    }))
  })

/** Gives a service's command one command for each of its operations. */
export function addVerbs(command: Command, service: ServiceName, words: readonly string[]) {
  for (const verb of verbsOf(service)) {
    command.commandsGroup(`${catalogue[verb.family].title}:`)
    addVerb(command, verb, words)
  }
}

/** The fields of an input that a path carries, in its order. */
export const pathFieldsOf = ({ path }: Pick<Operation, 'path'>) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

interface Options extends RunOptions {
  body?: string
  set: string[]
}

function addVerb(parent: Command, verb: Verb, words: readonly string[]) {
  const { operation, input, name } = verb
  const command = parent.command(kebab(name)).description(`${operation.summary}.`)
  // Both namings are spoken (A72).
  if (name.endsWith('Insurance')) command.alias(kebab(name).replace('insurance', 'protection'))
  const named = pathFieldsOf(operation)
  const shape = shapeOf(input)
  for (const field of named) command.argument(`<${kebab(field)}>`, propertiesOf(shape)[field]?.description ?? 'part of the address')
  addOwnOptions(command, verb)
  const flags = addFlags(command, shape, named, words)
  command.action(async (...given: unknown[]) => {
    const options = command.opts<Options>()
    const values = Object.fromEntries(named.map((field, index) => [field, String(given[index])]))
    const read = await readInput({ body: options.body, flags: flags.read(), set: options.set, named: values })
    const checked = checkInput(input, read, (path) => nameOf(path, named))
    if ('faults' in checked) throw new Stop('misused', [...checked.faults, 'Nothing was sent.'])
    await run(verb, checked.input, options)
  })
}

function addOwnOptions(command: Command, verb: Verb) {
  const { operation, family } = verb
  command
    .optionsGroup('Input:')
    .option('--body <json>', 'the whole input as JSON, @ and a file, or - for standard input; flags are put over it')
    .option('--set <name=text>', 'a field that has no flag; name:=json for what is no text; may be repeated', (one: string, all: string[]) => [...all, one], [])
    .optionsGroup('Options:')
    .option('--json', 'print the data as JSON')
    .option('--dry-run', 'show the request, without keys and tokens, and send nothing')
    .option('--env-file <path>', 'read settings from a file; the environment wins over it')
  if (operation.moves) command.option('-y, --yes', 'do not ask before it is sent')
  if (operation.cursor) command.option('--all', 'all pages, as they come; with --json one object per line')
  if (needsMember(verb)) {
    command.option('--as <customer id>', 'the member to sign in as, where the arguments name none')
    command.addOption(new Option('--token <jwt>', 'a token from "authenticate", instead of signing in'))
  }
  if (family === 'claims') command.option('--claims-url <url>', "the merchant's address for claims (default: PUBLIC_URL and /v1/claims)")
}

/** A place in the input as it is typed: an argument, or a flag. */
const nameOf = (path: Path, named: readonly string[]) => (named.includes(String(path[0])) ? `<${kebab(String(path[0]))}>` : flagOf(path))

/** The command that reads what an operation changes: the read whose path goes along with its path furthest. */
function checkFor(service: ServiceName, { path, method }: Operation, operations: Family['operations']): string | undefined {
  if (method === 'GET') return undefined
  const reads = Object.entries(operations).filter(([, one]) => one.method === 'GET' && (path === one.path || path.startsWith(`${one.path}/`)))
  const [nearest] = reads.sort(([, a], [, b]) => b.path.length - a.path.length)
  return nearest && ['storefront-proxy', service, kebab(nearest[0]), ...pathFieldsOf(nearest[1]).map((field) => `<${kebab(field)}>`)].join(' ')
}
