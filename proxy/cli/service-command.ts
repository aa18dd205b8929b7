import type { Command } from 'commander'
import { runCommand } from './command.ts'
import { addImport } from './import-command.ts'
import { verbsOf, type ServiceName, needsMember, pathFieldsOf, type Verb } from './service/verbs.ts'
import { catalogue } from '../upstream/catalogue.ts'
import { defaultsIn } from '../upstream/operation.ts'
import { Stop } from './io/exit-codes.ts'
import { propertiesOf, shapeOf, type Path } from './io/fields.ts'
import { kebab, addFlags, flagOf, partsHelp } from './io/flags.ts'
import { checkInput, readInput, readToken, tokenOption } from './io/input.ts'
import { run, type RunOptions } from './service/call-operation.ts'
import { settingsOption } from './io/settings-file.ts'

/** Runs a subcommand of a service, and sets the exit code. */
export const runServiceCommand = (service: ServiceName, description: string, words: string[]) =>
  runCommand({ name: service, description, words }, (command) => {
    const verbs = verbsOf(service)
    addVerbs(command, verbs, words)
    addImport(command, service, verbs)
  })

/** Adds one subcommand for each operation of a service. */
export function addVerbs(command: Command, verbs: readonly Verb[], words: readonly string[]) {
  for (const verb of verbs) {
    command.commandsGroup(`${catalogue[verb.family].title}:`)
    addVerb(command, verb, words)
  }
}

interface Options extends RunOptions {
  body?: string
  set?: string[]
}

function addVerb(parent: Command, verb: Verb, words: readonly string[]) {
  const { operation, input, name } = verb
  const command = parent.command(kebab(name)).description(`${operation.summary}.`)
  // Both namings work (A72).
  if (name.endsWith('Insurance')) command.alias(kebab(name).replace('insurance', 'protection'))
  const named = pathFieldsOf(operation)
  const shape = shapeOf(input)
  for (const field of named) command.argument(`<${kebab(field)}>`, propertiesOf(shape)[field]?.description ?? 'part of the address')
  addOwnOptions(command, verb)
  const flags = addFlags(command, shape, named, words)
  command.addHelpText('after', () => partsHelp(shape)).addHelpText('after', () => defaultsHelp(operation))
  command.action(async (...given: unknown[]) => {
    const options = command.opts<Options>()
    const token = await readToken(options.token, options.body)
    const values = Object.fromEntries(named.map((field, index) => [field, String(given[index])]))
    const typed = await readInput({ body: options.body, flags: flags.read(), set: options.set ?? [], named: values })
    const checked = checkInput(input, typed, (path) => nameOf(path, named))
    if ('faults' in checked) throw new Stop('misused', [...checked.faults, 'Nothing was sent.'])
    await run(verb, checked.input, { ...options, token })
  })
}

function addOwnOptions(command: Command, verb: Verb) {
  const { operation, family } = verb
  command
    .optionsGroup('Input:')
    .option('--body <json>', 'the whole input: JSON, @ and a file, or - for standard input; flags override it')
    .option('--set <name=text>', 'a field without a flag; name:=json for values that are no text; can be repeated', (one: string, all: string[] = []) => [
      ...all,
      one,
    ])
    .optionsGroup('Options:')
    .option('--json', 'print the data as JSON')
    .option('--dry-run', 'show the request, without keys and tokens, and send nothing')
    .option(...settingsOption)
  if (operation.moves) command.option('-y, --yes', 'send without asking for confirmation')
  if (operation.cursor) command.option('--all', 'all pages; with --json one object per line')
  if (needsMember(verb)) {
    command.option('--as <customer id>', 'the member to sign in as, if the arguments name none')
    command.option(...tokenOption)
  }
  if (family === 'claims') command.option('--claims-url <url>', "the merchant's address for claims (default: PUBLIC_URL and /v1/claims)")
}

/** The meaning of absent flags, for the end of the help. */
const defaultsHelp = (operation: Verb['operation']) =>
  defaultsIn(operation, {}, (field) => flagOf([field]))
    .map((sentence) => `\n${sentence}`)
    .join('')

/** The name of a field on the command line: an argument, or a flag. */
const nameOf = (path: Path, named: readonly string[]) => (named.includes(String(path[0])) ? `<${kebab(String(path[0]))}>` : flagOf(path))
