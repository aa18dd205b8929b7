import type { Command } from 'commander'

/** The words as they are, or, where the first one names no command, that one alone: it is refused then, help being asked for or not. */
export function dropWordsAfterUnknown(command: Command, words: readonly string[]): string[] {
  const [first] = words
  const known = first === undefined || first.startsWith('-') || command.commands.some((one) => one.name() === first || one.aliases().includes(first))
  return known ? [...words] : [first]
}
