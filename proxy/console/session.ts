import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Person } from '../../console/contract/console.ts'
import type { ConsoleConfig, ConsoleToken } from '../config/console-settings.ts'
import { among } from '../http/client-address.ts'
import { toAddress } from '../http/network.ts'
import { Refusal } from '../http/problems.ts'
import type { Sealer } from '../identity/seal.ts'

/** The name of the cookie, and the seconds that a session lasts. */
const cookie = { name: 'storefront_console', life: 12 * 3_600 }

/** Who is signed in, and how that begins and ends. */
export interface ConsoleSessions {
  /** The person whom a request proves. Throws `session-required` for nobody. */
  personOf(request: FastifyRequest): Promise<Person>
  /** Signs in with a token, and sets the cookie. Throws `key-required` for an unknown token. */
  signIn(token: string, reply: FastifyReply): Promise<Person>
  /** Removes the cookie. */
  signOut(reply: FastifyReply): void
}

/** What the cookie holds. The role is not in it: it is always that of the settings, so that a changed setting counts at once. */
interface SessionClaims {
  name: string
  /** The digest of the token, so that a session ends when its token leaves the settings. */
  token: string
}

/** Creates the sessions of the console. */
export function createConsoleSessions({ tokens, signOn, origin }: ConsoleConfig, sealer: Sealer): ConsoleSessions {
  const isTrusted = among(signOn?.proxies ?? [])
  const attributes = `Path=/console; HttpOnly; SameSite=Strict${origin?.startsWith('https:') ? '; Secure' : ''}`

  /** The name that single sign-on gives; only a reverse proxy that is named in the settings is believed. */
  function signedOn({ raw: { socket, headers } }: FastifyRequest): Person | undefined {
    if (!signOn || !isTrusted(toAddress(socket.remoteAddress ?? '') ?? '')) return undefined
    const value = headers[signOn.header]
    const name = typeof value === 'string' ? value.trim() : ''
    // Printable ASCII alone: two names that look alike would be one person in the audit log.
    if (!/^[\x20-\x7e]{1,128}$/.test(name)) return undefined
    return { name, role: signOn.actors.has(name) ? 'act' : 'look', via: 'sign-on' }
  }

  async function withCookie(request: FastifyRequest): Promise<Person | undefined> {
    const sealed = readCookie(request.headers.cookie)
    const claims = sealed && (await sealer.open<SessionClaims>('console', sealed))
    if (!claims) return undefined
    const token = tokens.find((one) => one.name === claims.name && digest(one.token).equals(Buffer.from(claims.token, 'base64url')))
    return token && toPerson(token)
  }

  return {
    async personOf(request) {
      const person = signedOn(request) ?? (await withCookie(request))
      if (!person) throw new Refusal('session-required', 'Sign in at the console.')
      return person
    },
    async signIn(typed, reply) {
      const found = tokens.filter(({ token }) => timingSafeEqual(digest(token), digest(typed)))
      const [token] = found
      if (!token) throw new Refusal('key-required', 'No person has this token. Check CONSOLE_TOKENS.')
      const claims: SessionClaims = { name: token.name, token: digest(token.token).toString('base64url') }
      const sealed = await sealer.seal('console', claims, Math.floor(Date.now() / 1000) + cookie.life)
      void reply.header('Set-Cookie', `${cookie.name}=${sealed}; Max-Age=${cookie.life}; ${attributes}`)
      return toPerson(token)
    },
    signOut: (reply) => void reply.header('Set-Cookie', `${cookie.name}=; Max-Age=0; ${attributes}`),
  }
}

const toPerson = ({ name, role }: ConsoleToken): Person => ({ name, role, via: 'token' })

const digest = (text: string) => createHash('sha256').update(text).digest()

const readCookie = (header = '') =>
  header
    .split(';')
    .map((part) => part.trim().split('='))
    .find(([name]) => name === cookie.name)?.[1]
