import type { Command } from 'commander'

/** The arguments; only the first one if it names no command, so that an unknown command is refused even with `--help`. */
export function dropWordsAfterUnknown(command: Command, words: readonly string[]): string[] {
  const [first] = words
  const known = first === undefined || first.startsWith('-') || command.commands.some((one) => one.name() === first || one.aliases().includes(first))
  return known ? [...words] : [first]
}
