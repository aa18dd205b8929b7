import { createHash } from 'node:crypto'
import { Refusal } from '../http/problems.ts'

/** Whether nobody has used the proof of this name before, here or in another process; it is held for so long (milliseconds since 1970). */
export type UseOnce = (name: string, until: number) => Promise<boolean>

/** Milliseconds that a used proof is held beyond its time: the clock by which the store forgets may be another's. */
const heldOn = 3_600_000

/** Whether a proof is used for the first time; `parts` tell it from all others, and it is good until `expires` (seconds since 1970). Rejects with `overloaded` where that cannot be known. */
export function isFirstUse(useOnce: UseOnce, parts: readonly string[], expires: number): Promise<boolean> {
  // A part may hold what no store takes, and need not be known.
  const name = createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  return useOnce(name, Math.ceil(expires * 1000) + heldOn).catch((cause: unknown) => {
    throw new Refusal('overloaded', 'Signing in is not possible right now. Try again in some seconds.', { retryAfter: 5, cause })
  })
}
