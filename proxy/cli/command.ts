import { Command, InvalidArgumentError } from 'commander'
import { exitCodes, exitCodesHelp } from './io/exit-codes.ts'
import { invocation } from './io/invocation.ts'
import { note, outputOfHelp } from './io/screen.ts'
import { toStop } from './io/to-stop.ts'
import { loadSettings, settingsOption } from './io/settings-file.ts'
import { escapeControls } from './io/terminal-text.ts'
import { dropWordsAfterUnknown } from './io/unknown-command.ts'

/** The name of a command, its description, and the arguments after it. */
interface CommandWords {
  name: string
  description: string
  words: readonly string[]
}

/** Runs a command whose options and subcommands `build` adds. Reads the settings first; an expected error prints its lines and sets the exit code. */
export async function runCommand({ name, description, words }: CommandWords, build: (command: Command) => void) {
  const command = new Command(`storefront-proxy ${name}`)
    .description(description)
    .showHelpAfterError('(--help shows arguments and options)')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput(outputOfHelp())
    .addHelpText('afterAll', `\n${exitCodesHelp().trimEnd()}`)
    .hook('preAction', (_, action) => loadSettings(action.opts<{ settings?: string }>().settings))
  build(command)
  try {
    await command.parseAsync(command.commands.length > 0 ? dropWordsAfterUnknown(command, [...words]) : [...words], { from: 'user' })
  } catch (error) {
    const stop = toStop(error)
    if (!stop) throw error
    note(...stop.lines.map(escapeControls))
    invocation().exitCode = exitCodes[stop.ending][0]
  }
}

/** Runs one of several subcommands. `add` creates each; each prints for people, or as JSON. */
export const runSubcommands = (framed: CommandWords, build: (add: (name: string, summary: string) => Command) => void) =>
  runCommand(framed, (command) =>
    build((name, summary) =>
      command
        .command(name)
        .description(summary)
        .option('--json', 'print the data as JSON')
        .option(...settingsOption),
    ),
  )

/** A whole number from 1 to 1000. */
export function readLimit(typed: string): number {
  if (!/^[1-9]\d{0,3}$/.test(typed) || Number(typed) > 1000) throw new InvalidArgumentError('The value must be a number from 1 to 1000.')
  return Number(typed)
}
