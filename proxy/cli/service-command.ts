import { Command } from 'commander'
import { loadEnvFile } from './env-file.ts'
import { exitCodes, exitCodesHelp } from './exit-codes.ts'
import { toStop } from './faults.ts'
import { addImport } from './import/command.ts'
import { note } from './screen.ts'
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
    .hook('preAction', (_, action) => loadEnvFile(action.opts<{ envFile?: string }>().envFile))
  const verbs = verbsOf(service)
  addVerbs(command, verbs, words)
  addImport(command, service, verbs)
  try {
    await command.parseAsync(words, { from: 'user' })
  } catch (error) {
    const stop = toStop(error)
    if (!stop) throw error
    note(...stop.lines)
    process.exitCode = exitCodes[stop.ending][0]
  }
}
