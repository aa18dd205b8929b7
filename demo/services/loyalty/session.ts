import { createHash } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { Failure } from '../failure.ts'

/** A JWT expires after two hours (section 5). */
export const sessionSeconds = 7200

/** Made of the API key, so that members stay signed in when the service is started again. */
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

/** Whose session it is, from an `Authorization` header with or without its scheme (A32). */
export async function readSession(authorization: string, apiKey: string, now: Date): Promise<string | undefined> {
  try {
    const { payload } = await jwtVerify(authorization.replace(/^bearer\s+/i, ''), secretOf(apiKey), { algorithms: ['HS256'], currentDate: now })
    return payload.sub
  } catch (error) {
    throw new Failure(401, error instanceof errors.JWTExpired ? 'Token has expired' : 'Token is invalid')
  }
}
