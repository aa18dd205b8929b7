import { Command, InvalidArgumentError } from 'commander'
import { exitCodes, exitCodesHelp } from './io/exit-codes.ts'
import { toStop } from './service/faults.ts'
import { note } from './io/screen.ts'
import { loadSettings, settingsOption } from './io/settings-file.ts'
import { escapeControls } from './io/terminal-text.ts'
import { dropWordsAfterUnknown } from './io/unknown-command.ts'

/** Which command it is, what it is for, and the words behind it. */
interface CommandWords {
  name: string
  description: string
  words: readonly string[]
}

/** Runs a command that has taken its options and commands from `build`: settings are read, and whatever ends it leaves its words and exit code. */
export async function runCommand({ name, description, words }: CommandWords, build: (command: Command) => void) {
  const command = new Command(`storefront-proxy ${name}`)
    .description(description)
    .showHelpAfterError('(add --help to see what it takes)')
    .enablePositionalOptions()
    .exitOverride()
    .addHelpText('afterAll', `\n${exitCodesHelp().trimEnd()}`)
    .hook('preAction', (_, action) => loadSettings(action.opts<{ settings?: string }>().settings))
  build(command)
  try {
    await command.parseAsync(command.commands.length > 0 ? dropWordsAfterUnknown(command, [...words]) : [...words], { from: 'user' })
  } catch (error) {
    const stop = toStop(error)
    if (!stop) throw error
    note(...stop.lines.map(escapeControls))
    process.exitCode = exitCodes[stop.ending][0]
  }
}

/** Runs one of several commands, each of which `add` makes and answers for people, or as JSON. */
export const runSubcommands = (framed: CommandWords, build: (add: (name: string, says: string) => Command) => void) =>
  runCommand(framed, (command) =>
    build((name, says) =>
      command
        .command(name)
        .description(says)
        .option('--json', 'print the data as JSON')
        .option(...settingsOption),
    ),
  )

/** A whole number from 1 to 1000. */
export function readLimit(typed: string): number {
  if (!/^[1-9]\d{0,3}$/.test(typed) || Number(typed) > 1000) throw new InvalidArgumentError('It takes a number from 1 to 1000.')
  return Number(typed)
}
