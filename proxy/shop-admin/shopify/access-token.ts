import { z } from 'zod'
import { redactSecret } from '../../config/redact-secret.ts'
import type { Calls } from '../calls.ts'
import { notStarted, readAnswer } from '../shop-answers.ts'
import { missingScopes } from './scopes.ts'

/** The client id and the secret of the merchant's own app, with which the proxy requests its tokens. */
export interface AppCredentials {
  clientId: string
  clientSecret: string
}

/** A granted token. */
export interface Grant {
  token: string
  /** The scopes that it has, separated by commas. */
  scope: string
  /** Seconds that it lives. */
  lifetime: number
}

/** Where the token of the Admin API comes from. */
export interface AccessToken {
  get(): Promise<string>
  /** A token in place of one that the platform has refused. Rejects if there is no other. */
  replace(refused: string): Promise<string>
  /** Called when the platform has accepted a token. */
  accepted(): void
  /** Why there is no token, or no new one; undefined while there is none to complain of. Requests a token in the background if none works. */
  fault(): string | undefined
}

/** A token without an end, as older apps have it. */
export function fixedToken(token: string): AccessToken {
  let refusal: Error | undefined
  return {
    get: () => Promise.resolve(token),
    replace: () => Promise.reject((refusal = notStarted('refused its token; check SHOPIFY_ADMIN_TOKEN'))),
    accepted: () => void (refusal = undefined),
    fault: () => refusal?.message,
  }
}

/** The share of its life after which a token is renewed, while it still works. */
const renewAfter = 0.8
/** Milliseconds without another request after one was refused. */
const retryAfter = 30_000

/**
 * Tokens by the client-credentials grant, which live for 24 hours. They are kept in memory and renewed in the background after four fifths of their life.
 * At most one request for a token is open at a time. If it fails, the last token is used to its end.
 */
export function grantedTokens(requestGrant: () => Promise<Grant>, now = Date.now): AccessToken {
  let current: { token: string; renewAt: number; endsAt: number } | undefined
  let pending: Promise<string> | undefined
  let failure: { at: number; error: Error } | undefined

  function renew(): Promise<string> {
    if (failure && now() - failure.at < retryAfter) return Promise.reject(failure.error)
    const begun = now()
    pending ??= requestGrant()
      .then(
        ({ token, lifetime }) => {
          current = { token, renewAt: begun + lifetime * renewAfter * 1_000, endsAt: begun + lifetime * 1_000 }
          failure = undefined
          return token
        },
        (error: Error) => {
          failure = { at: now(), error }
          throw error
        },
      )
      .finally(() => (pending = undefined))
    return pending
  }

  return {
    get() {
      if (!current || now() >= current.endsAt) return renew()
      if (now() >= current.renewAt) renew().catch(() => {}) // the current token still works
      return Promise.resolve(current.token)
    },
    replace(refused) {
      // Another request may have replaced it in the meantime.
      if (current && current.token !== refused) return Promise.resolve(current.token)
      current = undefined
      return renew()
    },
    accepted: () => {},
    fault() {
      const works = current !== undefined && now() < current.endsAt
      if (!works || failure) renew().catch(() => {}) // the next check tells what became of it
      if (!failure) return undefined
      return works ? `${failure.error.message}; the last token works until ${new Date(current!.endsAt).toISOString()}` : failure.error.message
    },
  }
}

const grantAnswer = z.object({ access_token: z.string().min(1), scope: z.string().default(''), expires_in: z.number().positive() })

/** The form of a request for a token (https://shopify.dev/docs/apps/build/authentication-authorization/client-credentials-grant). */
const grantRequest = (baseUrl: string, { clientId, clientSecret }: AppCredentials) => ({
  method: 'POST' as const,
  url: `${baseUrl}/admin/oauth/access_token`,
  headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
  body: JSON.stringify({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
})

/** Reads the answer to a request for a token. */
function readGrant(text: string): Grant {
  const { access_token, scope, expires_in } = readAnswer(grantAnswer, text)
  return { token: access_token, scope, lifetime: expires_in }
}

/** Called with the needed scopes that a token lacks. */
export type OnMissingScopes = (scopes: string[]) => void

/** Requests tokens of this app at its shop. */
export const requestGrantsBy = (calls: Calls, baseUrl: string, app: AppCredentials, onMissingScopes?: OnMissingScopes) => async () => {
  try {
    const grant = readGrant(await calls.ask(grantRequest(baseUrl, app)))
    // An answer without a list says nothing about scopes.
    const missing = grant.scope ? missingScopes(grant.scope.split(/[\s,]+/)) : []
    if (missing.length > 0) onMissingScopes?.(missing)
    return grant
  } catch (error) {
    // The reason that there is no token contains no secret, even if the platform repeats it.
    throw notStarted(
      `gives no token: ${redactSecret((error as Error).message, app.clientSecret)}; check SHOPIFY_CLIENT_ID, the first of SHOPIFY_APP_SECRETS, and that the app is installed`,
      error,
    )
  }
}
