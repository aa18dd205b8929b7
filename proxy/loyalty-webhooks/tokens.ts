import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (token: string) => createHash('sha256').update(token).digest()

/** What a token may be called where it must not be seen: enough to tell it from others, and nothing to guess it by. */
export const nameOfToken = (token: string) => digest(token).toString('hex').slice(0, 12)

/** Tells by which of the tokens a caller is known, as its name; undefined for none. */
export type TokenCheck = (...given: (string | undefined)[]) => string | undefined

/** All that is given is compared with all tokens, in constant time, so that neither which one nor how much of it fits can be measured. */
export function createTokenCheck(tokens: readonly string[]): TokenCheck {
  const known = tokens.map((token) => ({ name: nameOfToken(token), digest: digest(token) }))
  return (...given) => {
    const fitting = given.flatMap((one) => {
      const theirs = digest(one ?? '')
      return known.filter((token) => timingSafeEqual(token.digest, theirs))
    })
    return fitting[0]?.name
  }
}
