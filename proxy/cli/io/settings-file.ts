import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { Stop } from './exit-codes.ts'
import { invocation } from './invocation.ts'

/** The option to read settings from a file. It cannot be `--env-file`, because Node takes that option for itself. */
export const settingsOption = ['--settings <path>', 'read settings from a file of NAME=value lines; the environment overrides it'] as const

/** Copies the settings of a file into the environment, except those that the environment has. */
export function loadSettings(path: string | undefined) {
  if (path === undefined) return
  const { env } = invocation()
  try {
    for (const [name, value] of Object.entries(parseEnv(readFileSync(path, 'utf8')))) env[name] ??= value
  } catch (cause) {
    throw new Stop('misused', [`--settings: ${(cause as Error).message}`], { cause })
  }
}
