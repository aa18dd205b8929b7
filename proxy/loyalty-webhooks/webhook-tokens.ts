import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (token: string) => createHash('sha256').update(token).digest()

/** A name for a token where the token must not be visible: it distinguishes the token from others, and does not help to guess it. */
export const nameOfToken = (token: string) => digest(token).toString('hex').slice(0, 12)

/** Returns the name of the first token that matches; undefined if none does. */
export type TokenCheck = (...given: (string | undefined)[]) => string | undefined

/** Compares every given value with every token, in constant time, so that the time shows neither which token matches nor how much of it. */
export function createTokenCheck(tokens: readonly string[]): TokenCheck {
  const known = tokens.map((token) => ({ name: nameOfToken(token), digest: digest(token) }))
  return (...given) => {
    const matchingTokens = given.flatMap((one) => {
      const theirs = digest(one ?? '')
      return known.filter((token) => timingSafeEqual(token.digest, theirs))
    })
    return matchingTokens[0]?.name
  }
}
