import { Stop } from './exit-codes.ts'

/** The option by which any command reads its settings from a file; Node takes `--env-file` for itself, wherever it stands. */
export const settingsOption = ['--settings <path>', 'read settings from a file of NAME=value lines; the environment wins over it'] as const

/** Takes the settings of a file over into the environment, which wins over them. */
export function loadSettings(path: string | undefined) {
  try {
    if (path !== undefined) process.loadEnvFile(path)
  } catch (cause) {
    throw new Stop('misused', [`--settings: ${(cause as Error).message}`], { cause })
  }
}
