import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { ZodType } from 'zod'
import { contradictions, toInsuredNaming } from '../../upstream/naming.ts'
import { maxDepth, place, readValue, type Field, type Path } from './fields.ts'
import { Stop } from './exit-codes.ts'
import { flagOf } from './flags.ts'
import { invocation } from './invocation.ts'

/** The parts of a command line that form an input. */
interface Typed {
  /** JSON, `@` and a file's name, or `-` for standard input. */
  body: string | undefined
  flags: readonly [Field, string | boolean | null][]
  /** `name=text` and `name:=json`. */
  set: readonly string[]
  /** The values of the arguments, by the names of the path's fields. */
  named: Readonly<Record<string, string>>
}

type Fields = Record<string, unknown>

/** The input of a command line: flags override the body, and arguments override both. Throws a {@link Stop} that names every fault. */
export async function readInput({ body, flags, set, named }: Typed): Promise<Fields> {
  const input: Fields = body === undefined ? {} : toFields(await readOption('--body', body))
  const faults: string[] = []
  for (const [field, typed] of flags) {
    const read = typeof typed === 'string' ? readValue(typed, field) : { value: typed }
    if ('fault' in read) faults.push(`${flagOf(field.path)} ${read.fault}`)
    else place(input, field.path, read.value)
  }
  for (const pair of set) {
    const [, name, json, value] = /^([\w.-]+?)(:?)=(.*)$/s.exec(pair) ?? []
    const read = value === undefined ? { fault: 'needs name=text or name:=json' } : readValue(value, { kind: json ? 'json' : 'text' })
    const path = toPath(name ?? '')
    if ('fault' in read) faults.push(`--set ${pair} ${read.fault}`)
    else if (path.length > maxDepth) faults.push(`--set is nested deeper than ${maxDepth} levels`)
    else place(input, path, read.value)
  }
  if (faults.length > 0) throw new Stop('misused', faults)
  return { ...input, ...named }
}

/** A dotted name as a path: `line_items.0.name`. */
export const toPath = (dotted: string): Path => dotted.split('.').map((step) => (/^\d{1,4}$/.test(step) ? Number(step) : step))

/** The input to send, or every fault in it. Each fault begins with the name of the field. */
export function checkInput(schema: ZodType, given: Fields, nameOf: (path: Path) => string): { input: Fields } | { faults: string[] } {
  const contradicting = contradictions(given)
  if (contradicting.length > 0) return { faults: contradicting }
  // The tables use the insured naming; the merchant may use the other one (A72).
  const checked = schema.safeParse(toInsuredNaming(given))
  if (checked.success) return { input: checked.data as Fields }
  return {
    faults: checked.error.issues.map(({ path, message, code }) => {
      const missing = code === 'invalid_type' && valueAt(given, path) === undefined
      return `${nameOf(path as Path)} ${missing ? 'is required' : message.replace(/^Invalid input: e/, 'is not as e')}`
    }),
  }
}

/** The text of an option: its own text, the text of a file after `@`, or standard input for `-`. */
async function readOption(flag: string, given: string): Promise<string> {
  if (given === '-') return text(invocation().stdin)
  if (!given.startsWith('@')) return given
  try {
    return readFileSync(given.slice(1), 'utf8')
  } catch (error) {
    throw new Stop('misused', [`${flag}: ${(error as Error).message}`], { cause: error })
  }
}

function toFields(json: string): Fields {
  const read = readValue(json, { kind: 'json' })
  if ('fault' in read) throw new Stop('misused', [`--body ${read.fault}`])
  if (typeof read.value !== 'object' || read.value === null || Array.isArray(read.value)) throw new Stop('misused', ['--body has to be a JSON object'])
  return read.value as Fields
}

const valueAt = (value: unknown, path: readonly PropertyKey[]) =>
  path.reduce<unknown>((at, step) => (at as Record<PropertyKey, unknown> | undefined)?.[step], value)

/** The option for a member's own token. */
export const tokenOption = [
  '--token <jwt>',
  'a token from "authenticate", instead of signing in: @ and a file, or - for standard input; everybody on this machine can read a token that is typed',
] as const

/** The token of `--token`. `other` is the option that may also read standard input, which can be read only once. */
export async function readToken(given: string | undefined, other: string | undefined): Promise<string | undefined> {
  if (given === undefined) return undefined
  if (given === '-' && other === '-')
    throw new Stop('misused', ['--token cannot be read from standard input, because the input comes from there; use @ and a file.'])
  const token = (await readOption('--token', given)).trim()
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Stop('misused', ['--token is no token.'])
  return token
}
