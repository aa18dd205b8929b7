import { Stop } from './exit-codes.ts'

/** The option by which any command reads its settings from a file. */
export const envFileOption = ['--env-file <path>', 'read settings from a file; the environment wins over it'] as const

/** Takes the settings of a file over into the environment, which wins over them. */
export function loadEnvFile(path: string | undefined) {
  try {
    if (path !== undefined) process.loadEnvFile(path)
  } catch (cause) {
    throw new Stop('misused', [`--env-file: ${(cause as Error).message}`], { cause })
  }
}
