import { createHash } from 'node:crypto'
import { Refusal } from '../http/problems.ts'

/** Marks a proof as used until a time (milliseconds since 1970); resolves to whether it was unused before, in every process. */
export type UseOnce = (name: string, until: number) => Promise<boolean>

/** Milliseconds that a used proof is stored after it expires: the clock of the store may differ from the clock of this process. */
const retention = 3_600_000

/**
 * Resolves to whether a proof is used for the first time. `parts` identify it; it is valid until `expires` (seconds since 1970). Rejects with
 * `overloaded` if the store cannot tell.
 */
export function isFirstUse(useOnce: UseOnce, parts: readonly string[], expires: number): Promise<boolean> {
  // A part may contain characters that a store does not accept, and nothing needs to read the parts.
  const name = createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  return useOnce(name, Math.ceil(expires * 1000) + retention).catch((cause: unknown) => {
    throw new Refusal('overloaded', 'Signing in is not possible right now. Retry in 5 seconds.', { retryAfter: 5, cause })
  })
}
