import { createHash } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { Failure } from '../failure.ts'
import type { Account } from '../world.ts'

/** A JWT expires after two hours (section 5). */
export const sessionSeconds = 7200

/** Derives the secret from the API key, so that members stay signed in when the service restarts. */
const secretOf = (apiKey: string) => createHash('sha256').update(`session ${apiKey}`).digest()

/** A33. */
export function signSession(customerId: string, merchantId: string, apiKey: string, now: Date): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000)
  return new SignJWT({ merchantId })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(customerId)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + sessionSeconds)
    .sign(secretOf(apiKey))
}

/** Returns the member of a session with this merchant, from an `Authorization` header with or without its scheme (A32). */
export async function readSession(authorization: string, { loyaltyKey, merchantId }: Account, now: Date): Promise<string> {
  const token = authorization.replace(/^bearer\s+/i, '')
  const { payload } = await jwtVerify(token, secretOf(loyaltyKey), { algorithms: ['HS256'], currentDate: now }).catch((error: unknown) => {
    throw new Failure(401, error instanceof errors.JWTExpired ? 'Token has expired' : 'Token is invalid')
  })
  if (!payload.sub || payload.merchantId !== merchantId) throw new Failure(401, 'Token is invalid')
  return payload.sub
}
