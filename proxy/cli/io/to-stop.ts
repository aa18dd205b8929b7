import { ConfigError } from '../../config/config-error.ts'
import { Stop } from './exit-codes.ts'

/** The end of a command that failed, with words for a person; undefined for an unexpected error. */
export function toStop(error: unknown): Stop | undefined {
  if (error instanceof Stop) return error
  if (error instanceof ConfigError) return new Stop('misused', error.message.split('\n'))
  return undefined
}
