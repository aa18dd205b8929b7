import { Command } from 'commander'
import { exitCodes, exitCodesHelp } from './exit-codes.ts'
import { toStop } from './faults.ts'
import { addImport } from './import/command.ts'
import { note } from './screen.ts'
import { addVerbs, services, type ServiceName } from './verbs.ts'

/** Runs one command of a service, as its words say, and leaves its exit code. */
export async function runServiceCommand(service: ServiceName, words: string[]) {
  const command = new Command(`storefront-proxy ${service}`)
    .description(services[service].description)
    .showHelpAfterError('(add --help to see what it takes)')
    .enablePositionalOptions()
    .exitOverride()
    .addHelpText('afterAll', `\n${exitCodesHelp().trimEnd()}`)
    .hook('preAction', (_, action) => loadSettings(action.opts<{ envFile?: string }>().envFile))
  addVerbs(command, service, words)
  addImport(command, service)
  try {
    await command.parseAsync(words, { from: 'user' })
  } catch (error) {
    const stop = toStop(error)
    if (!stop) throw error
    note(...stop.lines)
    process.exitCode = exitCodes[stop.ending][0]
  }
}

function loadSettings(file: string | undefined) {
  if (file !== undefined) process.loadEnvFile(file)
}
