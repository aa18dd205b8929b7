import { z } from 'zod'
import { isNetwork, namedNetworks } from '../http/client-address.ts'
import { address } from '../upstream/web-address.ts'

/** What a person may do on the console: `look` at everything, or also `act`. */
const roles = ['look', 'act'] as const
/** One of the roles. */
type Role = (typeof roles)[number]

/** A token that signs a person in at the console. */
export interface ConsoleToken {
  name: string
  role: Role
  token: string
}

/** The settings of the console. */
export interface ConsoleConfig {
  tokens: readonly ConsoleToken[]
  /** Absent: people sign in with tokens alone. */
  signOn: { header: string; proxies: readonly string[]; actors: ReadonlySet<string> } | undefined
  /** The origin at which people open the console; absent: this machine. */
  origin: string | undefined
}

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== ''),
)

const tokens = list.pipe(
  z
    .array(
      z.string().transform((value, context): ConsoleToken => {
        const [, name, role, token] = /^([\w.@-]{1,64}):(look|act):([\x21-\x7e]{24,200})$/.exec(value) ?? []
        if (name && token) return { name, role: role as Role, token }
        context.addIssue({
          code: 'custom',
          message: 'needs entries like "ada:act:<token of 24 characters or more>"; make a token with "openssl rand -hex 24"',
        })
        return z.NEVER
      }),
    )
    .min(1, 'is empty')
    .superRefine((all, context) => {
      const twice = all.find(({ name }, index) => all.findIndex((other) => other.name === name) < index)
      if (twice) context.addIssue({ code: 'custom', message: `has two tokens named "${twice.name}"; the audit log tells people apart by their names` })
    }),
)

const header = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9-]{1,63}$/, 'is no name of a header; "X-Forwarded-User", for example')
  .transform((value) => value.toLowerCase())

const networks = list.pipe(
  z.array(z.string().refine(isNetwork, `takes addresses, ranges, and ${Object.keys(namedNetworks).join(', ')}; "10.0.0.4", for example`)).min(1, 'is empty'),
)

/** The settings of the console: each name, what it takes, what it means. */
export const consoleSettings = {
  CONSOLE_TOKENS: tokens
    .optional()
    .describe('`name:role:token` of each person who may use the console on `OPERATOR_PORT`; the role is `look` or `act`; absent: nobody signs in with a token'),
  CONSOLE_SIGN_ON_HEADER: header
    .optional()
    .describe('Header in which a reverse proxy with single sign-on names the person, such as `X-Forwarded-User`; absent: no header signs anybody in'),
  CONSOLE_SIGN_ON_PROXIES: networks
    .optional()
    .describe('Addresses of the reverse proxies that set `CONSOLE_SIGN_ON_HEADER` and remove it from requests of others; from other addresses it is ignored'),
  CONSOLE_ACTORS: list.optional().describe('Names in `CONSOLE_SIGN_ON_HEADER` that may act; all others may look'),
  CONSOLE_URL: address
    .optional()
    .describe(
      'Address at which people open the console, if a reverse proxy is in front; absent: only `localhost` is accepted, as from the machine itself or by an SSH tunnel',
    ),
}

type ConsoleSettings = z.infer<z.ZodObject<typeof consoleSettings>>

/** Reads them once each is known to be well-formed; undefined if nobody can sign in. */
export function toConsoleConfig(all: ConsoleSettings): ConsoleConfig | undefined {
  const { CONSOLE_TOKENS = [], CONSOLE_SIGN_ON_HEADER: name, CONSOLE_SIGN_ON_PROXIES: proxies = [], CONSOLE_ACTORS = [], CONSOLE_URL } = all
  if (CONSOLE_TOKENS.length === 0 && name === undefined) return undefined
  return {
    tokens: CONSOLE_TOKENS,
    signOn: name === undefined ? undefined : { header: name, proxies, actors: new Set(CONSOLE_ACTORS) },
    origin: CONSOLE_URL && new URL(CONSOLE_URL).origin,
  }
}

/** Settings of the console that make no sense without another. */
const together: readonly (readonly [name: string, needs: string])[] = [
  ['CONSOLE_TOKENS', 'OPERATOR_PORT'],
  ['CONSOLE_SIGN_ON_HEADER', 'OPERATOR_PORT'],
  ['CONSOLE_SIGN_ON_HEADER', 'CONSOLE_SIGN_ON_PROXIES'],
  ['CONSOLE_SIGN_ON_PROXIES', 'CONSOLE_SIGN_ON_HEADER'],
  ['CONSOLE_ACTORS', 'CONSOLE_SIGN_ON_HEADER'],
]

/** What of the console is missing for what is given. */
export const missingForConsole = (all: Partial<Record<string, unknown>>): [name: string, fault: string][] =>
  together.flatMap(([name, needs]): [string, string][] =>
    all[name] !== undefined && all[needs] === undefined ? [[needs, `is missing, but ${name} is set`]] : [],
  )
