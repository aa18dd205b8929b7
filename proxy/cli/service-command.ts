import { Command } from 'commander'
import { exitCodes, exitCodesHelp } from './exit-codes.ts'
import { toStop } from './faults.ts'
import { addImport } from './import/command.ts'
import { note } from './screen.ts'
import { harmless } from './terminal-text.ts'
import { loadSettings } from './settings-file.ts'
import { knownOrAlone } from './unknown-command.ts'
import { verbsOf, type ServiceName } from './verb.ts'
import { addVerbs } from './verbs.ts'

/** Runs one command of a service, as its words say, and leaves its exit code. */
export async function runServiceCommand(service: ServiceName, description: string, words: string[]) {
  const command = new Command(`storefront-proxy ${service}`)
    .description(description)
    .showHelpAfterError('(add --help to see what it takes)')
    .enablePositionalOptions()
    .exitOverride()
    .addHelpText('afterAll', `\n${exitCodesHelp().trimEnd()}`)
    .hook('preAction', (_, action) => loadSettings(action.opts<{ settings?: string }>().settings))
  const verbs = verbsOf(service)
  addVerbs(command, verbs, words)
  addImport(command, service, verbs)
  try {
    await command.parseAsync(knownOrAlone(command, words), { from: 'user' })
  } catch (error) {
    const stop = toStop(error)
    if (!stop) throw error
    note(...stop.lines.map(harmless))
    process.exitCode = exitCodes[stop.ending][0]
  }
}
