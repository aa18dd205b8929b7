import { Stop } from './exit-codes.ts'
import { readOption } from './input.ts'

/** The option by which a member's own token is given. */
export const tokenOption = [
  '--token <jwt>',
  'a token from "authenticate", instead of signing in: @ and a file, or - for standard input; typed out, everybody on this machine can read it',
] as const

/** The token that `--token` gives. `other` is what else may have been given as standard input, which holds one thing only. */
export async function readToken(given: string | undefined, other: string | undefined): Promise<string | undefined> {
  if (given === undefined) return undefined
  if (given === '-' && other === '-') throw new Stop('misused', ['--token cannot be read from standard input, where the input comes from; give @ and a file.'])
  const token = (await readOption('--token', given)).trim()
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Stop('misused', ['--token is no token.'])
  return token
}
