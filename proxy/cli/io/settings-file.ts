import { Stop } from './exit-codes.ts'

/** The option to read settings from a file. It cannot be `--env-file`, because Node takes that option for itself. */
export const settingsOption = ['--settings <path>', 'read settings from a file of NAME=value lines; the environment overrides it'] as const

/** Copies the settings of a file into the environment, except those that the environment has. */
export function loadSettings(path: string | undefined) {
  try {
    if (path !== undefined) process.loadEnvFile(path)
  } catch (cause) {
    throw new Stop('misused', [`--settings: ${(cause as Error).message}`], { cause })
  }
}
