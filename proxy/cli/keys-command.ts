import { runSubcommands } from './command.ts'
import { Stop } from './io/exit-codes.ts'
import { note, openScreen } from './io/screen.ts'
import { createTable } from './io/table.ts'
import { toEscapedJson } from './io/terminal-text.ts'
import { dateOf, keySettings, nameOf, nextStep } from './rotation.ts'
import { invocation } from './io/invocation.ts'

interface KeysOptions {
  json?: boolean
}

/** Runs a subcommand of `keys`, and sets the exit code. */
export const runKeysCommand = (description: string, words: string[]) =>
  runSubcommands({ name: 'keys', description, words }, (add) => {
    add('list', 'List the settings that hold keys: how many, their names and dates, and what each is for. Shows no key.').action(async (options: KeysOptions) =>
      list(options),
    )
    add('rotate', 'Say the next step of changing a key without a gap, and make the new key. Changes nothing by itself.')
      .argument('<setting>', Object.keys(keySettings).join(', '))
      .action(async (setting: string, options: KeysOptions) => rotate(setting, options))
  })

/** The keys of a setting in the environment. */
const keysOf = (setting: string) => (invocation().env[setting] ?? '').split(',').flatMap((key) => (key.trim() === '' ? [] : [key.trim()]))

async function list({ json = false }: KeysOptions) {
  const rows = Object.entries(keySettings).map(([setting, { purpose, isNamed }]) => {
    const keys = keysOf(setting)
    return {
      setting,
      keys: keys.length,
      names: isNamed ? keys.map(nameOf) : [],
      since: isNamed && keys[0] !== undefined ? (dateOf(keys[0]) ?? null) : null,
      purpose,
    }
  })
  const screen = openScreen()
  if (json) return screen.print(toEscapedJson(rows, 2))
  const cells = rows.map((row) => ({ ...row, names: row.names.join(', '), since: row.since ?? '' }))
  const table = createTable(cells, ['setting', 'keys', 'names', 'since', 'purpose'], screen)
  await screen.print(table.header, ...cells.map((row) => table.line(row)))
}

async function rotate(setting: string, { json = false }: KeysOptions) {
  if (!Object.hasOwn(keySettings, setting))
    throw new Stop('misused', [`There is no setting "${setting}" with keys to change; there is ${Object.keys(keySettings).join(', ')}.`])
  const keys = keysOf(setting)
  if (keys.length === 0) throw new Stop('misused', [`${setting} is not set. Name the settings of the proxy: --settings proxy.env`])
  if (keys.length > 2) throw new Stop('misused', [`${setting} has ${keys.length} keys. Remove those that are no longer used first; one or two remain.`])
  const rotation = nextStep(setting, keys)
  const screen = openScreen()
  if (json) return screen.print(toEscapedJson(rotation, 2))
  if (rotation.key !== undefined) await screen.print(rotation.key)
  note(`${setting}, step ${rotation.step} of ${rotation.of}:`, ...rotation.todo.map((line) => `  ${line}`))
}
